// What panels that speak in sentences share.
import { element } from "../../element.js";

/** @param {Child[]} parts */
export const dim = (...parts) => element("span", { class: "gb-dim" }, ...parts);

/** Writes into an element, unless it is there already: to write the same again is to lay it out again. @param {Node} node @param {string} text */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
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
    draw(step) { node.replaceChildren(...says(header, arrays, step)); },
  };
};
