// A table of numbers, at each step of the axis or the same at all.
// header: `head` (with the corner), `labels` of the rows, and perhaps `title`, `note`, `digits`, `focus` (a row).
// arrays: `cells` [steps or 1, rows, columns]; NaN stands for a number that there is not.
import { element } from "../../../element.js";
import { number } from "../../../numbers.js";
import { copying } from "../../shared/table_copy.js";
import { tableHead } from "../../shared/tables.js";

/** @typedef {{ head: string[], labels: string[], title?: string, note?: string, digits?: number, focus?: number }} Table */
/** @typedef {Payload<Table, Arrays<"cells">>} Data */

/** @type {Mount<Data>} */
export function mount(root, { header, arrays: { cells } }) {
  let nodes = /** @type {HTMLElement[][]} */ ([]), at = 0;
  const place = element("div");
  root.replaceChildren(place);
  const valueAt = (/** @type {number} */ row, /** @type {number} */ column) => {
    const [steps, rows, columns] = cells.shape;
    return cells[((steps > 1 ? at : 0) * rows + row) * columns + column];
  };
  return {
    update(next) {
      ({ header } = next);
      ({ cells } = next.arrays);
      const [, rows, columns] = cells.shape;
      nodes = Array.from({ length: rows }, () => Array.from({ length: columns }, () => element("td")));
      const body = nodes.map((row, i) =>
        element("tr", { class: header.focus === i && "gb-focus" }, element("th", { scope: "row" }, header.labels[i]), ...row));
      const table = element("table", { class: "gb-steps" },
        tableHead(header.head), element("tbody", {}, ...body));
      place.replaceChildren(
        header.title ? element("h3", { class: "gb-part" }, header.title) : "",
        element("div", { class: "gb-scrolled" }, table),
        header.note ? element("p", { class: "gb-note gb-dim" }, header.note) : "",
        copying(() => [header.head, ...nodes.map((row, i) => [header.labels[i], ...row.map((_, j) => valueAt(i, j))])]));
    },
    draw(step) {
      at = step;
      nodes.forEach((row, i) => row.forEach((node, j) => { node.textContent = number(valueAt(i, j), header.digits ?? 4); }));
    },
  };
}
