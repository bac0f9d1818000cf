// Attention of one query, step by step: a row for each key, a column for each step. Every number opens into its formula
// with the numbers in it, by a click or by the arrow keys.
//
// header: `query` (a label, or one for each step) and `keys` (labels), safe to show; perhaps a `title`, `scale` (how the
//   factor is written, such as 1/√d) and `digits` (significant ones in the table).
// arrays: `query` [d] or [steps, d], `key` [keys, d], `value` [keys, width], `scale` [1] or [steps], and `allowed`, 1
//   where the query may look, [keys] or [steps, keys]; without it there is no mask. Where all three were made of inputs,
//   perhaps `input` [keys, m], `asking` [m] (the query's) and the matrices `toQuery`, `toKey`, `toValue` [m, …].
// Beyond MOST keys the heaviest come first, and the others are summed up in one row.
import { element } from "../../glassbox.js";
import { opening } from "./cell_walk.js";
import { inFull, made, plain, product, quotient, signed, sum, worked } from "./arithmetic.js";
import { number } from "../../numbers.js";
import { products, rowAt, softmax, weighted } from "./softmax_steps.js";
import { copying } from "./table_copy.js";
import { dim } from "./words.js";

const MOST = 16; // keys with a row of their own
const HEAVIEST = 12; // rows where there are more
const WIDE = 6; // coordinates with a column of their own
const TERMS = 6; // of a sum, written out

export function mount(root, payload) {
  const formula = element("p", { class: "gb-headline gb-opened" });
  const table = element("table", { class: "gb-steps", role: "grid" });
  const title = element("h3", { class: "gb-panel-title" });
  const view = new Steps(title, formula, table);
  root.replaceChildren(title, formula, element("div", { class: "gb-scrolled" }, table), copying(() => view.tabbed()));
  view.update(payload);
  return view;
}

class Steps {
  constructor(title, formula, table) {
    Object.assign(this, { title, formula, table, chosen: null });
    opening(table, (cell) => this.choose(cell));
  }

  update({ header, arrays }) {
    Object.assign(this, { header, arrays, shape: "" });
    this.title.textContent = header.title ?? "";
    this.title.hidden = !header.title;
  }

  draw(step) {
    this.reckon(step);
    this.asking = Array.isArray(this.header.query) ? this.header.query[step] : this.header.query;
    const rows = this.listed();
    const shape = [rows.join(), this.width, this.depth, Boolean(this.allowed)].join("|");
    if (shape !== this.shape) this.build(rows);
    this.shape = shape;
    this.table.querySelector(".gb-query th").textContent = this.asking;
    this.formula.setAttribute("aria-live", "off"); // a hand on the axis is no question
    for (const [name, cell] of this.cells) {
      const [row, column] = name.split("|");
      cell.querySelector("span:last-child").textContent = this.shown(row, column);
      if (column === "weight" && row !== "sum") cell.firstChild.style.width = `${100 * this.valueOf(row, column)}%`;
    }
    for (const line of this.table.querySelectorAll("tr[data-key]")) {
      line.classList.toggle("gb-dim", this.allowed !== undefined && !this.allowed[+line.dataset.key]);
    }
    // The largest weight, until a hand has opened another number.
    if (!this.byHand || !this.cells.has(this.chosen)) this.chosen = `${this.heaviest()}|weight`;
    this.open();
  }

  /** All steps for the query at this step of the axis. */
  reckon(step) {
    const { query, key, value, scale, allowed } = this.arrays;
    const steps = this.header.length;
    this.query = rowAt(query, step, query.shape.length > 1 ? steps : NaN);
    this.allowed = allowed && rowAt(allowed, step, steps);
    this.scale = scale.length > 1 ? scale[step] : scale[0];
    [this.depth, this.width] = [this.query.length, value.shape[1]];
    this.product = products(this.query, key);
    Object.assign(this, softmax(this.product, this.scale, this.allowed));
    this.output = weighted(this.weight, value, this.width);
    this.keys = this.product.length;
  }

  heaviest() { return this.weight.reduce((best, each, j) => (each > this.weight[best] ? j : best), 0); }

  /** The keys with a row of their own: all of them, or the heaviest, heaviest first. */
  listed() {
    const all = [...this.weight.keys()];
    if (this.keys <= MOST) return all;
    return all.sort((a, b) => this.weight[b] - this.weight[a] || a - b).slice(0, HEAVIEST);
  }

  /** The columns of a row: [name, index]. */
  columns() {
    const vector = (name, length) => (length > WIDE ? [`${name}:all`] : Array.from({ length }, (_, i) => `${name}:${i}`));
    return [
      ...vector("k", this.depth), "product", "scaled", ...(this.allowed ? ["masked"] : []), "exponential", "weight",
      ...vector("v", this.width), ...vector("av", this.width)];
  }

  build(rows) {
    this.rows = rows;
    this.cells = new Map();
    const columns = this.columns();
    const has = (column, kinds) => kinds.includes(column.split(":")[0]);
    const cell = (row, column) => {
      const node = element("td", { tabindex: -1, role: "gridcell", "data-column": column, "data-row": row });
      if (column === "weight" && row !== "sum") node.append(element("span", { class: "gb-bar" }));
      node.append(element("span"));
      this.cells.set(`${row}|${column}`, node);
      return node;
    };
    const line = (row, label, kinds, attributes = {}) => element("tr", attributes,
      element("th", { scope: "row", title: label }, label),
      ...columns.map((column) => (has(column, kinds) ? cell(row, column) : element("td", { "aria-hidden": true }))));
    const every = ["k", "product", "scaled", "masked", "exponential", "weight", "v", "av"];
    const rest = this.keys - rows.length;
    this.table.replaceChildren(
      element("thead", {}, element("tr", {}, element("td"), ...this.headings(columns))),
      element("tbody", {},
        line("query", "", ["k"], { class: "gb-query" }),
        ...rows.map((key) => line(key, this.header.keys[key], every, { "data-key": key })),
        rest ? line("rest", `… and ${rest.toLocaleString("en-GB")} others`, ["exponential", "weight", "av"]) : null,
        line("sum", "sum", ["exponential", "weight", "av"], { class: "gb-sums" })));
  }

  /** A heading over each group of columns. */
  headings(columns) {
    const names = {
      k: "key k", product: "q·k", scaled: "× scale", masked: "+ mask", exponential: "exp(z − max)", weight: "weight a",
      v: "value v", av: "a·v" };
    const groups = [];
    for (const column of columns) {
      const [kind] = column.split(":");
      if (groups.at(-1)?.kind === kind) groups.at(-1).many++;
      else groups.push({ kind, many: 1 });
    }
    return groups.map(({ kind, many }) => element("th", { scope: "colgroup", colspan: many }, names[kind]));
  }

  /** The number in a cell; a vector where the column holds all coordinates. */
  valueOf(row, column) {
    const [kind, place] = column.split(":");
    const { key, value } = this.arrays;
    const vector = {
      k: () => (row === "query" ? this.query : this.part(key, row, this.depth)),
      v: () => this.part(value, row, this.width),
      av: () => this.share(row),
    }[kind];
    if (vector) return place === "all" ? vector() : vector()[+place];
    if (row === "sum") return kind === "weight" ? (this.sum ? 1 : 0) : this.sum;
    return row === "rest" ? this.others(this[kind]) : this[kind][row];
  }

  part(matrix, row, width) { return matrix.subarray(row * width, (row + 1) * width); }

  /** What a key adds to the output; what all others add; the output itself. */
  share(row) {
    if (row === "sum") return this.output;
    if (row !== "rest") return Float64Array.from(this.part(this.arrays.value, row, this.width), (each) => each * this.weight[row]);
    return weighted(this.weight.map((each, j) => (this.rows.includes(j) ? 0 : each)), this.arrays.value, this.width);
  }

  others(array) {
    const listed = new Set(this.rows);
    return array.reduce((total, each, j) => (listed.has(j) ? total : total + each), 0);
  }

  say(value, digits = this.header.digits ?? 4) { return number(value + 0, digits); }

  shown(row, column) {
    const value = this.valueOf(row, column);
    if (typeof value === "number") return this.say(value);
    return `(${this.say(value[0], 3)}, ${this.say(value[1], 3)}, …)`;
  }

  choose(cell) {
    this.byHand = true;
    this.chosen = `${cell.dataset.row}|${cell.dataset.column}`;
    this.formula.setAttribute("aria-live", "polite");
    if (document.activeElement !== cell) cell.focus({ preventScroll: true });
    this.open();
  }

  /** The chosen cell's formula, with its numbers in it. */
  open() {
    for (const [name, cell] of this.cells) {
      const chosen = name === this.chosen;
      cell.classList.toggle("gb-chosen", chosen);
      cell.tabIndex = chosen ? 0 : -1;
      cell.setAttribute("aria-selected", chosen);
    }
    const [row, column] = this.chosen.split("|");
    this.formula.replaceChildren(...this.spell(row, column));
  }

  spell(row, column) {
    const [kind, place] = column.split(":");
    const value = this.valueOf(row, column);
    const result = typeof value === "number" ? inFull(value) : element("strong", { class: "gb-focus" }, this.list(value));
    const of = row === "query" || row === "sum" || row === "rest" ? "" : this.header.keys[row];
    if (row === "rest") return [dim(`all other keys together, ${HEADS[kind]}: `), result];
    const says = { k: () => this.spellGiven(row === "query" ? "query" : "key", of || this.asking, place, +row),
      v: () => this.spellGiven("value", of, place, +row), av: () => this.spellShare(row, place) }[kind];
    const [words, expression, last = ""] = says?.() ?? (row === "sum" ? this.spellSum(kind) : this.spellStep(kind, +row, of));
    return [dim(...[words].flat()), ...(expression ? worked(expression, value, this.header.digits ?? 4) : [last, result])];
  }

  /** A coordinate that was given; or what it was made of. */
  spellGiven(what, of, place, row) {
    const { input, asking, toQuery, toKey, toValue } = this.arrays;
    const [weights, width] = { query: [toQuery, this.depth], key: [toKey, this.depth], value: [toValue, this.width] }[what];
    if (weights && place !== "all") {
      const from = what === "query" ? asking : this.part(input, row, asking.length);
      return [`${what} of ${of}, coordinate ${+place + 1} = x W: `, terms(Array.from(from, (each, i) => [each, weights[i * width + +place]]))];
    }
    return [`${what} of ${of}${place === "all" ? "" : `, coordinate ${+place + 1} of ${what === "value" ? this.width : this.depth}`}: `];
  }

  spellStep(kind, row, of) {
    const s = this.say(this.scale), named = this.header.scale ? `${this.header.scale} = ${s}` : s;
    switch (kind) {
      case "product": return [[`q·k with ${of} = Σ q`, element("sub", {}, "i"), "k", element("sub", {}, "i"), " = "], terms(
        Array.from({ length: this.depth }, (_, i) => [this.query[i], this.arrays.key[row * this.depth + i]]))];
      case "scaled": return [`${of}, scale·(q·k), scale ${named}: `, product([plain(this.scale), signed(this.product[row])])];
      case "masked": return this.allowed[row]
        ? [`${of}: the mask lets the query look here: `, made([plain(this.scaled[row])], (z) => z, (z) => `${z} + 0`)]
        : [`${of}: the mask hides it: `, made([plain(this.scaled[row])], () => -Infinity, (z) => `${z} + (−∞)`)];
      case "exponential": return Number.isFinite(this.largest)
        ? [`${of}, exp(z − max z), which leaves the weights as they are and no exponential too large: `,
          made([plain(this.masked[row]), signed(this.largest)], (z, max) => Math.exp(z - max), (z, max) => `exp(${z} − ${max})`)]
        : ["this query may look nowhere: "];
      default: return this.sum
        ? [`weight of ${of} = exp(z − max z) / Σ: `, quotient(plain(this.exponential[row]), plain(this.sum))]
        : ["this query may look nowhere, and a weight of 0/0 is left out: "];
    }
  }

  spellShare(row, place) {
    if (row !== "sum") {
      const value = this.part(this.arrays.value, +row, this.width), words = `what ${this.header.keys[row]} adds to the output, a·v: `;
      return place === "all" ? [words, null, `${this.say(this.weight[row])} × v = `]
        : [words, product([plain(this.weight[row]), signed(value[+place])])];
    }
    if (place === "all") return ["the output, Σ a·v: "];
    return [`the output, coordinate ${+place + 1}, Σ a·v = `, terms(
      Array.from(this.weight, (each, j) => [each, this.arrays.value[j * this.width + +place]]))];
  }

  spellSum(kind) {
    return [`${HEADS[kind]}, summed over the keys: `, kind === "weight" ? null : terms(Array.from(this.exponential, (each) => [each]))];
  }

  list(vector) { return `(${Array.from(vector, (each) => this.say(each)).join(", ")})`; }

  /** All keys in full, for a spreadsheet. */
  tabbed() {
    const { key, value } = this.arrays;
    const numbered = (name, length) => Array.from({ length }, (_, i) => `${name}${i + 1}`);
    const head = ["key", ...numbered("k", this.depth), "q·k", "scaled", "masked", "exp", "weight", ...numbered("v", this.width),
      ...numbered("a·v ", this.width)];
    const lines = Array.from(this.weight, (_, j) => [
      this.header.keys[j], ...this.part(key, j, this.depth), this.product[j], this.scaled[j], this.masked[j],
      this.exponential[j], this.weight[j], ...this.part(value, j, this.width), ...this.share(j)]);
    const blank = Array(this.depth + 3).fill("");
    const sums = ["sum", ...blank, this.sum, this.sum ? 1 : 0, ...Array(this.width).fill(""), ...this.output];
    const query = ["query", ...this.query];
    return [head, query, ...lines, sums];
  }
}

/** A sum of products written out; where it is long, its largest terms and what the others come to. */
function terms(factors) {
  const size = (factor) => Math.abs(factor.reduce((all, each) => all * each, 1));
  const short = factors.length > TERMS + 2;
  const written = short ? [...factors].sort((a, b) => size(b) - size(a)).slice(0, TERMS) : factors;
  const parts = written.map(([first, ...others]) => product([plain(first), ...others.map(signed)]));
  if (!short) return sum(parts);
  const left = new Set(written);
  const rest = factors.filter((each) => !left.has(each)).reduce((all, each) => all + each.reduce((a, b) => a * b, 1), 0);
  const smaller = (text) => `${(factors.length - TERMS).toLocaleString("en-GB")} smaller terms (${text})`;
  return sum([...parts, made([plain(rest)], (value) => value, smaller)]);
}

const HEADS = { exponential: "exp(z − max z)", weight: "weight", av: "a·v" };
