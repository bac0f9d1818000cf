// The likeliest next words at each step, with their probabilities.
import { element, write } from "../../element.js";
import { chance as written } from "../../numbers.js";

/** @typedef {Payload<{ title: string, words: string[][], written: string[] }, Arrays<"chance">>} Data
 * `words` and `chance` [steps, listed], `written` [steps] */
/** @typedef {Record<"item" | "bar" | "word" | "chance", HTMLElement>} Row */

/** @type {Mount<Data>} */
export function mount(root, { header, arrays }) {
  let rows = /** @type {Row[]} */ ([]);
  const title = element("h3", { class: "gb-panel-title" }), list = element("ol", { class: "gb-next-words" });
  root.replaceChildren(title, list);
  return {
    update(next) {
      ({ header, arrays } = next);
      title.textContent = header.title;
      rows = Array.from({ length: arrays.chance.shape[1] }, () => {
        const [bar, word, chance] = [element("span", { class: "gb-bar" }), element("bdi"), element("span")];
        return { item: element("li", {}, bar, word, chance), bar, word, chance };
      });
      list.replaceChildren(...rows.map(({ item }) => item));
    },
    draw(step) {
      rows.forEach(({ item, bar, word, chance }, i) => {
        const listed = header.words[step][i], share = arrays.chance[step * rows.length + i];
        item.classList.toggle("gb-focus", listed === header.written[step]);
        write(word, listed);
        write(chance, written(share, 3));
        bar.style.transform = `scaleX(${share})`;
        item.style.visibility = share > 0 ? "" : "hidden"; // fewer words may follow than are listed
      });
    },
  };
}
