// Numbers on their way through a quantiser, one to a row: scaled, rounded, moved by the zero-point, clipped, and back.
import { element } from "../../../element.js";
import { count, number } from "../../../numbers.js";
import { tableHead } from "../../shared/tables.js";

/** @typedef {{ focus: number, integer: boolean, affine: boolean, other: boolean, notes: boolean }} Fields */
/** @typedef {Arrays<"x" | "scaled" | "rounded" | "shifted" | "code" | "back", "other_code" | "other_back" | "other_zero">} Way */
/** @typedef {Payload<Fields, Way>} Data */

/** @type {Mount<Data>} */
export function mount(root, { header, arrays }, zoom, hand) {
  const table = element("table", { class: "gb-figures gb-way" });
  root.replaceChildren(table);
  return {
    update(next) { ({ header, arrays } = next); },
    draw(step) {
      table.replaceChildren(head(header, arrays, step), element("tbody", {}, ...rows(header, arrays, step, hand)));
    },
  };
}

/** @param {Fields} header @param {Way} arrays @param {number} step */
function head({ integer, affine, other, notes }, arrays, step) {
  const names = ["x", "x/s", integer ? "round" : "nearest", ...(integer && affine ? ["+ z"] : []), ...(integer ? ["code q"] : []), "x̂", "x̂ − x"];
  if (other) {
    const z = count(arrays.other_zero?.[step] ?? NaN);
    names.push(notes ? `q with z = ${z}, the right one` : `q with z = ${z}, as the notes have it`, "x̂");
  }
  return tableHead(names);
}

/** @param {Fields} header @param {Way} arrays @param {number} step @param {Hand} hand */
function rows({ focus, integer, affine, other }, arrays, step, hand) {
  return Array.from(arrays.x, (x, i) => {
    const of = (/** @type {keyof Way} */ name) => arrays[name]?.[step * arrays.x.length + i] ?? NaN;
    const clipped = integer && of("code") !== of("shifted");
    const cells = [number(x, 5), number(of("scaled"), 5), integer ? count(of("rounded")) : number(of("rounded"), 5),
      ...(integer && affine ? [count(of("shifted"))] : []), ...(integer ? [count(of("code")) + (clipped ? " (clipped)" : "")] : []),
      number(of("back"), 6), number(of("back") - x, 3),
      ...(other ? [count(of("other_code")), number(of("other_back"), 6)] : [])];
    return element("tr", { class: i === focus ? "gb-focus" : false, onclick: () => hand.change({ index: i + 1 }) },
      ...cells.map((cell) => element("td", {}, cell)));
  });
}
