// The error by channel and place: a cell for each, from none to the largest.
import { element } from "../../../glassbox.js";

const HEIGHT = 208;

export function mount(root, payload) {
  const canvas = element("canvas", { class: "gb-cells", role: "img" });
  const title = element("p", { class: "gb-note gb-dim" });
  const scale = element("div", { class: "gb-scale", "aria-hidden": "true" });
  const key = element("p", { class: "gb-note gb-dim" });
  root.replaceChildren(title, canvas, scale, key);
  let { header, arrays } = payload;
  const draw = (step) => {
    const { rows, columns, wide, most, words, colours } = header;
    Object.assign(canvas, { width: columns, height: rows });
    canvas.style.height = `${HEIGHT}px`;
    canvas.setAttribute("aria-label", words);
    title.textContent = words;
    scale.style.background = `linear-gradient(to right, ${colours.join(", ")})`;
    const pen = canvas.getContext("2d");
    const base = step * (arrays.cells.length / arrays.cells.shape[0]);
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const level = arrays.cells[base + row * wide + column];
        pen.fillStyle = colours[Math.min(colours.length - 1, Math.floor((level / 255) * colours.length))];
        pen.fillRect(column, row, 1, 1);
      }
    }
    key.textContent = `√(Σe²/Σx²) of a cell, from 0 to ${most[step]}`;
  };
  return { update(next) { ({ header, arrays } = next); }, draw };
}
