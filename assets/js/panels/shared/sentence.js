// A sentence for each step of the axis, or one for all, in parts: plain, dim, strong, or in focus. The longest one keeps
// its room, unseen: were a line to come and go under a hand, all of the page below would move, and be laid out and
// painted anew.
import { element, renew } from "../../element.js";
import { subscripted } from "./words.js";

/** @typedef {[kind: string, text: string][]} Parts */
/** @typedef {Payload<{ said: Parts[] }>} Data */
/** @type {Record<string, string>} */
const CLASSES = { dim: "gb-dim", focus: "gb-focus" };

/** @type {Mount<Data>} */
export function mount(root, { header }) {
  const line = element("p", { class: "gb-headline" });
  const longest = header.said.reduce((most, parts) => (size(parts) > size(most) ? parts : most));
  const room = element("p", { class: "gb-room", "aria-hidden": "true" }, ...drawn(longest));
  root.replaceChildren(element("div", { class: "gb-roomy" }, line, room));
  return { draw(step) { renew(line, ...drawn(header.said[Math.min(step, header.said.length - 1)])); } };
}

const size = (/** @type {Parts} */ parts) => parts.reduce((sum, [, text]) => sum + text.length, 0);
const drawn = (/** @type {Parts} */ parts) => parts.map(([kind, text]) => element(kind === "focus" || kind === "strong" ? "strong" : "span", { class: CLASSES[kind] }, ...subscripted(text)));
