// The error by channel and place: a cell for each, from none to the largest.
import { rgb } from "../../../colours.js";
import { element, write } from "../../../element.js";
import { worded } from "../../../worded.js";
import { paintCells } from "../../shared/drawing.js";

const HEIGHT = 208;

/** @typedef {{ rows: number, columns: number, most: string[], colours: string[], words: string }} Fields */
/** @typedef {Payload<Fields, Arrays<"cells">>} Data */

/** @type {Mount<Data>} */
export function mount(root, { header, arrays }) {
  const canvas = element("canvas", { class: "gb-cells", role: "img" });
  const [title, key] = [1, 2].map(() => element("p", { class: "gb-note gb-dim" }));
  const scale = element("div", { class: "gb-scale", "aria-hidden": "true" });
  canvas.style.height = `${HEIGHT}px`;
  root.replaceChildren(title, canvas, scale, key);
  return {
    update(next) {
      ({ header, arrays } = next);
      const { words, colours } = header;
      canvas.setAttribute("aria-label", words);
      title.textContent = words;
      scale.style.background = `linear-gradient(to right, ${colours.join(", ")})`;
    },
    draw(step) {
      const { rows, columns, most, colours } = header, { cells } = arrays;
      const base = step * rows * columns, stops = colours.map((colour) => [...rgb(colour), 255]);
      paintCells(canvas, rows, columns, (row, column) =>
        stops[Math.min(stops.length - 1, Math.floor((cells[base + row * columns + column] / 255) * stops.length))]);
      write(key, worded`√(Σe²/Σx²) of a cell, from 0 to ${most[step]}`);
    },
  };
}
