// Formulas with their numbers, one below the other: header `title`, `labels`, and `rows` of [formula, result].
import { element } from "../../../element.js";
import { namedValues } from "../../shared/tables.js";

export const mount = (root) => ({
  update({ header }) {
    const rows = header.rows.map(([formula, result], i) => [header.labels[i], `${formula} = `, element("strong", {}, result)]);
    root.replaceChildren(element("h3", { class: "gb-part" }, header.title), element("div", { class: "gb-scrolled" }, namedValues(rows)));
  },
  draw() {},
});
