// The merges that made a token, as a tree: the token on top, the characters or bytes that it began with below.
import { element } from "../../../element.js";
import { count } from "../../../numbers.js";
import { worded } from "../../../worded.js";
import { dim } from "../../shared/words.js";
import { chip } from "./chips.js";

/** @typedef {Payload<{ tokens: string[], chosen: number, note: string }, Arrays<"left" | "right" | "merged" | "count">>} Data
 * `chosen` is a token, −1 for the one that the next merge makes, at the end the last */

/** @type {Mount<Data>} */
export function mount(root, { header, arrays }) {
  const title = element("h3", { class: "gb-panel-title" });
  const tree = element("div", { class: "gb-tree", role: "region", tabindex: 0, "aria-label": worded("Merge tree") });
  /** @type {Map<number, number>} */
  let made = new Map();
  root.replaceChildren(element("div", {}, title, tree));

  /** @param {number} token @returns {HTMLElement} */
  const grown = (token) => {
    const merge = made.get(token);
    const its = chip(header.tokens[token], merge === undefined ? 1 : 3);
    if (merge === undefined) return element("div", { class: "gb-tree-node" }, its);
    return element("div", { class: "gb-tree-node" }, its,
      dim(worded`merge ${count(merge + 1)}, ${count(arrays.count[merge])}×`),
      element("div", { class: "gb-tree-pair" }, grown(arrays.left[merge]), grown(arrays.right[merge])));
  };

  return {
    update(payload) {
      ({ header, arrays } = payload);
      made = new Map();
      for (let s = arrays.merged.length - 1; s >= 0; s--) made.set(arrays.merged[s], s);
    },
    draw(step) {
      const last = arrays.merged.length - 1;
      const token = header.chosen >= 0 ? header.chosen : arrays.merged[Math.min(step, last)];
      title.textContent = header.note || worded("How this token was made");
      tree.replaceChildren(...(token === undefined ? [dim(worded("No merge was made."))] : [grown(token)]));
    },
  };
}
