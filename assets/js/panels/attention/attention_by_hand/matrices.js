// Attention of all queries as matrices: products, scores, weights, output. A click on a number, or the arrow keys, open
// its formula; the number of a row brings that query into focus. Where they were made of inputs, Q, K and V are shown too.
// Of large matrices the part around the query in focus is shown. Where tokens are columns, each matrix is drawn transposed.
import { element, write } from "../../../element.js";
import { worded } from "../../../worded.js";
import { Arithmetic } from "../../shared/attention_arithmetic.js";
import { OpenedCells } from "../../shared/opened_cells.js";
import { rowAt } from "../../shared/softmax_steps.js";
import { copying } from "../../shared/table_copy.js";
import { dim } from "../../shared/words.js";

const MOST = 7; // rows or columns shown

/** @typedef {import("../../shared/attention_arithmetic.js").Named & { focus: number, field: string, columns: boolean }} Fields */
/** @typedef {Payload<Fields, import("../../shared/attention_arithmetic.js").Given & Arrays<"query" | "scale", "allowed">>} Data
 * `focus` from 0, which `field` of Params holds from 1; `query` [queries, d], `scale` [1] or [steps], `allowed` [queries, keys] */

/** @type {Mount<Data>} */
export function mount(root, payload, zoom, hand) {
  const view = new Matrices(hand);
  root.replaceChildren(view.opened.formula, view.place, copying(() => view.tabbed(), worded("Copy the matrices")));
  view.update(payload);
  return view;
}

class Matrices {
  /** @type {Data["header"]} */ header;
  /** @type {Data["arrays"]} */ arrays;
  /** @type {Arithmetic[]} */ known = [];
  step = 0;

  /** @param {Hand} hand */
  constructor(hand) {
    this.hand = hand;
    this.place = element("div", { class: "gb-matrices" });
    this.opened = new OpenedCells(this.place, (name) => this.spell(name), () => [dim(worded("Click any number to see where it comes from."))]);
  }

  /** @param {Data} payload */
  update({ header, arrays }) {
    Object.assign(this, { header, arrays });
    this.opened.cells.clear();
    const [queries, depth] = arrays.query.shape, [keys, width] = arrays.value.shape;
    const rows = around(header.focus, queries), list = (/** @type {number} */ many) => around(0, many);
    const masked = arrays.allowed ? "masked" : "scaled", across = header.columns;
    const made = (/** @type {string} */ letter) => across ? [`${letter} = W`, element("sub", {}, letter), " X"] : [`${letter} = X W`, element("sub", {}, letter)];
    this.place.replaceChildren(
      ...(arrays.input ? [
        this.matrix(made("Q"), rows, list(depth), [queries, depth], (i, j) => [i, "query", `k:${j}`]),
        this.matrix(made("K"), list(keys), list(depth), [keys, depth], (i, j) => [0, i, `k:${j}`], false),
        this.matrix(made("V"), list(keys), list(width), [keys, width], (i, j) => [0, i, `v:${j}`], false)] : []),
      this.matrix([across ? "Kᵀ Q" : "Q Kᵀ"], rows, list(keys), [queries, keys], (i, j) => [i, j, "product"]),
      this.matrix([arrays.allowed ? worded("× scale + mask") : worded("× scale")], rows, list(keys), [queries, keys], (i, j) => [i, j, masked]),
      this.matrix([across ? worded("softmax, column by column: A") : worded("softmax, row by row: A")], rows, list(keys), [queries, keys], (i, j) => [i, j, "weight"]),
      this.matrix([across ? worded("V A, the output") : worded("A V, the output")], rows, list(width), [queries, width], (i, j) => [i, "sum", `av:${j}`]));
  }

  /** One matrix as a table; `name` gives a number's query, row and column. Its rows are queries where `asks`.
   * @param {Child[]} title @param {number[]} rows @param {number[]} columns @param {number[]} shape
   * @param {(i: number, j: number) => (string | number)[]} name */
  matrix(title, rows, columns, [many, wide], name, asks = true) {
    const span = (/** @type {number[]} */ all) => `${all[0] + 1}–${all[all.length - 1] + 1}`;
    const [down, right, tall, broad] = this.header.columns ? [columns, rows, wide, many] : [rows, columns, many, wide];
    const part = rows.length < many || columns.length < wide
      ? worded`, rows ${span(down)}, columns ${span(right)} of ${tall} × ${broad}` : "";
    const cell = (/** @type {number} */ i, /** @type {number} */ j) => {
      const [query, row, column] = name(i, j);
      return this.opened.cell(query, `${row}|${column}`);
    };
    const focus = (/** @type {number} */ i) => element("button", { type: "button", class: "gb-quiet", title: worded`Bring query ${i + 1} into focus`,
      "aria-label": worded`Query ${i + 1}`, "aria-current": i === this.header.focus,
      onclick: () => this.hand.change({ [this.header.field]: i + 1 }) }, i + 1);
    const head = (/** @type {number} */ i, /** @type {string} */ scope) => element("th", { scope }, asks ? focus(i) : i + 1);
    const lines = this.header.columns
      ? [element("tr", {}, ...rows.map((i) => head(i, "col"))), ...columns.map((j) => element("tr", {}, ...rows.map((i) => cell(i, j))))]
      : rows.map((i) => element("tr", { class: asks && i === this.header.focus && "gb-asked" },
        head(i, "row"), ...columns.map((j) => cell(i, j))));
    const caption = element("figcaption", {}, ...title, part);
    return element("figure", { class: "gb-matrix" }, caption,
      element("table", { role: "grid", "aria-label": caption.textContent }, element("tbody", {}, ...lines)));
  }

  /** @param {number} step */
  draw(step) {
    this.step = step;
    this.known = [];
    for (const [name, cell] of this.opened.cells) {
      const [query, row, column] = name.split("|"), now = this.of(+query), value = now.valueOf(row, column);
      write(cell, now.write(value));
      if (column === "weight") cell.style.backgroundColor = `rgb(var(--gb-tint) / ${(0.55 * (value || 0)).toFixed(3)})`;
    }
    this.opened.draw(null);
  }

  /** The arithmetic of a query at the present step. @param {number} query */
  of(query) {
    const { query: queries, scale, allowed, input } = this.arrays;
    return (this.known[query] ??= new Arithmetic(this, {
      query: rowAt(queries, query), asking: worded`query ${query + 1}`, input: input && rowAt(input, query),
      scale: scale.length > 1 ? scale[this.step] : scale[0], allowed: allowed && rowAt(allowed, query) }));
  }

  /** The formula of a number. @param {string} name */
  spell(name) {
    const [query, row, column] = name.split("|"), now = this.of(+query);
    // A score that the mask leaves is opened as the product that it is.
    const spelled = column === "masked" && now.allowed?.[+row] ? "scaled" : column;
    const given = /^[kv]:/.test(column); // a coordinate of Q, K or V, which says of what
    return [given ? "" : dim(worded`query ${+query + 1}, `), ...now.spell(row, spelled)];
  }

  /** All matrices in full, one below the other, for a spreadsheet. */
  tabbed() {
    const all = Array.from({ length: this.arrays.query.shape[0] }, (_, i) => this.of(i));
    const across = this.header.columns;
    /** @type {Record<string, import("../../shared/attention_arithmetic.js").Kind | "output">} */
    const parts = { [across ? "Kᵀ Q" : "Q Kᵀ"]: "product", "scaled and masked": "masked", A: "weight", [across ? "V A" : "A V"]: "output" };
    const lying = (/** @type {number[][]} */ rows) => across ? rows[0].map((_, j) => rows.map((row) => row[j])) : rows;
    return Object.entries(parts).flatMap(([title, part]) => [[title], ...lying(all.map((each) => Array.from(each[part])))]);
  }
}

/** At most MOST numbers below `many`, with `centre` among them. @param {number} centre @param {number} many */
function around(centre, many) {
  const first = Math.max(0, Math.min(centre - (MOST >> 1), many - MOST));
  return Array.from({ length: Math.min(many, MOST) }, (_, i) => first + i);
}
