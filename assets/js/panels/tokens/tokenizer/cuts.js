// Words as the finished tokenizer cuts them, at every step; beside a pinned state only those that it cuts otherwise.
import { element } from "../../../element.js";
import { count, number } from "../../../numbers.js";
import { worded } from "../../../worded.js";
import { dim } from "../../shared/words.js";
import { chip, tokens } from "./chips.js";

const MOST = 60; // words listed

/** @typedef {{ word: string, times: number, steps: number[], pieces: string[][], plain: string[] }} Word
 * `pieces` and `plain`, the same without marks, from each of the `steps` on */
/** @typedef {{ cut: Record<string, { pieces: string[], plain: string }>, rate: number }} Pinned */
/** @typedef {Payload<{ title: string, words: Word[], compared: boolean, note: string, pinned?: Pinned }, {}>} Data */

/** @type {Mount<Data>} */
export function mount(root, { header }) {
  const title = element("h3", { class: "gb-panel-title" });
  const line = element("p", { class: "gb-segmented" }), note = element("p", { class: "gb-note" });
  const list = element("div", { class: "gb-cuts", role: "region", tabindex: 0, "aria-label": header.title });
  root.replaceChildren(element("div", {}, title, line, list, note));
  return {
    update(payload) { ({ header } = payload); },
    draw(step) {
      const { words, pinned, compared } = header;
      const cuts = words.map(({ steps, pieces, plain }) => {
        const at = steps.findLastIndex((from) => from <= step);
        return { pieces: pieces[at], plain: plain[at] };
      });
      const all = words.reduce((sum, { times }) => sum + times, 0);
      const rate = words.reduce((sum, { times }, i) => sum + times * cuts[i].pieces.length, 0) / (all || 1);
      title.textContent = header.title;
      note.textContent = header.note;
      note.hidden = !header.note;
      if (!compared) {
        list.hidden = true;
        line.replaceChildren(...cuts.map(({ pieces }) => row(pieces)), dim(tokens(cuts.reduce((sum, { pieces }) => sum + pieces.length, 0))));
        return;
      }
      const apart = words.map((_, i) => i).filter((i) => pinned && pinned.cut[words[i].word]?.plain !== cuts[i].plain);
      const otherwise = apart.length === 1 ? worded`1 of ${count(words.length)} different words is cut otherwise.`
        : worded`${count(apart.length)} of ${count(words.length)} different words are cut otherwise.`;
      line.replaceChildren(rate === 1 ? worded("1 token per word") : worded`${number(rate, 4)} tokens per word`, ...(pinned
        ? [dim(`, A: ${number(pinned.rate, 4)}. `), otherwise]
        : [dim(over(all), worded(" Pin this as A, then change the algorithm or a setting: the words that are cut otherwise will stand here."))]));
      list.hidden = !apart.length;
      list.replaceChildren(...apart.slice(0, MOST).map((i) => element("div", { class: "gb-cut" },
        element("span", {}, dim("A "), row(pinned?.cut[words[i].word]?.pieces ?? [])), element("span", {}, dim(worded("now ")), row(cuts[i].pieces)))),
      apart.length > MOST ? dim(worded`and ${count(apart.length - MOST)} more`) : "");
    },
  };
}

/** @param {number} words */
export const over = (words) => (words === 1 ? worded(", over 1 word of the text.") : worded`, over ${count(words)} words of the text.`);

/** @param {string[]} pieces */
const row = (pieces) => element("span", { class: "gb-word", role: "img", "aria-label": pieces.join(" | ") },
  ...pieces.flatMap((piece) => [chip(piece, [...piece].length), element("wbr")]));
