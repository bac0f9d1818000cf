// Weights of attention as a picture: a row for each query, a column for each key, exact values under the pointer, and the
// row in focus outlined. A weight that is NaN is hidden by the mask. A press on a row moves the axis there.
import { aloudFrom } from "../../aloud.js";
import { CanvasView } from "../../canvas_layout.js";
import { lookup } from "../../colours.js";
import { element, penOf, renew } from "../../element.js";
import { count, number } from "../../numbers.js";
import { palette } from "../../palette.js";
import { scrub } from "../../scrub.js";
import { worded } from "../../worded.js";
import { arrow } from "./arrow_keys.js";
import { Weights } from "./attention_weights.js";
import { colourBar, outlined, upwards } from "./drawing.js";
import { dim, quoted } from "./words.js";

const READABLE = 12; // px: cells at least so large have their words beside them
const LABEL = 74; // px, at the most, for words
const TALLEST = 295; // px
const LARGEST_CELL = 34; // px
const BAR = 46; // px for the scale of colours
const LOWEST = 60; // px of its height beside few rows
const APART = 10; // px between two of its numbers

/** @typedef {import("./attention_weights.js").Rule & { rowName: string, columnName: string, title?: string, colours: [number, string][], cells?: number }} Map */
/** @typedef {Payload<Map, Arrays<never, "weights" | "picture" | "query" | "key" | "first" | "last" | "hidden">>} Data
 * weights [rows × columns] from 0 to 1, or what attention_weights.js makes them of; perhaps their `picture`, in the levels of
 * that module, each pixel the largest of `cells` × `cells`. The index of the axis is the row in focus. */
/** @typedef {Box & { cell: number, worded: boolean, height: number, width: number }} Place */
/** @typedef {{ row: number, column: number }} Cell */

/** @type {Mount<Data>} */
export const mount = (root) => new Heatmap(root);

/** @extends {CanvasView<Data, Place>} */
export class Heatmap extends CanvasView {
  /** @type {Colour[]} */ lut;
  /** @type {Numbers | undefined} */ sent;
  /** @type {Weights} */ weights;
  /** @type {Cell | null} */ pointed = null;
  rows = 0;
  columns = 0;

  /** @param {HTMLElement} root */
  constructor(root) {
    super("crosshair", { tabindex: 0 });
    this.title = element("h3", { class: "gb-panel-title" });
    this.reading = aloudFrom(this.canvas, element("p", { class: "gb-note gb-reading" }));
    root.replaceChildren(this.title, this.canvas, this.reading);
    this.picture = document.createElement("canvas");
    this.onPress(() => this.box && ({ ...this.box, x: 0, w: this.box.x + this.box.w }), (spot) => this.press(spot)); // words stand left of the cells
    this.canvas.addEventListener("pointermove", (event) => this.point(event));
    this.canvas.onpointerleave = () => { this.pointed = null; this.tell(); };
    this.canvas.onkeydown = (event) => this.step(event);
  }

  /** @param {Data} payload */
  update(payload, weights = new Weights(payload)) {
    super.update(payload);
    const { header, arrays } = payload;
    Object.assign(this, { weights, sent: arrays.picture, lut: lookup(header.colours), pointed: null });
    this.rows = header.rows.length;
    this.columns = header.columns.length;
    this.title.textContent = header.title ?? "";
    this.title.hidden = !header.title;
  }

  /** @returns {Place} */
  arrange() {
    const pen = penOf(this.ground);
    pen.font = this.layout.font();
    const { rows, columns, layout: { width } } = this;
    const longest = (/** @type {string[]} */ words) => Math.min(LABEL, Math.max(0, ...words.map((word) => pen.measureText(word).width)) + 6);
    const fit = (/** @type {number} */ left, /** @type {number} */ top) => Math.min((width - left - BAR) / columns, (this.layout.high(TALLEST) - top) / rows, LARGEST_CELL);
    const many = Math.max(rows, columns) > 80; // words would not fit, and measuring them takes time
    let [left, top] = many ? [34, 26] : [longest(this.header.rows) + 14, longest(this.header.columns) + 18];
    let cell = fit(left, top);
    const worded = !many && cell >= READABLE;
    if (!worded) { [left, top] = [34, 26]; cell = fit(left, top); }
    return { x: left, y: top, w: cell * columns, h: cell * rows, cell, worded, width, height: Math.ceil(top + Math.max(cell * rows, LOWEST) + 4) };
  }

  /** @param {number} row */
  draw(row) {
    const at = (this.at = Math.min(row, this.rows - 1));
    const { layout, ground } = this, width = layout.measure();
    if (!width) return;
    const colours = (this.colours = palette(this.canvas));
    const renewed = this.renewed();
    if (renewed || this.box.width !== width) Object.assign(this, { box: this.arrange() });
    if (layout.fit(this.box.height, ground) || renewed) this.paintGround();
    const pen = layout.pen(ground), { x, y, w, cell } = this.box;
    const high = Math.max(cell, 3), top = y + at * cell + (cell - high) / 2, thin = cell < 6 ? 0.5 : 1;
    outlined(pen, [["rgba(255,255,255,.85)", 4 * thin], [colours.focus, 2 * thin]],
      () => pen.rect(x - 1, top - 0.5, w + 2, high + 1));
    if (this.box.worded) {
      pen.fillStyle = colours.paper; // over the word that stands there in grey
      pen.fillRect(13, y + at * cell, x - 15, cell);
    }
    this.rowWord(pen, at, colours.focus, "600");
    this.tell();
  }

  /** All that stays while the row in focus moves. */
  paintGround() {
    const { layout, box: { x, y, w, h } } = this, { ratio } = layout, pen = layout.clear(this.ground);
    pen.fillStyle = this.colours.soft;
    pen.fillRect(x, y, w, h);
    const [across, down] = this.paintPicture(Math.max(1, Math.round(w * ratio)), Math.max(1, Math.round(h * ratio)));
    pen.imageSmoothingEnabled = false;
    pen.drawImage(this.picture, x, y, across * w, down * h);
    this.words(pen);
    this.scale(pen);
  }

  /** A pixel for each cell; where there are more cells than pixels, each pixel has the largest weight of its cells.
   * @param {number} wide @param {number} high */
  paintPicture(wide, high) {
    const { lut, header } = this, cells = this.sent ? header.cells ?? 1 : 1;
    const levels = this.sent ?? this.weights.levels(), columns = Math.ceil(this.columns / cells), rows = levels.length / columns;
    const across = Math.min(columns, wide), down = Math.min(rows, high), most = new Uint8Array(across * down);
    const column = Int32Array.from({ length: columns }, (_, c) => Math.floor((c * across) / columns));
    for (let r = 0, at = 0; r < rows; r++) {
      const line = Math.floor((r * down) / rows) * across;
      for (let c = 0; c < columns; c++, at++) {
        const place = line + column[c];
        if (levels[at] > most[place]) most[place] = levels[at];
      }
    }
    Object.assign(this.picture, { width: across, height: down });
    const pixels = new ImageData(across, down), words = new Uint32Array(pixels.data.buffer);
    const packed = Uint32Array.from({ length: 256 }, (_, level) => { // 0 stays transparent: the mask hides it
      const [r, g, b] = lut[Math.round(((level - 1) * 255) / 254)] ?? [];
      return level && ((255 << 24) | (b << 16) | (g << 8) | r);
    });
    for (let i = 0; i < most.length; i++) words[i] = packed[most[i]];
    penOf(this.picture).putImageData(pixels, 0, 0);
    return [(cells * columns) / this.columns, (cells * rows) / this.rows]; // its last pixels may reach beyond the last cells
  }

  /** @param {Pen} pen */
  words(pen) {
    const { x, y, w, h, cell, worded } = this.box, { header, columns, rows } = this;
    pen.fillStyle = this.colours.muted;
    if (worded) {
      for (let r = 0; r < rows; r++) this.rowWord(pen, r, this.colours.muted);
      pen.textBaseline = "middle";
      for (let c = 0; c < columns; c++) upwards(pen, fitted(pen, header.columns[c], LABEL), x + (c + 0.5) * cell, y - 4, "left");
    } else {
      pen.textAlign = "center";
      pen.textBaseline = "bottom";
      for (const tick of ticks(columns, w)) pen.fillText(count(tick), x + (tick - 0.5) * cell, y - 2);
      pen.textAlign = "right";
      pen.textBaseline = "middle";
      for (const tick of ticks(rows, h)) pen.fillText(count(tick), x - 4, y + (tick - 0.5) * cell);
    }
    pen.textAlign = "left";
    pen.textBaseline = "top";
    pen.fillText(`${header.columnName} →`, x, 0);
    upwards(pen, `← ${header.rowName}`, 0, y, "right");
  }

  /** @param {Pen} pen @param {number} row @param {string} colour @param {string} [weight] */
  rowWord(pen, row, colour, weight) {
    if (!this.box.worded) return;
    const { x, y, cell } = this.box;
    pen.font = this.layout.font(11, weight);
    pen.fillStyle = colour;
    pen.textAlign = "right";
    pen.textBaseline = "middle";
    pen.fillText(fitted(pen, this.header.rows[row], x - 14), x - 4, y + (row + 0.5) * cell);
    pen.font = this.layout.font();
  }

  /** Colours go with the root of the weight, so that small ones are seen too. @param {Pen} pen */
  scale(pen) {
    const { x, y, w, h } = this.box, left = x + w + 10, high = Math.max(LOWEST, Math.min(h, 220));
    colourBar(pen, { x: left, y, w: 8, h: high }, (share) => `rgb(${this.lut[Math.round(255 * share)]})`);
    pen.fillStyle = this.colours.muted;
    pen.textAlign = "left";
    pen.textBaseline = "middle";
    for (const [weight, at] of alongScale(high)) pen.fillText(number(weight), left + 12, y + at);
  }

  /** @param {Spot} spot @returns {Cell | null} */
  cellAt({ offsetX, offsetY }) {
    const { x, y, cell } = this.box, column = Math.floor((offsetX - x) / cell), row = Math.floor((offsetY - y) / cell);
    const inside = row >= 0 && row < this.rows && column < this.columns;
    return inside ? { row, column: Math.max(0, column) } : null;
  }

  /** @param {PointerEvent} event */
  point(event) {
    if (!this.box) return;
    this.pointed = this.cellAt(event);
    this.tell();
  }

  /** @param {Spot} spot */
  press({ offsetY }) {
    const { y, cell } = this.box;
    scrub.jump(this.header.follow, Math.min(Math.floor((offsetY - y) / cell), this.rows - 1));
  }

  /** @param {KeyboardEvent} event */
  step(event) {
    const move = arrow(event), { at } = this;
    if (!move || at === undefined) return;
    const [across, down] = move;
    const row = Math.min(Math.max(at + down, 0), this.rows - 1);
    if (down) scrub.jump(this.header.follow, row);
    const column = this.pointed?.column ?? largest(this.weights.row(row));
    this.pointed = across ? { row: at, column: Math.min(Math.max(column + across, 0), this.columns - 1) } : null;
    this.tell();
  }

  /** The cell under the pointer, or else the largest of the row in focus. */
  tell() {
    const { header } = this, row = this.pointed?.row ?? this.at;
    if (row === undefined) return;
    const column = this.pointed?.column ?? largest(this.weights.row(row));
    const weight = this.weights.row(row)[column];
    const named = (/** @type {string} */ name, /** @type {string[]} */ words, /** @type {number} */ at) => [dim(`${name} ${count(at + 1)} `), element("bdi", {}, quoted(words[at]))];
    renew(this.reading,
      ...named(header.rowName, header.rows, row), dim(" → "), ...named(header.columnName, header.columns, column), worded(": "),
      element("strong", { class: "gb-focus" }, Number.isNaN(weight) ? worded("hidden by the mask") : number(weight, 5)),
      ...(this.pointed ? [] : [dim(worded(" (the largest of the row)"))]));
  }
}

/** The numbers of a scale of colours of this height that lie on no other, with their places from its top. @param {number} high */
export function alongScale(high) {
  const kept = /** @type {[number, number][]} */ ([]);
  for (const weight of [1, 0, 0.3, 0.1, 0.6, 0.01]) {
    const at = Math.min(Math.max(high * (1 - Math.sqrt(weight)), 5), high - 5);
    if (kept.every(([, other]) => Math.abs(at - other) >= APART)) kept.push([weight, at]);
  }
  return kept;
}

/** @param {Float32Array | Float64Array} row */
function largest(row) {
  let best = 0;
  for (let i = 1; i < row.length; i++) if (row[i] > row[best] || Number.isNaN(row[best])) best = i;
  return best;
}

/** Round places, counted from 1, so far apart that they can be read. @param {number} many @param {number} length */
function ticks(many, length) {
  const least = (46 * many) / Math.max(length, 1);
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((size) => size >= least) ?? 1000;
  return Array.from({ length: Math.floor(many / step) }, (_, i) => (i + 1) * step);
}

/** The words, as many of their signs as fit. @param {Pen} pen @param {string} words @param {number} width */
export function fitted(pen, words, width) {
  if (pen.measureText(words).width <= width) return words;
  const signs = [...words];
  while (signs.length && pen.measureText(`${signs.join("")}…`).width > width) signs.pop();
  return `${signs.join("")}…`;
}
