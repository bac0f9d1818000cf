// Every head: the word that it looks at most, for the word in focus; a press chooses the head. Below, the next words.
import { element, write } from "../../../element.js";
import { fixed } from "../../../numbers.js";
import { worded } from "../../../worded.js";
import { mount as mountChances } from "../../shared/word_chances.js";

/** @typedef {import("../../shared/word_chances.js").Data} Chances */
/** @typedef {Chances["header"] & { english: string[], layers: number, heads: number, chosen: [layer: number, head: number] }} Fields */
/** @typedef {Payload<Fields, Chances["arrays"] & Arrays<"best" | "weight">>} Data with `best` and `weight` [layers, heads, french] */
/** @typedef {{ layer: number, head: number, bar: HTMLElement, word: HTMLElement, weight: HTMLElement }} Cell */

/** @type {Mount<Data>} */
export function mount(root, payload, zoom, hand) {
  let { header, arrays } = payload, cells = /** @type {Cell[]} */ ([]);
  const table = element("table", { class: "gb-cross-heads" });
  const below = element("div", { class: "gb-beneath" });
  root.replaceChildren(element("h3", { class: "gb-panel-title" }, worded("Where every head looks now")), table, below);
  const chances = mountChances(below, payload, zoom, hand);
  return {
    update(next) {
      ({ header, arrays } = next);
      chances.update?.(next);
      cells = [];
      const cell = (/** @type {number} */ layer, /** @type {number} */ head) => {
        const [bar, word, weight] = [element("span", { class: "gb-bar" }), element("bdi"), element("small", { class: "gb-dim" })];
        const chosen = header.chosen[0] === layer && header.chosen[1] === head;
        cells.push({ layer, head, bar, word, weight });
        return element("td", {}, element("button", {
          type: "button", class: chosen ? "gb-cross-head gb-focus" : "gb-cross-head", "aria-pressed": chosen, title: worded`Layer ${layer + 1}, head ${head + 1}`,
          onclick: () => hand.change({ layer, head, mean: false }) }, bar, word, weight));
      };
      const numbers = (/** @type {number} */ many) => Array.from({ length: many }, (_, i) => i);
      table.replaceChildren(
        element("thead", {}, element("tr", {}, element("td"), ...numbers(header.heads).map((head) => element("th", { scope: "col" }, worded`head ${head + 1}`)))),
        element("tbody", {}, ...numbers(header.layers).map((layer) => element("tr", {},
          element("th", { scope: "row" }, worded`layer ${layer + 1}`), ...numbers(header.heads).map((head) => cell(layer, head))))));
    },
    draw(step) {
      chances.draw(step);
      const [, heads, words] = arrays.best.shape;
      for (const { layer, head, bar, word, weight } of cells) {
        const at = (layer * heads + head) * words + step;
        write(word, header.english[arrays.best[at]]);
        write(weight, fixed(arrays.weight[at], 2));
        bar.style.transform = `scaleX(${arrays.weight[at]})`;
      }
    },
  };
}
