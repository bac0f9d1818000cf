// A sentence for each step of the axis, in parts: plain, dim, or in focus.
import { element } from "../glassbox.js";

const CLASSES = { dim: "gb-dim", focus: "gb-focus" };

export function mount(root, { header }) {
  const line = element("p", { class: "gb-headline" });
  root.replaceChildren(line);
  return {
    draw(step) {
      line.replaceChildren(...header.said[step].map(([kind, text]) =>
        element(kind === "focus" ? "strong" : "span", { class: CLASSES[kind] }, text)));
    },
  };
}
