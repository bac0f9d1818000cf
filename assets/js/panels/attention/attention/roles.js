// What heads do: for each role its definition and its best heads. A press brings a head into sight.
import { element } from "../../../element.js";
import { fixed } from "../../../numbers.js";
import { worded } from "../../../worded.js";

/** @typedef {{ role: string, defined: string, heads: [layer: number, head: number, score: number][], why: string, sure: string }} Role */
/** @typedef {Payload<{ roles: Role[], chosen: number[] }>} Data */

/** @type {Mount<Data>} */
export function mount(root, payload, zoom, hand) {
  const list = element("div", { class: "gb-roles" });
  root.replaceChildren(list);
  const update = (/** @type {Data} */ { header }) => list.replaceChildren(...header.roles.map(({ role, defined, heads, why, sure }) => element("section", {},
    element("h3", {}, role, element("span", { class: "gb-dim" }, ` ${defined}`)),
    sure ? element("p", { class: "gb-note gb-dim" }, sure) : null,
    why ? element("p", { class: "gb-note gb-dim" }, why) : element("div", { class: "gb-ranks" }, ...heads.map(([layer, head, score]) => {
      const here = layer === header.chosen[0] && head === header.chosen[1];
      const bar = element("span", { class: "gb-bar" });
      bar.style.width = `${100 * Math.max(0, Math.min(1, score))}%`;
      return element("button", {
        type: "button", class: here ? "gb-rank-head gb-chosen" : "gb-rank-head", "aria-pressed": here,
        "aria-label": worded`${role}: layer ${layer + 1}, head ${head + 1}, score ${fixed(score, 3)}`, onclick: () => hand.change({ layer, head }),
      }, bar, element("span", {}, `L${layer + 1}H${head + 1}`), element("span", {}, fixed(score, 3)));
    })))));
  return { update, draw() {} };
}
