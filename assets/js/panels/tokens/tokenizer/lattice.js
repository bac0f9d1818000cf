// All cuts of words into pieces: each piece that fits is an edge over its characters, the likeliest path is lit.
import { element } from "../../../element.js";
import { number } from "../../../numbers.js";
import { worded } from "../../../worded.js";
import { dim } from "../../shared/words.js";

const LEAST = 1e-3; // a smaller count has no room beside a piece of one letter
const ROOM = [64, 92]; // px of a character: for a number of two digits beside it at least

/** @typedef {{ signs: string[], edges: number[][], pieces: string[] }} Word
 * an edge is its start, its end and the lane that it is drawn in */
/** @typedef {Payload<{ words: Word[], note: string, left: string }, Arrays<"expected" | "alive" | "best">>} Data [steps, edges of all words] */

/** How often a piece is expected: one that fits never 0 times. @param {number} share */
export const expected = (share) => (share < LEAST ? `< ${number(LEAST)}` : number(share, 2));

/** @type {Mount<Data>} */
export function mount(root, { header, arrays }) {
  const title = element("h3", { class: "gb-panel-title" }, worded("All cuts of your words, and the likeliest one"));
  const drawn = element("div", { class: "gb-lattices" });
  const note = element("p", { class: "gb-note" });
  root.replaceChildren(element("div", {}, title, drawn, note));
  /** @type {HTMLElement[]} */
  let bars = [];

  return {
    update(payload) {
      ({ header, arrays } = payload);
      bars = [];
      drawn.replaceChildren(...header.words.map(({ signs, edges, pieces }) => {
        const its = edges.map(([start, end, lane], i) => element("span", {
          class: "gb-edge", style: `grid-area: ${lane + 2} / ${start + 1} / auto / ${end + 1}`, "data-piece": pieces[i] }));
        bars.push(...its);
        const head = signs.map((sign, i) => element("b", { style: `grid-area: 1 / ${i + 1}` }, sign));
        return element("div", { class: "gb-lattice", role: "region", tabindex: 0, "aria-label": signs.join(""),
          style: `grid-template-columns: repeat(${signs.length}, minmax(${ROOM[0]}px, 1fr)); max-width: ${ROOM[1] * signs.length}px` }, ...head, ...its);
      }));
      note.replaceChildren(header.note || worded("Each box is a piece that fits over its letters, with how often it is expected over all cuts. The boxes of the likeliest cut are outlined."),
        header.left && ` ${header.left}`);
    },
    draw(step) {
      const from = step * bars.length;
      bars.forEach((bar, i) => {
        bar.hidden = !arrays.alive[from + i];
        if (bar.hidden) return;
        const share = arrays.expected[from + i];
        bar.classList.toggle("gb-best", Boolean(arrays.best[from + i]));
        bar.style.setProperty("--gb-share", `${Math.round(100 * share)}%`);
        bar.replaceChildren(element("span", {}, bar.dataset.piece ?? ""), dim(` ${expected(share)}`));
      });
    },
  };
}
