// Words as token chips, at any step, from one number per boundary: the merge that removed it.
import { element } from "../../../element.js";
import { count } from "../../../numbers.js";
import { worded } from "../../../worded.js";

const SHORT = 16; // tokens: a longer word may be broken between them

/** Words laid end to end: symbols, the merge that removed the boundary in front of each (−1: none), and offsets. */
export class Words {
  /** `signs` are the characters that several bytes spell, by the numbers of these; inside a word, `inside` stands before a symbol.
   * @param {{ tokens: string[], symbol: Numbers, boundary: Numbers, offset: Numbers, length?: Numbers, signs?: Record<string, string>, inside?: string }} words */
  constructor({ tokens, symbol, boundary, offset, length, signs = {}, inside = "" }) {
    this.tokens = tokens;
    this.signs = signs;
    this.inside = inside;
    this.symbol = symbol;
    this.boundary = boundary;
    this.offset = offset;
    this.length = length;
  }

  /** The tokens of a word after `step` merges: [{text, size, joins}], `joins` true where merge `step` joins it to the next. @param {number} word @param {number} step */
  at(word, step) {
    /** @type {{ symbols: number[], joins: boolean }[]} */
    const pieces = [];
    for (let i = this.offset[word]; i < this.offset[word + 1]; i++) {
      const gone = this.boundary[i] >= 0 && this.boundary[i] < step;
      const last = pieces.at(-1);
      if (gone && last) {
        last.symbols.push(this.symbol[i]);
      } else {
        if (last && this.boundary[i] === step) last.joins = true;
        pieces.push({ symbols: [this.symbol[i]], joins: false });
      }
    }
    return pieces.map(({ symbols, joins }) => ({ text: this.spelt(symbols), size: symbols.length, joins }));
  }

  /** The symbols as one text: bytes that make up a character become it. @param {number[]} symbols */
  spelt(symbols) {
    let text = "";
    for (let i = 0; i < symbols.length;) {
      const size = [4, 3, 2].find((n) => symbols.slice(i, i + n).join() in this.signs) ?? 1;
      const name = this.tokens[symbols[i]];
      text += size > 1 ? this.signs[symbols.slice(i, i + size).join()] : i ? name.slice(this.inside.length) : name;
      i += size;
    }
    return text;
  }

  /** A number that changes whenever the look of the word does. @param {number} word @param {number} step */
  version(word, step) {
    let [gone, lit] = [0, 0];
    for (let i = this.offset[word]; i < this.offset[word + 1]; i++) {
      const at = this.boundary[i];
      if (at >= 0 && at < step) gone += 1;
      if (at === step) lit = 1;
    }
    return 2 * gone + lit;
  }

  /** What the chips show, in characters: words that look the same have the same. @param {number} word @param {number} step */
  look(word, step) {
    return this.at(word, step).map(({ text, size, joins }) => `${text}\0${Math.min(size, 6)}${joins}`).join("\0");
  }

  /** The word as chips; the pair that merge `step` joins is lit, unless `lit` says otherwise. @param {number} word @param {number} step */
  chips(word, step, lit = true) {
    const pieces = this.at(word, step);
    const spelt = pieces.map(({ text }) => text).join(" | "); // borders are no text: a screen reader would say one word
    const node = element("span", { class: "gb-word", role: "img", "aria-label": spelt });
    let open = false; // the previous chip joins this one
    for (const { text, size, joins } of pieces) {
      node.append(chip(text, size, lit && (open || joins), lit && joins ? "gb-joins" : ""));
      if (pieces.length > SHORT) node.append(document.createElement("wbr"));
      open = joins;
    }
    const hidden = this.length ? this.length[word] - (this.offset[word + 1] - this.offset[word]) : 0;
    if (hidden > 0) node.append(element("span", { class: "gb-dim" }, worded`… and ${count(hidden)} more`));
    return node;
  }
}

/** How many tokens there are. @param {number} many */
export const tokens = (many) => (many === 1 ? worded("1 token") : worded`${count(many)} tokens`);

/** A token. The more symbols it holds, the deeper its shade; lit, it is the pair in focus. @param {string} text */
export function chip(text, size = 1, lit = false, more = "") {
  return element("span", { class: `gb-chip gb-size${Math.min(size, 6)}${lit ? " gb-lit" : ""} ${more}`.trim() }, text);
}
