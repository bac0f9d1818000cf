// The number in focus opened (see figures/opened.py): formula = the same with its numbers = result, a line for each piece.
// header: `lines` of {formula, substitution, note: texts by case; unit, digits; whole: names of whole numbers}.
// arrays, of line i: `i.case`, `i.digits`, `i.result`, and `i.name` for each {name} in its texts, [steps] or [1].
import { element } from "../../element.js";
import { count, number } from "../../numbers.js";
import { dim } from "./words.js";

const NAMES = /\{(\w+)\}/g;
const JOINED = /[+−×·/]\s*$/; // what stands before a number in brackets: one below 0, or with a power of ten
const RAISED = /[⁰¹²³⁴⁵⁶⁷⁸⁹]/;
const POWER = /^[⁰¹²³⁴⁵⁶⁷⁸⁹^]/;

export function mount(root, payload) {
  const view = {
    update({ header, arrays }) {
      this.lines = header.lines.map((line, i) => ({ ...line, i, node: element("p", { class: "gb-worked" }) }));
      this.arrays = arrays;
      root.replaceChildren(...this.lines.map(({ node }) => node));
    },
    draw(step) { for (const line of this.lines) line.node.replaceChildren(...told(line, this.arrays, step)); },
  };
  view.update(payload);
  return view;
}

function told({ formula, substitution, note, unit, digits, whole, i }, arrays, step) {
  const at = (name) => { const all = arrays[`${i}.${name}`]; return all[Math.min(step, all.length - 1)]; };
  const chosen = (texts) => texts[`${i}.case` in arrays ? Math.min(at("case"), texts.length - 1) : 0];
  const filled = (text, shown) => text.replace(NAMES, (_, name, place) => {
    const value = at(name), written = whole.includes(name) ? count(value) : number(value + 0, shown);
    const tight = JOINED.test(text.slice(0, place)) || POWER.test(text.slice(place + name.length + 2));
    return tight && (value < 0 || RAISED.test(written)) ? `(${written})` : written;
  });
  const worked = filled(chosen(substitution), at("digits")), value = at("result");
  const result = worked || !Number.isNaN(value) ? `${number(value + 0, digits)} ${unit}`.trimEnd() : ""; // words say why
  return [dim(filled(chosen(formula), digits), result && " = "), worked, worked && " = ",
    element("strong", { class: "gb-focus" }, result), dim(filled(chosen(note), digits))];
}
