// Spectrograms as levels 0 … 255 on grids of their own: where each begins among all pixels, and how one fills a place.
import { milliseconds } from "./words.js";

/** @typedef {{ rows: number, columns: number, start: number, column: number, pixels: Float64Array, edges: Float64Array }} Grid levels, row
 * after row from the lowest frequency, each `column` seconds wide */
/** @typedef {{ rate: number, window: string }} Of of the sound, and the window's name */
/** @typedef {Of & { length: number, rows: number, columns: number, start: number, column: number }} Pinned */
/** @typedef {Grid & { lut: Uint32Array, label: string }} Picture */

/** Where each picture begins among the pixels, and among the edges of rows. @param {Record<"rows" | "columns", Numbers>} arrays */
export function offsets({ rows, columns }) {
  let [pixel, edge] = [0, 0];
  return Array.from(rows, (high, i) => {
    const here = { pixel, edge };
    pixel += high * columns[i];
    edge += high + 1;
    return here;
  });
}

/** One of the pictures, by its place and its step.
 * @param {Arrays<"rows" | "columns" | "start" | "column" | "pixels" | "edges">} arrays @param {{ pixel: number, edge: number }} place
 * @param {number} step @returns {Grid} */
export function grid(arrays, { pixel, edge }, step) {
  const rows = arrays.rows[step], columns = arrays.columns[step];
  return {
    rows, columns, start: arrays.start[step], column: arrays.column[step],
    pixels: arrays.pixels.subarray(pixel, pixel + rows * columns), edges: arrays.edges.subarray(edge, edge + rows + 1),
  };
}

/** What a picture was made with, in words. @param {Of & { length: number }} of */
export const named = ({ rate, window, length }) => `${window}, ${milliseconds(length / rate)}`;

/** The picture of a pinned state, which has cells and colours of its own.
 * @param {Pinned} pinned @param {Arrays<never, "pinned.pixels" | "pinned.edges" | "pinned.colours">} arrays @returns {Picture | null} */
export function pinnedPicture({ rate, window, length, ...place }, arrays) {
  const { "pinned.pixels": pixels, "pinned.edges": edges, "pinned.colours": colours } = arrays;
  return !pixels || !edges || !colours ? null : { ...place, pixels, edges, lut: lookup(colours), label: named({ rate, window, length }) };
}

/** Level → colour as a canvas holds it: alpha, blue, green, red. @param {Numbers} colours */
export function lookup(colours) {
  const lut = new Uint32Array(256);
  for (let i = 0; i < 256; i++) lut[i] = 0xff000000 | (colours[3 * i + 2] << 16) | (colours[3 * i + 1] << 8) | colours[3 * i];
  return lut;
}

const columnOf = (/** @type {Grid} */ { start, column, columns }, /** @type {number} */ time) => Math.min(columns - 1, Math.max(0, Math.floor((time - start) / column)));

/** @param {Grid} picture @param {number} hz */
export function rowOf({ rows, edges }, hz) {
  let row = rows - 1;
  while (row > 0 && hz < edges[row]) row--;
  return row;
}

/** @param {Grid} picture @param {number} time @param {number} row */
export const level = (picture, time, row) => picture.pixels[row * picture.columns + columnOf(picture, time)];

/** Every pixel of a place on the screen from the cell that it lies in, `from` … `to` seconds across, `axis` upwards.
 * @param {Pen} pen @param {Picture} picture @param {import("./axes.js").FrequencyAxis} axis @param {number[]} ends @param {Box} box @param {number} ratio */
export function fill(pen, picture, axis, [from, to], { x, y, w, h }, ratio) {
  const [wide, high] = [Math.max(1, Math.round(w * ratio)), Math.round(h * ratio)];
  const image = pen.createImageData(wide, high);
  const out = new Uint32Array(image.data.buffer);
  const { columns, edges, pixels, lut } = picture;
  const [begin, end] = [picture.start, picture.start + columns * picture.column];
  const across = Int32Array.from({ length: wide }, (_, i) => {
    const time = from + ((i + 0.5) / wide) * (to - from);
    return time < begin - picture.column || time > end + picture.column ? -1 : columnOf(picture, time);
  });
  let row = picture.rows - 1, before = -1;
  for (let j = 0; j < high; j++) {
    const hz = axis.from(1 - (j + 0.5) / high);
    while (row > 0 && hz < edges[row]) row--;
    if (row === before) { out.copyWithin(j * wide, (j - 1) * wide, j * wide); continue; }
    const line = row * columns;
    // A pinned picture may end before the axis does: there is nothing to be shown.
    for (let i = 0; i < wide; i++) out[j * wide + i] = across[i] < 0 ? 0 : lut[pixels[line + across[i]]];
    before = row;
  }
  pen.putImageData(image, Math.round(x * ratio), Math.round(y * ratio));
}
