// A reader's own words under the rules learned so far: what each rule did, in order of priority.
import { element } from "../../../element.js";
import { count } from "../../../numbers.js";
import { worded } from "../../../worded.js";
import { dim } from "../../shared/words.js";
import { Words, chip, tokens } from "./chips.js";

const LISTED = 200; // names of idle rules shown in one unfolded run

/** @typedef {Payload<{ tokens: string[], note: string, signs: Record<string, string>, bytes: [string, string][] }, Arrays<"left" | "right" | "symbol" | "boundary" | "offset">>} Data */

/** @type {Mount<Data>} */
export function mount(root, { header, arrays }) {
  const { boundary, offset } = arrays;
  const places = [...offset.keys()].slice(0, -1); // of the words
  const words = new Words({ tokens: header.tokens, symbol: arrays.symbol, boundary, offset, signs: header.signs });
  const fired = firings(places, boundary, offset);
  const result = element("p", { class: "gb-segmented" });
  const note = element("p", { class: "gb-note" });
  const rules = element("ol", { class: "gb-rules" });
  // Byte-level: every character over its bytes.
  const bytes = element("p", { class: "gb-bytes", hidden: !header.bytes.length }, ...header.bytes.map(([sign, its]) =>
    element("ruby", {}, sign, element("rt", {}, its))));
  root.replaceChildren(element("div", {}, result, bytes, note, rules));

  const name = (/** @type {number} */ rule) => element("span", { class: "gb-pair" }, chip(header.tokens[arrays.left[rule]]), chip(header.tokens[arrays.right[rule]]));

  const firing = (/** @type {number} */ rule) => element("li", {},
    dim(worded`rule ${count(rule + 1)} `), name(rule), " → ",
    ...(fired.get(rule) ?? []).map((word) => words.chips(word, rule + 1, false)));

  const idle = (/** @type {number} */ from, /** @type {number} */ to, /** @type {string} */ why) => {
    const many = to - from;
    if (many < 1) return "";
    const label = many === 1 ? worded`rule ${count(from + 1)}` : worded`rules ${count(from + 1)} to ${count(to)}`;
    const details = element("details", {}, element("summary", { class: "gb-dim" }, label + worded(": ") + why));
    details.ontoggle = () => {
      if (details.childElementCount > 1) return;
      const names = Array.from({ length: Math.min(many, LISTED) }, (_, i) => element("span", { class: "gb-idle" }, `${count(from + i + 1)} `, name(from + i)));
      details.append(element("div", {}, ...names, many > LISTED ? worded` and ${count(many - LISTED)} more` : null));
    };
    return element("li", { class: "gb-unfired" }, details);
  };

  const list = (/** @type {number} */ step) => {
    const applied = [...fired.keys()].filter((rule) => rule < step), why = worded("no such pair here, did not apply");
    return [
      ...applied.flatMap((rule, i) => [idle(i ? applied[i - 1] + 1 : 0, rule, why), firing(rule)]),
      idle((applied.at(-1) ?? -1) + 1, step, why), idle(step, arrays.left.length, worded("not learned yet at this step")),
    ];
  };

  return {
    draw(step) {
      const chips = places.map((word) => words.chips(word, step, false));
      result.replaceChildren(...chips, dim(tokens(chips.reduce((sum, node) => sum + node.querySelectorAll(".gb-chip").length, 0))));
      note.textContent = header.note;
      note.hidden = !header.note;
      rules.replaceChildren(...list(step));
    },
  };
}

/** rule → the words it joined something in, by rising rule: once for all steps.
 * @param {number[]} places @param {Data["arrays"]["boundary"]} boundary @param {Data["arrays"]["offset"]} offset */
function firings(places, boundary, offset) {
  /** @type {Map<number, number[]>} */ const found = new Map([...new Set(boundary)].sort((a, b) => a - b).map((rule) => [rule, []]));
  for (const word of places) for (const rule of new Set(boundary.subarray(offset[word], offset[word + 1]))) found.get(rule)?.push(word);
  return new Map([...found].filter(([rule]) => rule >= 0));
}
