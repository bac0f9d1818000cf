// Several ways to score the same keys, a row each: scores, weights and context, every number opened into its formula.
import { element, write } from "../../../element.js";
import { number } from "../../../numbers.js";
import { worded } from "../../../worded.js";
import { enough, inFull, made, plain, product, quotient, signed, sum, worked } from "../../shared/arithmetic.js";
import { OpenedCells } from "../../shared/opened_cells.js";
import { softmax, weighted } from "../../shared/softmax_steps.js";
import { copying } from "../../shared/table_copy.js";
import { tableHead } from "../../shared/tables.js";
import { dim } from "../../shared/words.js";

const DIGITS = 6, SHORT = 5;
const TERMS = 8; // of a sum, written out

/** @typedef {Payload<{ kinds: string[], formulas: string[], spelled: string[][] }, Arrays<"scores" | "keys" | "beta">>} Data
 * `formulas` by kind, `spelled` with numbers by kind and key; `scores` [kinds, keys], `keys` [keys, width], `beta` [steps] */
/** @typedef {import("../../shared/arithmetic.js").Expression} Expression */
/** @typedef {ReturnType<typeof softmax> & Record<"score" | "context", Float64Array> & { beta: number }} Row */

/** @type {Mount<Data>} */
export function mount(root, payload) {
  const table = element("table", { class: "gb-steps", role: "grid", "aria-label": payload.header.called });
  let { header, arrays } = payload, head = /** @type {string[]} */ ([]), at = 0, rows = /** @type {Row[]} */ ([]);

  const reckon = () => {
    const beta = arrays.beta[at], [kinds, keys] = arrays.scores.shape, width = arrays.keys.shape[1];
    rows = Array.from({ length: kinds }, (_, i) => {
      const score = arrays.scores.slice(i * keys, (i + 1) * keys), found = softmax(score, beta);
      return { ...found, beta, score, context: weighted(found.weight, arrays.keys, width) };
    });
  };
  const valueOf = (/** @type {string} */ cell) => {
    const [kind, column, place] = cell.split("|");
    return rows[+kind][/** @type {"score" | "weight" | "context"} */ (column)][+place];
  };
  /** A sum; of a long one the first terms are written out. */
  const long = (/** @type {Expression[]} */ terms) => (terms.length <= TERMS ? sum(terms) : made(terms, (...values) => values.reduce((a, b) => a + b, 0),
    (...texts) => worded`${texts.slice(0, TERMS).join(" + ")} + … (${terms.length - TERMS} more)`));

  /** The formula of a number, with numbers in it, and the number. */
  const opened = new OpenedCells(table, (cell) => {
    const [kind, column, place] = cell.split("|");
    const { score, beta, scaled, sum: total, weight, largest } = rows[+kind], name = header.kinds[+kind], of = `h${+place + 1}`;
    const { length } = weight, width = arrays.keys.shape[1], value = valueOf(cell);
    if (column === "score") {
      const short = number(value, DIGITS), full = inFull(value), spelled = `${header.spelled[+kind][+place]} = `;
      return [dim(worded`${name} score of ${of} = ${header.formulas[+kind]}: `), full.textContent === short ? spelled : worded`${spelled}${short}, in full `, full];
    }
    if (column === "context") return [dim(worded`${name}, coordinate ${+place + 1} of the context Σ a·h = `),
      ...worked(long(Array.from({ length }, (_, j) => product([plain(weight[j]), signed(arrays.keys[j * width + +place])], "·"))), value, SHORT)];
    // As exp(βe)/Σ exp(βe), which is how it is done by hand, as long as no exponential is too large.
    const small = Math.abs(largest) < 30, less = small ? 0 : largest, raised = Array.from(scaled, (each) => Math.exp(each - less));
    const rule = small ? "exp(β·score) / Σ exp(β·score)" : "exp(β·score − max) / Σ exp(β·score − max)";
    const whole = small ? raised.reduce((a, b) => a + b, 0) : total;
    const inside = made([plain(beta), signed(score[+place]), signed(less)], (b, e, max) => Math.exp(b * e - max),
      (b, e, max) => `exp(${b}·${e}${small ? "" : ` − ${max}`})`);
    const first = made([inside, long(raised.map(plain))], (above, below) => above / below, (above, below) => `${above} / (${below})`);
    return [dim(worded`${name} weight of ${of} = ${rule}, β = ${number(beta, 4)}: `),
      `${first.text(enough(first, value, SHORT, DIGITS + 1))} = `, ...worked(quotient(plain(raised[+place]), plain(whole)), value, SHORT)];
  });

  /** @type {Required<View<Data>>} */
  const view = {
    leave() {},
    update(next) {
      ({ header, arrays } = next);
      opened.cells.clear();
      const [, keys] = arrays.scores.shape, width = arrays.keys.shape[1];
      const places = (/** @type {string} */ name, /** @type {number} */ length) => Array.from({ length }, (_, i) => `${name}|${i}`);
      const columns = [...places("score", keys), ...places("weight", keys), ...places("context", width)];
      const numbered = (/** @type {string} */ name, /** @type {number} */ length) => Array.from({ length }, (_, i) => `${name}${i + 1}`);
      head = [worded("score"), ...numbered(worded("score of h"), keys), ...numbered(worded("weight of h"), keys), ...numbered(worded("context "), width)];
      const line = (/** @type {string} */ kind, /** @type {number} */ i) => element("tr", {}, element("th", { scope: "row" }, kind), ...columns.map((column) => opened.cell(i, column)));
      table.replaceChildren(tableHead(head),
        element("tbody", {}, ...header.kinds.map(line)));
    },
    draw(step) {
      at = step;
      reckon();
      for (const [name, cell] of opened.cells) write(cell, number(valueOf(name) + 0, DIGITS));
      opened.draw("0|weight|0");
    },
  };
  root.replaceChildren(opened.formula, element("div", { class: "gb-scrolled" }, table),
    copying(() => [head, ...rows.map(({ score, weight, context }, i) => [header.kinds[i], ...score, ...weight, ...context])]));
  view.update(payload);
  return view;
}
