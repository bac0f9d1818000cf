// A table that follows the axis and is sorted by a click on a column's head. A click on a row sets `field` to its key, where
// there is a field. NaN stands for a number that there is not.
import { element } from "../../element.js";
import { count, joined, number } from "../../numbers.js";
import { copying } from "./table_copy.js";

/** @typedef {{ field: string, keys: (string | number)[], focus?: number, chosen: number }} Choice of a row: which of them is in focus, which is chosen */
/** @typedef {{ column: number, text: string }} Mark what stands behind the number of a column where `mark` [steps, names] is 1 */
/** @typedef {{ column: number, text: string }} Below what stands in place of the number of a column where `below` [steps, names] is 1 */
/** @typedef {{ names: string[], heads: string[], words: string, digits?: number[], choice?: Choice, mark?: Mark, below?: Below }} Table
 * `digits` of each column, 0 for whole numbers */
/** @typedef {Payload<Table>} Data with an array `column…` for each head but the first, [steps, names] */

/** @type {Mount<Data>} */
export function mount(root, { header, arrays }, zoom, hand) {
  const table = element("table", { class: "gb-figures gb-way gb-sortable" });
  const words = element("p", { class: "gb-note gb-dim" });
  root.replaceChildren(words, table, copying(() => [header.heads, ...header.names.map(
    (name, row) => [name, ...header.heads.slice(1).map((_, column) => value(column, row))])]));
  let [sorted, downwards, at, drawn] = [-1, false, 0, ""];

  const cell = (/** @type {string} */ name, /** @type {number} */ row) => arrays[name][at * header.names.length + row];
  const value = (/** @type {number} */ column, /** @type {number} */ row) => cell(`column${column}`, row);
  const bound = (/** @type {number} */ column, /** @type {number} */ row) =>
    (header.below?.column === column && cell("below", row) ? header.below.text : "");
  const written = (/** @type {number} */ column, /** @type {number} */ row) => {
    const digits = header.digits?.[column] ?? 4, one = value(column, row);
    const marked = header.mark?.column === column && cell("mark", row);
    return (digits ? number(one, digits) : count(one)) + (marked ? ` (${header.mark?.text})` : "");
  };
  const order = () => {
    const rows = header.names.map((_, row) => row);
    if (sorted < 0) return rows;
    const by = (/** @type {number} */ a, /** @type {number} */ b) => (sorted === 0
      ? header.names[a].localeCompare(header.names[b], "en", { numeric: true }) : value(sorted - 1, a) - value(sorted - 1, b));
    return rows.sort((a, b) => (downwards ? by(b, a) : by(a, b)) || a - b);
  };
  const sort = (/** @type {number} */ column) => {
    [downwards, sorted] = [sorted === column && !downwards, column];
    draw(at);
    /** @type {NodeListOf<HTMLElement>} */ (table.querySelectorAll("th button"))[column].focus();
  };
  const head = () => element("thead", {}, element("tr", {}, ...header.heads.map((name, column) =>
    element("th", { scope: "col", "aria-sort": column === sorted ? (downwards ? "descending" : "ascending") : "none" },
      element("button", { type: "button", class: "gb-quiet", onclick: () => sort(column) },
        joined(name) + (column === sorted ? (downwards ? " ↓" : " ↑") : ""))))));
  const row = (/** @type {number} */ place) => {
    const { choice, names, heads } = header, chosen = place === choice?.chosen;
    return element("tr", {
      class: choice && (place === choice.focus ? "gb-focus" : chosen ? "gb-other" : "gb-choice"),
      onclick: () => choice && hand.change({ [choice.field]: choice.keys[place] }),
    }, element("th", { scope: "row" }, names[place] + (chosen ? " (B)" : "")),
    ...heads.slice(1).map((_, column) => element("td", {}, bound(column, place) || written(column, place))));
  };

  /** @param {number} step */
  function draw(step) {
    if (drawn === `${step} ${sorted} ${downwards}`) return; // a table that stays while others follow the axis
    drawn = `${step} ${sorted} ${downwards}`;
    at = step;
    words.textContent = header.words;
    words.hidden = !header.words;
    table.replaceChildren(head(), element("tbody", {}, ...order().map(row)));
  }
  return { update(next) { ({ header, arrays } = next); drawn = ""; }, draw };
}
