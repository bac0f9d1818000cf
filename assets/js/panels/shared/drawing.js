// What the canvases of panels draw alike.
import { penOf } from "../../element.js";

/** Makes a canvas a picture with a pixel for each cell: `colour(row, column)` gives [red, green, blue, alpha].
 * @param {HTMLCanvasElement} canvas @param {number} rows @param {number} columns @param {(row: number, column: number) => Colour} colour */
export function paintCells(canvas, rows, columns, colour) {
  const pixels = new ImageData(columns, rows);
  for (let row = 0, at = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, at += 4) pixels.data.set(colour(row, column), at);
  }
  Object.assign(canvas, { width: columns, height: rows });
  penOf(canvas).putImageData(pixels, 0, 0);
}

/** Draws, but nothing outside of the box. @param {Pen} pen @param {Box} box @param {() => void} draw */
export function clipped(pen, { x, y, w, h }, draw) {
  pen.save();
  pen.beginPath();
  pen.rect(x, y, w, h);
  pen.clip();
  draw();
  pen.restore();
}

/** Strokes a path in one [colour, width] over the other, so that it shows on any ground.
 * @param {Pen} pen @param {[string, number][]} strokes @param {() => void} path */
export function outlined(pen, strokes, path) {
  for (const [strokeStyle, lineWidth] of strokes) {
    Object.assign(pen, { strokeStyle, lineWidth });
    pen.beginPath();
    path();
    pen.stroke();
  }
}

/** A text that reads upwards.
 * @param {Pen} pen @param {string} text @param {number} x @param {number} y @param {CanvasTextAlign} align */
export function upwards(pen, text, x, y, align = "center") {
  pen.save();
  pen.translate(x, y);
  pen.rotate(-Math.PI / 2);
  pen.textAlign = align;
  pen.fillText(text, 0, 0);
  pen.restore();
}

/** @typedef {[place: number, text: string]} Tick */

/** A text at so many px of an axis. @param {number} place @param {string} text @returns {Tick} */
export const tickAt = (place, text) => [place, text];

/** Two axes around a box: their ticks, [[px, text], …], and their names.
 * @param {Pen} pen @param {Box} box @param {Tick[]} across @param {Tick[]} up @param {string[]} names */
export function axes(pen, { x, y, w, h }, across, up, [name, upName]) {
  Object.assign(pen, { textAlign: "center", textBaseline: "top" });
  for (const [place, text] of across) pen.fillText(text, place, y + h + 4);
  pen.fillText(name, x + w / 2, y + h + 18);
  Object.assign(pen, { textAlign: "right", textBaseline: "middle" });
  for (const [place, text] of up) pen.fillText(text, x - 5, place);
  upwards(pen, upName, 9, y + h / 2);
}

/** Colours from the lowest at the foot of a bar to the highest: `colour(share)`. @param {Pen} pen @param {Box} box @param {(share: number) => string} colour */
export function colourBar(pen, { x, y, w, h }, colour) {
  for (let i = 0; i < h; i++) {
    pen.fillStyle = colour(1 - i / h);
    pen.fillRect(x, y + i, w, 1.5);
  }
}

/** Round values between two ends, about `wanted` of them. @param {number} low @param {number} high @param {number} wanted */
export function evenTicks(low, high, wanted) {
  const raw = (high - low) / Math.max(1, wanted);
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = power * ([1, 2, 5].find((factor) => factor * power >= raw) ?? 10);
  const ticks = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; i++) ticks.push(+(i * step).toPrecision(12));
  return ticks;
}
