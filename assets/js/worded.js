// What scripts say, in the language of the document (ui/languages): looked up by the English words.

const ONE = /^[−-]?1$/, SEVERAL = /^((?:[a-z-]+ )*?[a-z-]{2,}[^\W_s])s\b/; // the noun of an English unit, as in core/numbers.py

/** @returns {Record<string, string> | null} */
function known() {
  const words = globalThis.document?.getElementById?.("gb-words"); // there are none in English, nor where scripts are tested
  return words ? JSON.parse(words.textContent ?? "{}") : null;
}
const WORDS = known();

/** worded("Play"), or worded`Step ${n} of ${last}`, whose key is "Step {} of {}". What is put in stays as it is; the
 * translation may name it in another order: {1} … {0}.
 * @param {string | TemplateStringsArray} words @param {unknown[]} values */
export function worded(words, ...values) {
  const key = typeof words === "string" ? words : words.join("{}"), text = WORDS?.[key] ?? key;
  let next = 0;
  return (single(text, values[0]) ?? text).replace(/\{(\d?)\}/g, (_, place) => String(values[place ? +place : next++]));
}

/** A number as it is written, with its unit: 1 bit a token, 0.84 bits a token, 1 dB; or `put` in its place.
 * @param {string} written @param {string} unit */
export function counted(written, unit, put = written) {
  const [noun] = unit.split(" ");
  const text = WORDS ? single(`{} ${unit}`, written) ?? single(`{} ${noun}`, written)?.concat(unit.slice(noun.length))
    : ONE.test(written) ? `{} ${unit.replace(SEVERAL, "$1")}` : undefined;
  return (text ?? `{} ${unit}`).replace("{}", put).trimEnd();
}

/** Words after a number in the singular, where French has it: from −2 to 2. @param {string} text @param {unknown} first */
function single(text, first) {
  const number = String(first).replace("−", "-").replace(",", "."), isTiny = number.includes("10⁻");
  return isTiny || number !== "" && Math.abs(Number(number)) < 2 ? WORDS?.[`1 ${text}`] : undefined;
}
