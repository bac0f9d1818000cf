// What panels that speak in sentences share.
import { element, renew } from "../../element.js";
import { joined } from "../../numbers.js";
import { worded } from "../../worded.js";

/** @param {Child[]} parts */
export const dim = (...parts) => element("span", { class: "gb-dim" }, ...parts.map((part) => (typeof part === "string" ? joined(part) : part)));

/** A word of the data in quotation marks. @param {string} text */
export const quoted = (text) => worded("“") + text + worded("”");

const INDEXED = /(?<![\p{L}\d_])(Σ?\p{L}²?)_(\p{L}|max|min)(?![\p{L}\d_])/u;

/** A text whose symbols have their index below the line, as print does: λ_max, s_x. @param {string} text @returns {Child[]} */
export function subscripted(text) {
  const parts = joined(text).split(INDEXED); // what stands before, symbol, index, what stands after, …
  return parts.map((part, i) => (i % 3 === 2 ? element("sub", {}, part) : part));
}

/** The `mount` of a panel of one line: `says(header, arrays, step)` gives its parts.
 * @template {PanelHeader} H
 * @template A
 * @param {string} looks @param {(header: H, arrays: A, step: number) => (Node | string)[]} says @returns {Mount<Sent<H, A>>} */
export const line = (looks, says) => (root, { header, arrays }) => {
  const node = element("p", { class: looks });
  root.replaceChildren(node);
  return {
    update(payload) { ({ header, arrays } = payload); },
    draw(step) { renew(node, ...says(header, arrays, step).map((part) => (typeof part === "string" ? joined(part) : part))); },
  };
};
