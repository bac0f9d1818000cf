// What panels that speak in sentences share.
import { element } from "../../element.js";

export const dim = (...parts) => element("span", { class: "gb-dim" }, ...parts);

/** Writes into an element, unless it is there already: to write the same again is to lay it out again. */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** The `mount` of a panel of one line: `says(header, arrays, step)` gives its parts. */
export const line = (looks, says) => (root) => {
  const node = element("p", { class: looks });
  let header, arrays;
  root.replaceChildren(node);
  return {
    update(payload) { ({ header, arrays } = payload); },
    draw(step) { node.replaceChildren(...says(header, arrays, step)); },
  };
};
