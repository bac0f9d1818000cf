// y = xW + b in whole numbers: the matrices of every stage. A press on an output brings it into focus.
import { element, write } from "../../../element.js";
import { count, number } from "../../../numbers.js";
import { subscripted } from "../../shared/words.js";

/** @typedef {"x" | "w" | "b" | "out"} Kind whose row or column, of those in focus, is lit */
/** @typedef {Payload<{ tables: { name: string, kind: Kind, title: string }[], chosen: [row: number, column: number] }>} Data
 * with an array for each name, [rows, columns] or [steps, rows, columns] */

/** @type {Mount<Data>} */
export function mount(root, payload, zoom, hand) {
  let writers = /** @type {((step: number) => void)[]} */ ([]);
  const place = element("div", { class: "gb-stages" });
  root.replaceChildren(place);
  return {
    update({ header: { tables, chosen: [row, column] }, arrays }) {
      const columns = arrays.true.shape[1];
      /** @type {Record<Kind, (row: number, column: number) => boolean>} */
      const lit = { x: (r) => r === row, w: (_, c) => c === column, b: (_, c) => c === column, out: (r, c) => r === row && c === column };
      writers = [];
      place.replaceChildren(...tables.map(({ name, kind, title }) => element("figure", {}, element("figcaption", {}, ...subscripted(title)),
        matrix(arrays[name], lit[kind], (r, c) => kind === "out" && hand.change({ index: r * columns + c + 1 }), writers))));
    },
    draw(step) { for (const show of writers) show(step); },
  };
}

const text = (/** @type {number} */ value) => (Number.isInteger(value) ? count(value) : number(value));

/** A table of numbers: `writers` gets what writes its cells at a step.
 * @param {Numbers} array @param {(row: number, column: number) => boolean} lit @param {(row: number, column: number) => void} choose
 * @param {((step: number) => void)[]} writers */
function matrix(array, lit, choose, writers) {
  const [height, width] = array.shape.slice(-2), each = array.shape.length > 2 ? height * width : 0;
  const rows = Array.from({ length: height }, (_, row) => element("tr", {}, ...Array.from({ length: width }, (_, column) => {
    const node = element("td", { class: lit(row, column) ? "gb-focus" : false, onclick: () => choose(row, column) });
    writers.push((step) => write(node, text(array[step * each + row * width + column])));
    return node;
  })));
  return element("table", {}, element("tbody", {}, ...rows));
}
