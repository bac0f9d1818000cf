// The picture at rest: the length that a reader looks at in cells as fine as the screen. It draws nothing by itself.
import { rest } from "./raster.js";

/** @typedef {Payload<{ of: string, step: number, start: number, column: number }, Arrays<"pixels" | "edges">>} Data */

/** @type {Mount<Data>} */
export const mount = () => ({
  update({ header, arrays }) {
    const { of, step, start, column } = header, [rows, columns] = arrays.pixels.shape;
    rest({ of, step, picture: { rows, columns, start, column, pixels: arrays.pixels, edges: arrays.edges } });
  },
  draw() {},
});
