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
  return agreeing(WORDS[key] ?? key, values[0]).replace(/\{(\d?)\}/g, (_, place) => String(values[place ? +place : next++]));
}

/** A number as it is written, with its unit. @param {string} written @param {string} unit */
export const counted = (written, unit) => agreeing(`{} ${unit}`, written).replace("{}", written);

/** Words after a number, in the singular where French has it: from −2 to 2. @param {string} text @param {unknown} first */
function agreeing(text, first) {
  const one = WORDS[`1 ${text}`], number = String(first).replace("−", "-").replace(",", ".");
  return one && number !== "" && Math.abs(Number(number)) < 2 ? one : text;
}
