// What the head in sight does at the query in focus, and what the model expects next, in a sentence.
import { element } from "../../../element.js";
import { count, fixed, number } from "../../../numbers.js";
import { counted, worded } from "../../../worded.js";
import { dim, line, quoted } from "../../shared/words.js";

/** @typedef {{ labels: string[], layer: number, head: number, unit: string, words?: string[] }} Fields words that may come next */
/** @typedef {Payload<Fields, Arrays<"key" | "weight" | "entropy", "next" | "chance">>} Data */

const word = (/** @type {string} */ text) => element("bdi", { class: "gb-token" }, quoted(text));
const share = (/** @type {number} */ value) => (value >= 0.0995 ? fixed(value, 3) : number(value, 2));

export const mount = line("gb-headline", /** @type {Says<Data>} */ ((header, arrays, step) => {
  const { labels, layer, head, words = [] } = header;
  const key = arrays.key[step], weight = arrays.weight[step], entropy = fixed(arrays.entropy[step], 2);
  const looks = weight > 0
    ? [worded(" looks at "), element("strong", { class: "gb-focus" }, word(labels[key])), worded` (place ${count(key + 1)}) with weight `,
      element("strong", { class: "gb-focus" }, share(weight))]
    : [worded(" may look nowhere")];
  const next = !arrays.next || !arrays.chance ? []
    : [dim(worded(" Next: ")), word(words[arrays.next[step]]), dim(", "), share(arrays.chance[step]), dim(".")];
  return [dim(worded`Layer ${layer + 1}, head ${head + 1}: `), word(labels[step]), dim(worded` (place ${count(step + 1)})`), ...looks,
    dim(worded` (entropy ${counted(entropy, header.unit)}).`), ...next];
}));
