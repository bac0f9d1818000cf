// Numbers on their way through a quantiser, one to a row: scaled, rounded, moved by the zero-point, clipped, and back.
import { element } from "../../../glassbox.js";
import { number } from "../../../numbers.js";

export function mount(root, payload, zoom, hand) {
  const table = element("table", { class: "gb-figures gb-way" });
  const line = element("p", { class: "gb-headline" });
  root.replaceChildren(line, table);
  let { header, arrays } = payload;
  let at = 0;
  const draw = (step) => {
    at = step;
    line.replaceChildren(...sentence(header, arrays, step));
    table.replaceChildren(head(header, arrays, step), element("tbody", {}, ...rows(header, arrays, step, hand)));
  };
  return { update(next) { ({ header, arrays } = next); draw(Math.min(at, arrays.scale.length - 1)); }, draw };
}

const value = (arrays, name, step, i) => arrays[name][step * arrays.x.length + i];
const whole = (given) => String(given).replace("-", "−");

function sentence({ focus, integer, affine }, arrays, step) {
  const i = Math.min(focus, arrays.x.length - 1);
  const [x, s, z] = [arrays.x[i], arrays.scale[step], arrays.zero[step]];
  const of = (name) => value(arrays, name, step, i);
  const parts = [element("strong", { class: "gb-focus" }, number(x, 5)), dim(" / s = "),
    `${number(x, 5)} / ${number(s, 6)} = ${number(of("scaled"), 5)}`, dim(" → "), integer ? whole(of("rounded")) : number(of("rounded"), 5)];
  if (integer && affine) parts.push(dim(" → + z = "), `${whole(of("rounded"))} + (${whole(z)}) = ${whole(of("shifted"))}`);
  if (integer && of("code") !== of("shifted")) parts.push(dim(" → clipped to "), element("strong", {}, whole(of("code"))));
  parts.push(dim(integer ? (affine ? " → s(q − z) = " : " → s·q = ") : " → times s = "), element("strong", {}, number(of("back"), 6)),
    dim(", off by "), number(of("back") - x, 3));
  return parts;
}

function head({ integer, affine, other, notes }, arrays, step) {
  const names = ["x", "x/s", integer ? "round" : "nearest", ...(integer && affine ? ["+ z"] : []), ...(integer ? ["code q"] : []), "x̂", "x̂ − x"];
  if (other) {
    const z = whole(arrays.other_zero[step]);
    names.push(notes ? `q with z = ${z}, the right one` : `q with z = ${z}, as the notes have it`, "x̂");
  }
  return element("thead", {}, element("tr", {}, ...names.map((name) => element("th", { scope: "col" }, name))));
}

function rows({ focus, integer, affine, other }, arrays, step, hand) {
  return Array.from(arrays.x, (x, i) => {
    const of = (name) => value(arrays, name, step, i);
    const clipped = integer && of("code") !== of("shifted");
    const cells = [number(x, 5), number(of("scaled"), 5), integer ? whole(of("rounded")) : number(of("rounded"), 5),
      ...(integer && affine ? [whole(of("shifted"))] : []), ...(integer ? [whole(of("code")) + (clipped ? " (clipped)" : "")] : []),
      number(of("back"), 6), number(of("back") - x, 3),
      ...(other ? [whole(of("other_code")), number(of("other_back"), 6)] : [])];
    return element("tr", { class: i === focus ? "gb-focus" : false, onclick: () => hand.change({ index: i + 1 }) },
      ...cells.map((cell) => element("td", {}, cell)));
  });
}

const dim = (text) => element("span", { class: "gb-dim" }, text);
