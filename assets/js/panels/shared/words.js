// What panels that speak in sentences share.
import { element } from "../../glassbox.js";

export const dim = (...parts) => element("span", { class: "gb-dim" }, ...parts);

/** Writes into an element, unless it is there already: to write the same again is to lay it out again. */
export function write(node, text) {
  if (node.textContent !== text) node.textContent = text;
}

/** A panel of one line: `says(header, arrays, step)` gives its parts. */
export function line(root, payload, looks, says) {
  const node = element("p", { class: looks });
  root.replaceChildren(node);
  let { header, arrays } = payload;
  return {
    update(next) { ({ header, arrays } = next); },
    draw(step) { node.replaceChildren(...says(header, arrays, step)); },
  };
}
