// Formulas with their numbers, one below the other: header `title`, `labels`, and `rows` of [formula, result].
import { element } from "../../../glassbox.js";

export function mount(root, payload) {
  const view = {
    update({ header }) {
      root.replaceChildren(
        element("h3", { class: "gb-part" }, header.title),
        element("div", { class: "gb-scrolled" }, element("table", { class: "gb-figures" }, element("tbody", {},
          ...header.rows.map(([formula, result], i) => element("tr", {},
            element("th", { scope: "row" }, header.labels[i]),
            element("td", {}, `${formula} = `, element("strong", {}, result))))))));
    },
    draw() {},
  };
  view.update(payload);
  return view;
}
