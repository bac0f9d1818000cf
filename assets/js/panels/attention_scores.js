// Several ways to score the same keys, a row each: scores, weights and context, every number opened into its formula.
// header: `kinds` (names), `formulas` (of a score, by kind), `spelled` [kind][key] (the same with numbers), `beta` (shown
//   values, by step). arrays: `scores` [kinds, keys], `keys` [keys, width], `beta` [steps].
import { element } from "../glassbox.js";
import { opening } from "./cell_walk.js";
import { number } from "../numbers.js";
import { softmax, weighted } from "./softmax_steps.js";
import { copying } from "./table_copy.js";
import { dim } from "./words.js";

const DIGITS = 6, ALL = 15, SHORT = 5;
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
  const say = (value, digits = SHORT) => { const text = number(value + 0, digits); return value < 0 ? `(${text})` : text; };
  const sum = (terms) => terms.slice(0, TERMS).join(" + ") + (terms.length > TERMS ? ` + … (${terms.length - TERMS} more)` : "");

  /** What stands before the number. */
  const spell = ([kind, column, place]) => {
    const { score, beta, exponential, scaled, sum: total, weight, largest } = rows[+kind], name = header.kinds[+kind], of = `h${+place + 1}`;
    const { length } = weight, width = arrays.keys.shape[1];
    if (column === "score") return [dim(`${name} score of ${of} = ${header.formulas[+kind]}: `), `${header.spelled[+kind][+place]} = `];
    if (column === "context") return [dim(`${name}, coordinate ${+place + 1} of the context Σ a·h = `),
      sum(Array.from({ length }, (_, j) => `${say(weight[j])}·${say(arrays.keys[j * width + +place])}`)), " = "];
    // As exp(βe)/Σ exp(βe), which is how it is done by hand, as long as no exponential is too large.
    const plain = Math.abs(largest) < 30, less = plain ? 0 : largest, raised = (j) => Math.exp(scaled[j] - less);
    const rule = plain ? "exp(β·score) / Σ exp(β·score)" : "exp(β·score − max) / Σ exp(β·score − max)";
    const whole = plain ? Array.from(scaled, (each) => Math.exp(each)).reduce((a, b) => a + b, 0) : total;
    return [dim(`${name} weight of ${of} = ${rule}, β = ${number(beta, 4)}: `),
      `exp(${number(beta, 4)}·${say(score[+place])}${plain ? "" : ` − ${say(largest)}`}) / (${sum(Array.from(exponential, (_, j) => say(raised(j))))}) = `,
      `${say(raised(+place))} / ${say(whole)} = `];
  };

  const open = () => {
    for (const [name, cell] of cells) {
      cell.classList.toggle("gb-chosen", name === chosen);
      cell.tabIndex = name === chosen ? 0 : -1;
      cell.setAttribute("aria-selected", name === chosen);
    }
    const place = chosen.split("|");
    formula.replaceChildren(...spell(place), element("strong", { class: "gb-focus" }, number(valueOf(place) + 0, ALL)));
  };

  opening(table, (cell) => {
    chosen = `${cell.dataset.row}|${cell.dataset.column}`;
    formula.setAttribute("aria-live", "polite");
    if (document.activeElement !== cell) cell.focus({ preventScroll: true });
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
