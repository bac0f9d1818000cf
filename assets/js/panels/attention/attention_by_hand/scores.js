// Several ways to score the same keys, a row each: scores, weights and context, every number opened into its formula.
// header: `kinds` (names), `formulas` (of a score, by kind), `spelled` [kind][key] (the same with numbers), `beta` (shown
//   values, by step). arrays: `scores` [kinds, keys], `keys` [keys, width], `beta` [steps].
import { element } from "../../../element.js";
import { number } from "../../../numbers.js";
import { enough, inFull, made, plain, product, quotient, signed, sum, worked } from "../../shared/arithmetic.js";
import { opened, opening } from "../../shared/cell_walk.js";
import { softmax, weighted } from "../../shared/softmax_steps.js";
import { copying } from "../../shared/table_copy.js";
import { dim } from "../../shared/words.js";

const DIGITS = 6, SHORT = 5;
const TERMS = 8; // of a sum, written out

export function mount(root, payload) {
  const formula = element("p", { class: "gb-headline gb-opened" });
  const table = element("table", { class: "gb-steps", role: "grid" });
  let header, arrays, cells, head, at = 0, chosen = "0|weight|0", rows = [];

  const reckon = () => {
    const beta = arrays.beta[at], [kinds, keys] = arrays.scores.shape, width = arrays.keys.shape[1];
    rows = Array.from({ length: kinds }, (_, i) => {
      const score = arrays.scores.slice(i * keys, (i + 1) * keys), found = softmax(score, beta);
      return { ...found, beta, score, context: weighted(found.weight, arrays.keys, width) };
    });
  };
  const valueOf = ([kind, column, place]) => rows[+kind][column][+place];
  /** A sum; of a long one the first terms are written out. */
  const long = (terms) => (terms.length <= TERMS ? sum(terms) : made(terms, (...values) => values.reduce((a, b) => a + b, 0),
    (...texts) => `${texts.slice(0, TERMS).join(" + ")} + … (${terms.length - TERMS} more)`));

  /** The formula of a number, with numbers in it, and the number. @param {string[]} cell */
  const spell = ([kind, column, place]) => {
    const { score, beta, scaled, sum: total, weight, largest } = rows[+kind], name = header.kinds[+kind], of = `h${+place + 1}`;
    const { length } = weight, width = arrays.keys.shape[1], value = valueOf([kind, column, place]);
    if (column === "score") {
      const short = number(value, DIGITS), full = inFull(value), spelled = `${header.spelled[+kind][+place]} = `;
      return [dim(`${name} score of ${of} = ${header.formulas[+kind]}: `), full.textContent === short ? spelled : `${spelled}${short}, in full `, full];
    }
    if (column === "context") return [dim(`${name}, coordinate ${+place + 1} of the context Σ a·h = `),
      ...worked(long(Array.from({ length }, (_, j) => product([plain(weight[j]), signed(arrays.keys[j * width + +place])], "·"))), value, SHORT)];
    // As exp(βe)/Σ exp(βe), which is how it is done by hand, as long as no exponential is too large.
    const small = Math.abs(largest) < 30, less = small ? 0 : largest, raised = Array.from(scaled, (each) => Math.exp(each - less));
    const rule = small ? "exp(β·score) / Σ exp(β·score)" : "exp(β·score − max) / Σ exp(β·score − max)";
    const whole = small ? raised.reduce((a, b) => a + b, 0) : total;
    const inside = made([plain(beta), signed(score[+place]), signed(less)], (b, e, max) => Math.exp(b * e - max),
      (b, e, max) => `exp(${b}·${e}${small ? "" : ` − ${max}`})`);
    const first = made([inside, long(raised.map(plain))], (above, below) => above / below, (above, below) => `${above} / (${below})`);
    return [dim(`${name} weight of ${of} = ${rule}, β = ${number(beta, 4)}: `),
      `${first.text(enough(first, value, SHORT, DIGITS + 1))} = `, ...worked(quotient(plain(raised[+place]), plain(whole)), value, SHORT)];
  };

  const open = () => {
    opened(cells.values(), cells.get(chosen));
    formula.replaceChildren(...spell(chosen.split("|")));
  };

  opening(table, (cell) => {
    chosen = `${cell.dataset.row}|${cell.dataset.column}`;
    formula.setAttribute("aria-live", "polite");
    open();
  });

  const view = {
    update(next) {
      ({ header, arrays } = next);
      cells = new Map();
      const [, keys] = arrays.scores.shape, width = arrays.keys.shape[1];
      const places = (name, length) => Array.from({ length }, (_, i) => `${name}|${i}`);
      const columns = [...places("score", keys), ...places("weight", keys), ...places("context", width)];
      const numbered = (name, length) => Array.from({ length }, (_, i) => `${name}${i + 1}`);
      head = ["score", ...numbered("score of h", keys), ...numbered("weight of h", keys), ...numbered("context ", width)];
      const line = (kind, i) => element("tr", {}, element("th", { scope: "row" }, kind), ...columns.map((column) => {
        const cell = element("td", { tabindex: -1, role: "gridcell", "data-row": i, "data-column": column });
        cells.set(`${i}|${column}`, cell);
        return cell;
      }));
      table.replaceChildren(element("thead", {}, element("tr", {}, ...head.map((each) => element("th", { scope: "col" }, each)))),
        element("tbody", {}, ...header.kinds.map(line)));
      if (!cells.has(chosen)) chosen = "0|weight|0";
    },
    draw(step) {
      at = step;
      reckon();
      formula.setAttribute("aria-live", "off");
      for (const [name, cell] of cells) cell.textContent = number(valueOf(name.split("|")) + 0, DIGITS);
      open();
    },
  };
  root.replaceChildren(formula, element("div", { class: "gb-scrolled" }, table),
    copying(() => [head, ...rows.map(({ score, weight, context }, i) => [header.kinds[i], ...score, ...weight, ...context])]));
  view.update(payload);
  return view;
}
