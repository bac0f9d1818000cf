// What the head in sight does at the query in focus, and what the model expects next, in a sentence.
import { element } from "../../../glassbox.js";
import { dim, line } from "../../shared/words.js";

const word = (text) => element("bdi", { class: "gb-token" }, `“${text}”`);
const share = (value) => (value >= 0.0995 ? value.toFixed(3) : String(+value.toPrecision(2)));

export function mount(root, payload) {
  return line(root, payload, "gb-headline", (header, arrays, step) => {
    const { labels, layer, head, words } = header;
    const key = arrays.key[step], weight = arrays.weight[step];
    const looks = weight > 0
      ? [" looks at ", element("strong", { class: "gb-focus" }, word(labels[key])), ` (place ${key}) with weight `,
        element("strong", { class: "gb-focus" }, share(weight))]
      : [" may look nowhere"];
    const next = arrays.next === undefined ? []
      : [dim(" Next: "), word(words[arrays.next[step]]), dim(", "), share(arrays.chance[step]), dim(".")];
    return [dim(`Layer ${layer}, head ${head}: `), word(labels[step]), dim(` (place ${step})`), ...looks,
      dim(` (${arrays.bits[step].toFixed(2)} bits).`), ...next];
  });
}
