// A table that follows the axis and is sorted by a click on a column's head. A click on a row sets `field` to its key.
import { element } from "../../element.js";
import { number } from "../../numbers.js";

/** @typedef {{ names: string[], keys: string[], heads: string[], words: string, field?: string, focus?: number, chosen?: number }} Table */
/** @typedef {Payload<Table>} Data with an array `column…` for each head but the first, [steps, names] */

/** @type {Mount<Data>} */
export function mount(root, { header, arrays }, zoom, hand) {
  const table = element("table", { class: "gb-figures gb-way gb-sortable" });
  const words = element("p", { class: "gb-note gb-dim" });
  root.replaceChildren(words, table);
  let [sorted, downwards, at, drawn] = [-1, false, 0, ""];

  const value = (/** @type {number} */ column, /** @type {number} */ row) => arrays[`column${column}`][at * header.names.length + row];
  const order = () => {
    const rows = header.names.map((_, row) => row);
    if (sorted < 0) return rows;
    const by = (/** @type {number} */ a, /** @type {number} */ b) => (sorted === 0
      ? header.names[a].localeCompare(header.names[b]) : value(sorted - 1, a) - value(sorted - 1, b));
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
        name + (column === sorted ? (downwards ? " ↓" : " ↑") : ""))))));
  const row = (/** @type {number} */ place) => element("tr", {
    class: !header.field ? false : place === header.focus ? "gb-focus" : place === header.chosen ? "gb-other" : "gb-choice",
    onclick: () => header.field && hand.change({ [header.field]: header.keys[place] }),
  }, element("th", { scope: "row" }, header.names[place] + (place === header.chosen ? " (B)" : "")),
  ...header.heads.slice(1).map((_, column) => element("td", {}, number(value(column, place)))));

  /** @param {number} step */
  function draw(step) {
    if (drawn === `${step} ${sorted} ${downwards}`) return; // a table that stays while others follow the axis
    drawn = `${step} ${sorted} ${downwards}`;
    at = step;
    words.textContent = header.words;
    table.replaceChildren(head(), element("tbody", {}, ...order().map(row)));
  }
  return { update(next) { ({ header, arrays } = next); drawn = ""; }, draw };
}
