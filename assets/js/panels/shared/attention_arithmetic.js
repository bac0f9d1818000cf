// Attention of one query: every number of it, and the formula that gives the number, with its numbers in it.
// A number has a `row` (a key's, "query", "sink", "sum", or "rest" for the keys that are not `listed`) and a `column`: its
// kind and perhaps the coordinate, such as weight or av:0.
import { element } from "../../element.js";
import { LISTED } from "../../number_signs.js";
import { count, number } from "../../numbers.js";
import { worded } from "../../worded.js";
import { inFull, made, plain, product, quotient, signed, sum, worked } from "./arithmetic.js";
import { products, rowAt, softmax, weighted } from "./softmax_steps.js";
import { dim } from "./words.js";

const TERMS = 6; // of a sum, written out
/** @type {Record<string, string>} */
const HEADS = { exponential: "exp(z − max z)", weight: worded("weight"), av: "a·v" };
/** @type {Record<string, (of: string) => string>} */
const GIVEN = { query: (of) => worded`query of ${of}`, key: (of) => worded`key of ${of}`, value: (of) => worded`value of ${of}` };

/** @typedef {import("./softmax_steps.js").Vector} Vector */
/** @typedef {{ keys: string[], scale?: string, digits?: number, softcap?: number | null, sink?: number | null, undefined?: boolean }} Named
 * `keys` are labels, `scale` is how the factor is written, such as 1/√d, `sink` a score; with `undefined` 0/0 is no number */
/** @typedef {Arrays<"key" | "value", "input" | "toQuery" | "toKey" | "toValue">} Given
 * `key` [keys, d], `value` [keys, width]; where all were made of inputs, `input` [keys, m] and the matrices [m, …] */
/** @typedef {{ query: Vector, asking: string, input?: Vector, scale: number, allowed?: Vector }} Query */
/** @typedef {[words: (Node | string) | (Node | string)[], expression?: import("./arithmetic.js").Expression | null, last?: string]} Spelled */
/** @typedef {"product" | "scaled" | "capped" | "masked" | "exponential" | "weight"} Kind a step that is a number for each key */

export class Arithmetic {
  /** @type {Set<number>} */ listed = new Set();

  /** `query` [d], called `asking` and made of the `input` if of any; `allowed` [keys] where there is a mask.
   * @param {{ header: Named, arrays: Given }} given @param {Query} query */
  constructor({ header, arrays }, { query, asking, input, scale, allowed }) {
    const { key, value } = arrays, product = products(query, key), found = softmax(product, scale, allowed, header);
    this.header = header;
    this.key = key;
    this.value = value;
    this.inputs = arrays.input;
    /** @type {Record<string, Numbers | undefined>} */
    this.maps = { query: arrays.toQuery, key: arrays.toKey, value: arrays.toValue };
    this.query = query;
    this.asking = asking;
    this.input = input;
    this.scale = scale;
    this.allowed = allowed;
    this.depth = query.length;
    this.width = value.shape[1];
    this.product = product;
    this.scaled = found.scaled;
    this.capped = found.capped;
    this.masked = found.masked;
    this.largest = found.largest;
    this.exponential = found.exponential;
    this.ofSink = found.ofSink;
    this.sum = found.sum;
    this.weight = found.weight;
    this.output = weighted(this.weight, value, this.width);
    this.score = allowed ? "masked" : header.softcap ? "capped" : "scaled"; // what softmax is taken of
  }

  /** The number; a vector where the column holds all coordinates. @param {string} row @param {string} column @returns {any} */
  valueOf(row, column) {
    const [kind, place] = column.split(":"), vector = this.vectorOf(row, kind);
    if (vector) return place === "all" ? vector : vector[+place];
    if (row === "sink") return { exponential: this.ofSink, weight: this.weightOfSink() }[kind] ?? this.header.sink;
    if (row === "sum") return kind === "weight" ? this.sumOfWeights() : this.sum;
    const each = this[/** @type {Kind} */ (kind)];
    return row === "rest" ? this.others(each).reduce((total, one) => total + one, 0) : each[+row];
  }

  weightOfSink() { return this.sum ? this.ofSink / this.sum : 0; }

  /** Of the keys. Where the query may look nowhere there are none, or numbers that are none. */
  sumOfWeights() {
    if (this.sum) return 1 - this.weightOfSink();
    return this.header.undefined ? NaN : 0;
  }

  /** A key, a value or a share of the output; nothing for the other kinds. @param {string} row @param {string} kind */
  vectorOf(row, kind) {
    if (kind === "k") return row === "query" ? this.query : rowAt(this.key, +row);
    if (kind === "v") return rowAt(this.value, +row);
    return kind === "av" ? this.share(row) : null;
  }

  /** What a key adds to the output; what all that are not listed add; the output itself. @param {string | number} row */
  share(row) {
    if (row === "sum") return this.output;
    if (row === "rest") return weighted(this.others(this.weight), this.value, this.width);
    return Float64Array.from(rowAt(this.value, +row), (each) => each * this.weight[+row]);
  }

  /** @param {Vector} array */
  others(array) { return array.map((each, j) => (this.listed.has(j) ? 0 : each)); }

  /** @param {number} value */
  write(value, digits = this.header.digits ?? 4) { return number(value, digits); }

  /** The formula of a number, as nodes. @param {string} row @param {string} column @returns {(Node | string)[]} */
  spell(row, column) {
    const [kind, place] = column.split(":"), value = this.valueOf(row, column);
    const list = (/** @type {Vector} */ vector) => `(${Array.from(vector, (each) => this.write(each)).join(LISTED)})`;
    const result = typeof value === "number" ? inFull(value) : element("strong", { class: "gb-focus" }, list(value));
    if (row === "rest") return [dim(worded`all other keys together, ${HEADS[kind]}: `), result];
    const [words, expression, last = ""] = this.spelled(row, kind, place);
    return [dim(...[words].flat()), ...(expression ? worked(expression, value, this.header.digits ?? 4) : [last, result])];
  }

  /** @param {string} row @param {string} kind @param {string} place @returns {Spelled} */
  spelled(row, kind, place) {
    if (kind === "k") return this.spellGiven(row === "query" ? row : "key", row, place);
    if (kind === "v") return this.spellGiven("value", row, place);
    if (kind === "av") return this.spellShare(row, place);
    if (row === "sink") return this.spellSink(kind);
    return row === "sum" ? this.spellSum(kind) : this.spellStep(kind, +row);
  }

  /** A coordinate that was given; or what it was made of. @param {string} what @param {string} row @param {string} place @returns {Spelled} */
  spellGiven(what, row, place) {
    const of = row === "query" ? this.asking : this.header.keys[+row], width = what === "value" ? this.width : this.depth;
    const weights = this.maps[what], from = what === "query" ? this.input : this.inputs && rowAt(this.inputs, +row);
    const said = GIVEN[what](of);
    if (place === "all") return [said + worded(": ")];
    if (!weights || !from) return [worded`${said}, coordinate ${+place + 1} of ${width}: `];
    return [worded`${said}, coordinate ${+place + 1} = x W: `, terms(Array.from(from, (each, i) => [each, weights[i * width + +place]]))];
  }

  /** @param {string} kind @param {number} row @returns {Spelled} */
  spellStep(kind, row) {
    const of = this.header.keys[row], softcap = this.header.softcap ?? 0, blind = worded("this query may look nowhere");
    switch (kind) {
      case "product": return [[worded`q·k with ${of} = Σ q`, element("sub", {}, "i"), "k", element("sub", {}, "i"), " = "],
        terms(Array.from(rowAt(this.key, row), (each, i) => [this.query[i], each]))];
      case "scaled": {
        const scale = this.write(this.scale), named = this.header.scale ? `${this.header.scale} = ${scale}` : scale;
        return [worded`${of}, scale·(q·k), scale ${named}: `, product([plain(this.scale), signed(this.product[row])])];
      }
      case "capped": return [worded`${of}, c·tanh(z/c), which keeps every score between −c and c = ${this.write(softcap)}: `,
        made([plain(softcap), plain(this.scaled[row])], (c, z) => c * Math.tanh(z / c), (c, z) => `${c}·tanh(${z} / ${c})`)];
      case "masked": return this.spellMasked(of, row);
      case "exponential": return Number.isFinite(this.largest) ? this.spellExponential(of, this.masked[row]) : [blind + worded(": ")];
      default: return this.sum
        ? [worded`weight of ${of} = exp(z − max z) / Σ: `, quotient(plain(this.exponential[row]), plain(this.sum))]
        : this.spellNothing(blind);
    }
  }

  /** @param {string} blind @returns {Spelled} */
  spellNothing(blind) {
    return [this.header.undefined ? worded`${blind}, and 0/0 is no number (NaN): ` : worded`${blind}, and a weight of 0/0 is left out: `];
  }

  /** @param {string} of @param {number} row @returns {Spelled} */
  spellMasked(of, row) {
    const score = [plain(this.capped[row])];
    return this.allowed?.[row] ? [worded`${of}: the mask lets the query look here: `, made(score, (z) => z, (z) => `${z} + 0`)]
      : [worded`${of}: the mask hides it: `, made(score, () => -Infinity, (z) => `${z} + (−∞)`)];
  }

  /** @param {string} of @param {number} score @returns {Spelled} */
  spellExponential(of, score) {
    return [worded`${of}, exp(z − max z), which leaves the weights as they are and no exponential too large: `,
      made([plain(score), signed(this.largest)], (z, max) => Math.exp(z - max), (z, max) => `exp(${z} − ${max})`)];
  }

  /** @param {string} row @param {string} place @returns {Spelled} */
  spellShare(row, place) {
    if (row !== "sum") {
      const words = worded`what ${this.header.keys[+row]} adds to the output, a·v: `, weight = this.weight[+row];
      return place === "all" ? [words, null, `${this.write(weight)} × v = `]
        : [words, product([plain(weight), signed(rowAt(this.value, +row)[+place])])];
    }
    if (place === "all") return [worded("the output, Σ a·v: ")];
    return [worded`the output, coordinate ${+place + 1}, Σ a·v = `, terms(
      Array.from(this.weight, (each, j) => [each, this.value[j * this.width + +place]]))];
  }

  /** @param {string} kind @returns {Spelled} */
  spellSink(kind) {
    if (kind === "exponential") return this.spellExponential(worded("the sink"), this.header.sink ?? NaN);
    return kind === "weight"
      ? [worded("the sink’s weight = exp(s − max z) / Σ, which no value is taken with: "), quotient(plain(this.ofSink), plain(this.sum))]
      : [worded("the sink, a score that this head has learned and that stands for no key: ")];
  }

  /** @param {string} kind @returns {Spelled} */
  spellSum(kind) {
    const beside = this.ofSink ? [[this.ofSink]] : [];
    if (kind === "exponential") {
      return [beside.length ? worded`${HEADS[kind]}, summed over the keys and the sink: ` : worded`${HEADS[kind]}, summed over the keys: `,
        terms([...Array.from(this.exponential, (each) => [each]), ...beside])];
    }
    return beside.length
      ? [worded("weight, summed over the keys: less than 1, as the sink has the rest: "),
        made([plain(this.ofSink / this.sum)], (each) => 1 - each, (each) => `1 − ${each}`)]
      : [worded("weight, summed over the keys: ")];
  }
}

/** A sum of products written out; where it is long, its largest terms and what the others come to. @param {number[][]} factors */
function terms(factors) {
  const size = (/** @type {number[]} */ factor) => Math.abs(factor.reduce((all, each) => all * each, 1));
  const short = factors.length > TERMS + 2;
  const written = short ? [...factors].sort((a, b) => size(b) - size(a)).slice(0, TERMS) : factors;
  const parts = written.map(([first, ...others]) => product([plain(first), ...others.map(signed)]));
  if (!short) return sum(parts);
  const left = new Set(written);
  const rest = factors.filter((each) => !left.has(each)).reduce((all, each) => all + each.reduce((a, b) => a * b, 1), 0);
  const smaller = (/** @type {string} */ text) => worded`${count(factors.length - TERMS)} smaller terms (${text})`;
  return sum([...parts, made([plain(rest)], (value) => value, smaller)]);
}
