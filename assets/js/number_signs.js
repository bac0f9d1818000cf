// The signs in numbers, by the language of the document: in French thousands are parted by U+202F, and decimals by a comma.
const FRENCH = globalThis.document?.documentElement?.lang === "fr";

/** What parts decimals, and thousands, as Plotly wants it. */
export const SEPARATORS = FRENCH ? ",\u202f" : ".,";
/** What parts the numbers of a list: in French a comma is a decimal sign. */
export const LISTED = FRENCH ? "\u202f; " : ", ";

/** A number as a reader types it, or copies it from the page, in the form that addresses take: in French with a decimal comma.
 * @param {string} text */
export const typed = (text) => {
  const plain = text.trim().replace(/−/g, "-");
  return FRENCH ? plain.replace(/[\s\u202f\u00a0]/g, "").replace(",", ".") : plain;
};

/** The value of a setting, as its field shows it: an address's form, with the decimal sign of the language. @param {string} text */
export const localNumber = (text) => (FRENCH ? text.replace(".", ",") : text);
