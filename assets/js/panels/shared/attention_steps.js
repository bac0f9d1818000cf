// Attention of one query, step by step: a row for each key, a column for each step. Every number opens into its formula
// with the numbers in it, by a click or by the arrow keys.
// Beyond MOST keys the heaviest come first, and the others are summed up in one row.
import { element, write } from "../../element.js";
import { LISTED } from "../../number_signs.js";
import { count } from "../../numbers.js";
import { worded } from "../../worded.js";
import { Arithmetic } from "./attention_arithmetic.js";
import { OpenedCells } from "./opened_cells.js";
import { rowAt } from "./softmax_steps.js";
import { copying } from "./table_copy.js";

const MOST = 16; // keys with a row of their own
const HEAVIEST = 12; // rows where there are more
const WIDE = 6; // coordinates with a column of their own
const SUMMED = ["exponential", "weight", "av"]; // columns of the rows below the keys
/** @type {Record<string, string>} */
const HEADINGS = {
  k: worded("key k"), product: "q·k", scaled: worded("× scale"), capped: "c·tanh(z/c)", masked: worded("+ mask"), exponential: "exp(z − max)",
  weight: worded("weight a"), v: worded("value v"), av: "a·v" };

/** @typedef {import("./attention_arithmetic.js").Named & { query: string | string[], title?: string }} Fields */
/** @typedef {Payload<Fields, import("./attention_arithmetic.js").Given & Arrays<"query" | "scale", "allowed" | "asking">>} Data
 * `query` [d] or [steps, d], `scale` [1] or [steps]; `allowed`, 1 where the query may look, [keys] or [steps, keys], where there
 * is a mask; `asking` [m] is what the query was made of, if of any `input` */

/** @type {Mount<Data>} */
export function mount(root, payload) {
  const view = new Steps();
  root.replaceChildren(view.title, view.opened.formula, element("div", { class: "gb-scrolled" }, view.table), copying(() => view.tabbed()));
  view.update(payload);
  return view;
}

class Steps {
  /** @type {Data["header"]} */ header;
  /** @type {Data["arrays"]} */ arrays;
  /** @type {Arithmetic} */ now;
  shape = "";

  constructor() {
    this.title = element("h3", { class: "gb-panel-title" });
    this.table = element("table", { class: "gb-steps", role: "grid" });
    this.opened = new OpenedCells(this.table, (name) => {
      const [row, column] = name.split("|");
      return this.now.spell(row, column);
    });
  }

  /** @param {Data} payload */
  update({ header, arrays }) {
    Object.assign(this, { header, arrays, shape: "" });
    this.title.textContent = header.title ?? "";
    this.title.hidden = !header.title;
    this.table.setAttribute("aria-label", header.called);
  }

  /** @param {number} step */
  draw(step) {
    this.now = this.arithmetic(step);
    const rows = this.heaviest(), shape = rows.join();
    this.now.listed = new Set(rows);
    if (shape !== this.shape) this.build(rows);
    this.shape = shape;
    write(this.table.querySelectorAll(".gb-query th")[0], this.now.asking);
    this.writeCells();
    const { weight } = this.now;
    this.opened.draw(`${weight.indexOf(Math.max(...weight))}|weight`);
  }

  /** All numbers of the query at this step of the axis. @param {number} step */
  arithmetic(step) {
    const { header, arrays: { query, scale, allowed, asking: input } } = this;
    return new Arithmetic(this, {
      query: query.shape.length > 1 ? rowAt(query, step) : query, input,
      asking: Array.isArray(header.query) ? header.query[step] : header.query,
      scale: scale.length > 1 ? scale[step] : scale[0], allowed: allowed && rowAt(allowed, step, header.length) });
  }

  writeCells() {
    const { now } = this;
    for (const [name, cell] of this.opened.cells) {
      const [row, column] = name.split("|"), value = now.valueOf(row, column);
      const [bar, text = bar] = /** @type {HTMLElement[]} */ ([...cell.children]);
      write(text, typeof value === "number" ? now.write(value)
        : `(${now.write(value[0], 3)}${LISTED}${now.write(value[1], 3)}${LISTED}…)`);
      if (column === "weight" && row !== "sum") bar.style.width = `${100 * (value || 0)}%`;
    }
    for (const line of /** @type {NodeListOf<HTMLElement>} */ (this.table.querySelectorAll("tr[data-key]"))) {
      line.classList.toggle("gb-dim", now.allowed !== undefined && !now.allowed[Number(line.dataset.key)]);
    }
  }

  /** The keys with a row of their own: all of them, or the heaviest, heaviest first. */
  heaviest() {
    const { weight } = this.now, all = [...weight.keys()];
    if (all.length <= MOST) return all;
    return all.sort((a, b) => weight[b] - weight[a] || a - b).slice(0, HEAVIEST);
  }

  columns() {
    const { depth, width, allowed } = this.now;
    const vector = (/** @type {string} */ name, /** @type {number} */ length) => (length > WIDE ? [`${name}:all`] : Array.from({ length }, (_, i) => `${name}:${i}`));
    return [
      ...vector("k", depth), "product", "scaled", ...(this.header.softcap ? ["capped"] : []), ...(allowed ? ["masked"] : []),
      "exponential", "weight", ...vector("v", width), ...vector("av", width)];
  }

  /** @param {number[]} rows */
  build(rows) {
    this.opened.cells.clear();
    const columns = this.columns(), { score } = this.now;
    const cell = (/** @type {string | number} */ row, /** @type {string} */ column) => this.opened.cell(row, column,
      column === "weight" && row !== "sum" ? element("span", { class: "gb-bar" }) : null, element("span"));
    const line = (/** @type {string | number} */ row, /** @type {string} */ label, kinds = Object.keys(HEADINGS), attributes = {}) => element("tr", attributes,
      element("th", { scope: "row", title: label }, label),
      ...columns.map((column) => (kinds.includes(column.split(":")[0]) ? cell(row, column) : element("td", { "aria-hidden": true }))));
    const rest = this.now.weight.length - rows.length;
    this.table.replaceChildren(
      element("thead", {}, element("tr", {}, element("td"), ...this.headings(columns))),
      element("tbody", {},
        line("query", "", ["k"], { class: "gb-query" }),
        ...rows.map((key) => line(key, this.header.keys[key], undefined, { "data-key": key })),
        rest ? line("rest", worded`… and ${count(rest)} others`, SUMMED) : null,
        typeof this.header.sink === "number" ? line("sink", worded("the sink"), [score, "exponential", "weight"]) : null,
        line("sum", worded("sum"), SUMMED, { class: "gb-sums" })));
  }

  /** A heading over each group of columns. @param {string[]} columns */
  headings(columns) {
    const kinds = columns.map((column) => column.split(":")[0]);
    return [...new Set(kinds)].map((kind) =>
      element("th", { scope: "colgroup", colspan: kinds.filter((each) => each === kind).length }, HEADINGS[kind]));
  }

  /** All keys in full, for a spreadsheet. */
  tabbed() {
    const { now } = this, { softcap, sink } = this.header, beside = typeof sink === "number";
    const numbered = (/** @type {string} */ name, /** @type {number} */ length) => Array.from({ length }, (_, i) => `${name}${i + 1}`);
    const scores = /** @type {import("./attention_arithmetic.js").Kind[]} */ (["product", "scaled", ...(softcap ? ["capped"] : []), "masked"]);
    const head = ["key", ...numbered("k", now.depth), "q·k", ...scores.slice(1), "exp", "weight", ...numbered("v", now.width),
      ...numbered("a·v ", now.width)];
    const lines = Array.from(now.weight, (_, j) => [
      this.header.keys[j], ...rowAt(this.arrays.key, j), ...scores.map((kind) => now[kind][j]),
      now.exponential[j], now.weight[j], ...rowAt(this.arrays.value, j), ...now.share(j)]);
    const blank = (/** @type {number} */ many) => Array(many).fill("");
    return [head, ["query", ...now.query], ...lines,
      ...(beside ? [["the sink", ...blank(now.depth + scores.length - 1), sink, now.ofSink, now.valueOf("sink", "weight")]] : []),
      ["sum", ...blank(now.depth + scores.length), now.sum, now.valueOf("sum", "weight"), ...blank(now.width), ...now.output]];
  }
}
