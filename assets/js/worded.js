// What scripts say, in the language of the document (ui/languages): looked up by the English words.

/** @returns {Record<string, string>} */
function known() {
  const words = globalThis.document?.getElementById?.("gb-words"); // there are none in English, nor where scripts are tested
  return words ? JSON.parse(words.textContent ?? "{}") : {};
}
const WORDS = known();

/** worded("Play"), or worded`Step ${n} of ${last}`, whose key is "Step {} of {}". What is put in stays as it is; the
 * translation may name it in another order: {1} … {0}.
 * @param {string | TemplateStringsArray} words @param {unknown[]} values */
export function worded(words, ...values) {
  const key = typeof words === "string" ? words : words.join("{}");
  let next = 0;
  return (WORDS[key] ?? key).replace(/\{(\d?)\}/g, (_, place) => String(values[place ? +place : next++]));
}
