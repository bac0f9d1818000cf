// One head: its weights as a picture, where the query in focus looks, and all heads to choose from.
import { element } from "../../../element.js";
import { Weights } from "../../shared/attention_weights.js";
import { Heatmap } from "../../shared/heatmap.js";
import { Grid } from "./grid.js";
import { Lines } from "./lines.js";

/** @typedef {import("../../shared/heatmap.js").Data} Map */
/** @typedef {Payload<Map["header"] & { grid: import("./grid.js").Fields }, Map["arrays"] & import("./grid.js").Data["arrays"]>} Data */

/** @type {Mount<Data>} */
export function mount(root, payload, zoom, hand) {
  const [map, lines, heads] = Array.from({ length: 3 }, () => element("section"));
  root.replaceChildren(element("div", { class: "gb-attention" }, map, lines, heads));
  const views = [new Heatmap(map), new Lines(lines)];
  const grid = new Grid(heads, (layer, head) => hand.change({ layer, head }));
  return {
    update(next) {
      const weights = new Weights(next);
      for (const one of views) one.update(next, weights);
      grid.update({ header: next.header.grid, arrays: next.arrays });
    },
    draw(query) { for (const one of views) one.draw(query); },
  };
}
