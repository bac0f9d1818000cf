// A list of words and counts in a box that scrolls. Where there is a column `by`, buttons choose the rows that say the same
// there.
import { element } from "../../element.js";
import { count } from "../../numbers.js";
import { worded } from "../../worded.js";
import { copying } from "./table_copy.js";
import { tableHead } from "./tables.js";

/** @typedef {Payload<{ title: string, words: string, heads: string[], rows: (string | number)[][], by: number }>} Data
 * `by` is -1 where nothing is chosen by; no arrays */

/** @type {Mount<Data>} */
export function mount(root, { header }) {
  const title = element("h3", { class: "gb-panel-title" }), words = element("p", { class: "gb-note gb-dim" });
  const buttons = element("p", { class: "gb-kinds" }), table = element("table", { class: "gb-words" });
  const box = element("div", { class: "gb-listed", role: "region", tabindex: 0 }, table);
  let chosen = "";
  root.replaceChildren(title, words, buttons, box, copying(() => [header.heads, ...rows()]));

  const rows = () => header.rows.filter((row) => !chosen || row[header.by] === chosen);
  const cell = (/** @type {string | number} */ value) => (typeof value === "number"
    ? element("td", {}, count(value)) : element("td", {}, element("bdi", {}, value)));
  function fill() {
    const kinds = header.by < 0 ? [] : ["", ...new Set(header.rows.map((row) => String(row[header.by])))];
    if (!kinds.includes(chosen)) chosen = "";
    buttons.hidden = kinds.length < 3;
    buttons.replaceChildren(...kinds.map((kind) => element("button", {
      type: "button", class: "gb-quiet", "aria-pressed": String(kind === chosen), onclick: () => { chosen = kind; fill(); },
    }, kind || worded("All"))));
    table.replaceChildren(tableHead(header.heads), element("tbody", {}, ...rows().map((row) => element("tr", {}, ...row.map(cell)))));
    box.hidden = !header.rows.length;
  }
  return {
    update(next) {
      ({ header } = next);
      title.textContent = header.title;
      words.textContent = header.words;
      box.setAttribute("aria-label", header.title);
      fill();
    },
    draw() {},
  };
}
