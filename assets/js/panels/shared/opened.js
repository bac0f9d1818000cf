// The number in focus opened (see figures/opened.py): formula = the same with its numbers = result, a line for each piece.
import { element, renew } from "../../element.js";
import { count, joined, number } from "../../numbers.js";
import { counted } from "../../worded.js";
import { dim, subscripted } from "./words.js";

const NAMES = /\{(\w+)\}(?: (?!times\b)(\p{L}[\p{L}-]*))?/gu; // a number, and the noun of what is counted: 1 times as high
const JOINED = /[+−×·/]\s*$/; // what stands before a number in brackets: one below 0, or with a power of ten
const RAISED = /[⁰¹²³⁴⁵⁶⁷⁸⁹]/;
const POWER = /^[⁰¹²³⁴⁵⁶⁷⁸⁹^]/;

/** @typedef {{ formula: string[], substitution: string[], note: string[], unit: string, digits: number, whole: string[] }} Line
 * The texts are by case, `whole` names whole numbers. */
/** @typedef {Payload<{ lines: Line[] }>} Data
 * Arrays of line i: `i.case`, `i.digits`, `i.result`, and `i.name` for each {name} in its texts, [steps] or [1]. */

/** @type {Mount<Data>} */
export function mount(root, payload) {
  const begin = (/** @type {Data} */ { header }) => {
    const lines = header.lines.map((line, i) => ({ ...line, i, node: element("p", { class: "gb-worked" }) }));
    root.replaceChildren(...lines.map(({ node }) => node));
    return lines;
  };
  let { arrays } = payload, lines = begin(payload);
  return {
    update(next) { [arrays, lines] = [next.arrays, begin(next)]; },
    draw(step) { for (const line of lines) renew(line.node, ...pieces(line, arrays, step)); },
  };
}

/** @param {Line & { i: number }} line @param {Arrays} arrays @param {number} step */
function pieces({ formula, substitution, note, unit, digits, whole, i }, arrays, step) {
  const at = (/** @type {string} */ name) => { const all = arrays[`${i}.${name}`]; return all[Math.min(step, all.length - 1)]; };
  const chosen = (/** @type {string[]} */ texts) => texts[`${i}.case` in arrays ? Math.min(at("case"), texts.length - 1) : 0];
  const filled = (/** @type {string} */ text, /** @type {number} */ precision) => text.replace(NAMES, (_, name, noun, place) => {
    const value = at(name), written = whole.includes(name) ? count(value) : number(value + 0, precision);
    const tight = JOINED.test(text.slice(0, place)) || POWER.test(text.slice(place + name.length + 2));
    return counted(tight && (value < 0 || RAISED.test(written)) ? `(${written})` : written, noun ?? "");
  });
  const worked = filled(chosen(substitution), at("digits")), value = at("result");
  const result = worked || !Number.isNaN(value) ? counted(number(value + 0, digits), unit) : ""; // words say why
  return [dim(...subscripted(filled(chosen(formula), digits)), result && " = "), joined(worked), worked && " = ",
    element("strong", { class: "gb-focus" }, joined(result)), dim(...subscripted(filled(chosen(note), digits)))];
}
