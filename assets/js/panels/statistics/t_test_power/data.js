// The test of a reader's data in figures, and what n next time.
import { element } from "../../../glassbox.js";

export function mount(root, { header }) {
  const rows = (pairs) => pairs.map(([name, value]) =>
    element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, value)));
  root.replaceChildren(
    element("h3", { class: "gb-part" }, "The test of your data"),
    element("table", { class: "gb-figures" }, element("tbody", {}, ...rows(header.lines))),
    element("h3", { class: "gb-part" }, `What n next time, for ${header.power} power, two-sided`),
    element("table", { class: "gb-figures" }, element("tbody", {}, ...rows(header.next))),
    element("p", { class: "gb-note gb-dim" },
      "The effect seen is a poor guide by itself: a study that came out significant tends to exaggerate (type M above). "
      + "Plan for the smallest effect that would matter, or for the near end of the interval."));
  return { draw() {} };
}
