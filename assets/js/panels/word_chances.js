// The likeliest next words at each step, with their probabilities.
// header: `words` [steps][listed], `written` [steps]. arrays: `chance` [steps, listed].
import { element } from "../glassbox.js";
import { number } from "./descent_numbers.js";

export function mount(root, payload) {
  let header, arrays;
  const list = element("ol", { class: "gb-next-words" });
  root.replaceChildren(element("h3", { class: "gb-panel-title" }, "The likeliest words here"), list);
  const view = {
    update(next) { ({ header, arrays } = next); },
    draw(step) {
      const listed = arrays.chance.shape[1];
      list.replaceChildren(...header.words[step].map((word, i) => {
        const chance = arrays.chance[step * listed + i], chosen = word === header.written[step];
        const bar = element("span", { class: "gb-bar" });
        bar.style.width = `${100 * chance}%`;
        return element("li", { class: chosen ? "gb-focus" : "" }, bar, element("bdi", {}, word), element("span", {}, number(chance, 3)));
      }));
    },
  };
  view.update(payload);
  return view;
}
