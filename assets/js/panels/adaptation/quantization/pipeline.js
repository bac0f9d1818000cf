// y = xW + b in whole numbers: the matrices of every stage, and one output with its whole arithmetic.
import { element } from "../../../element.js";
import { count, number } from "../../../numbers.js";
import { dim } from "../../shared/words.js";

/** @typedef {"x" | "w" | "b" | "true" | "x_code" | "w_code" | "b_code" | "pairs" | "accumulator" | "y" | "y_code" | "back"} Stage */
/** @typedef {Stage | "uncorrected" | "first" | "second" | "third"} Name */
/** @typedef {{ rows: number, inner: number, columns: number, titles: [name: Stage, kind: string, title: string][], chosen: number }} Fields */
/** @typedef {Payload<Fields, Arrays<Name | "numbers">>} Data */
/** @typedef {{ at(row: number, column: number): number, height: number, width: number }} Matrix */
/** @typedef {{ name: Name, row: number, column: number, show(value: number): void }} Cell */

/** @type {Mount<Data>} */
export function mount(root, { header, arrays }, zoom, hand) {
  let cells = /** @type {Cell[]} */ ([]);
  const sum = element("p", { class: "gb-headline" });
  const stages = element("div", { class: "gb-stages" });
  root.replaceChildren(sum, stages);
  return {
    update(next) {
      ({ header, arrays } = next);
      cells = [];
      stages.replaceChildren(...all(header, reader(header, arrays, 0), hand, cells));
    },
    draw(step) {
      const read = reader(header, arrays, step);
      sum.replaceChildren(...arithmetic(header, read, arrays.numbers.subarray(step * 9, step * 9 + 9)));
      for (const cell of cells) cell.show(read(cell.name).at(cell.row, cell.column));
    },
  };
}

/** The matrix of a name, at a step.
 * @param {Fields} header @param {Data["arrays"]} arrays @param {number} step @returns {(name: Name) => Matrix} */
function reader({ rows, inner, columns }, arrays, step) {
  /** @type {Record<string, number[]>} */
  const shapes = { x: [rows, inner], w: [inner, columns], x_code: [rows, inner], w_code: [inner, columns], b: [1, columns], b_code: [1, columns] };
  const still = ["x", "w", "b", "true"];
  return (name) => {
    const [height, width] = shapes[name] ?? [rows, columns];
    const base = still.includes(name) ? 0 : step * height * width;
    return { height, width, at: (row, column) => arrays[name][base + row * width + column] };
  };
}

/** @param {Fields} header @param {(name: Name) => Matrix} read @param {Float64Array} numbers */
function arithmetic({ inner, columns, chosen }, read, numbers) {
  const [row, column] = [Math.floor(chosen / columns), chosen % columns];
  const at = (/** @type {Name} */ name) => read(name).at(row, column);
  const [sx, sw, sy, zx, zw, zy, m, m0, n] = numbers;
  const terms = Array.from({ length: inner }, (_, k) => `${count(read("x_code").at(row, k))}·(${count(read("w_code").at(k, column))})`).join(" + ");
  return [element("strong", { class: "gb-focus" }, `y${sub(row)}${sub(column)}`), dim(" = s_x s_w ["), `${terms} = ${count(at("pairs"))}`,
    dim(" − z_w Σq_x: "), count(at("first")), dim(" − z_x Σq_w: "), count(at("second")), dim(" + K z_x z_w: "), count(at("third")),
    dim(" + bias: "), count(read("b_code").at(0, column)), dim("] = "), `${number(sx * sw, 4)} · ${count(at("accumulator"))} = `,
    element("strong", {}, number(at("y"), 5)), dim(" (in float "), number(at("true"), 5), dim("; without the zero-points "), number(at("uncorrected"), 4),
    dim("). For the next layer: "), `M = ${number(m, 4)} = ${count(m0)}·2^−${count(n)}`, dim(", round(M·acc) + z_y = "),
    element("strong", {}, count(at("y_code"))), dim(`, which is s_y(q − z_y) = ${number(sy, 4)}·(${count(at("y_code"))} − ${count(zy)}) = `),
    number(at("back"), 5), dim(`. z_x = ${count(zx)}, z_w = ${count(zw)}.`)];
}

const sub = (/** @type {number} */ digit) => "₁₂₃₄₅₆₇₈₉"[digit];

/** @param {Fields} header @param {(name: Name) => Matrix} read @param {Hand} hand @param {Cell[]} cells */
function all({ columns, chosen, titles }, read, hand, cells) {
  const [row, column] = [Math.floor(chosen / columns), chosen % columns];
  /** @type {Record<string, (row: number, column: number) => boolean>} */
  const lit = { x: (r) => r === row, w: (_, c) => c === column, b: (_, c) => c === column, out: (r, c) => r === row && c === column };
  return titles.map(([name, kind, title]) => element("figure", {}, element("figcaption", {}, title),
    matrix(name, read(name), lit[kind], kind === "out" ? (r, c) => hand.change({ index: r * columns + c + 1 }) : null, cells)));
}

const text = (/** @type {number} */ value) => (Number.isInteger(value) ? count(value) : number(value));

/** A table whose cells, added to `cells`, are written only where a step changes them.
 * @param {Name} name @param {Matrix} shape @param {(row: number, column: number) => boolean} lit
 * @param {((row: number, column: number) => void) | null} choose @param {Cell[]} cells */
function matrix(name, { height, width }, lit, choose, cells) {
  const rows = Array.from({ length: height }, (_, row) => element("tr", {}, ...Array.from({ length: width }, (_, column) => {
    const node = element("td", { class: lit(row, column) ? "gb-focus" : false, onclick: () => choose?.(row, column) });
    let last = NaN;
    cells.push({ name, row, column, show(value) { if (value !== last) node.textContent = text(last = value); } });
    return node;
  })));
  return element("table", {}, element("tbody", {}, ...rows));
}
