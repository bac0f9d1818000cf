// Arithmetic with its numbers in it. An expression has a `value` (of its numbers rounded) and a `text` (with so many
// digits); it is written with as many digits as it takes for a reader with a calculator to get the result beside it.
import { element } from "../../element.js";
import { bracketed, number } from "../../numbers.js";
import { worded } from "../../worded.js";

/** @typedef {{ value(round: (value: number) => number): number, text(digits: number): string }} Expression */

const RESULT = 6; // digits of a result, at the least
const ALL = 15; // digits of a number in full
const MOST = 17; // digits that tell every double from its neighbours
const RAISED = /[⁰¹²³⁴⁵⁶⁷⁸⁹]$/;

/** @param {number} value @returns {Expression} */
export const plain = (value) => ({ value: (round) => round(value), text: (digits) => number(value, digits) });

/** In brackets where it is negative. @param {number} value @returns {Expression} */
export const signed = (value) => ({ value: (round) => round(value), text: (digits) => bracketed(value, digits) });

/** An expression of others: `compute` takes their values and `write` their texts, one after another.
 * @param {Expression[]} parts @param {(...values: number[]) => number} compute @param {(...texts: string[]) => string} write @returns {Expression} */
export const made = (parts, compute, write) => ({
  value: (round) => compute(...parts.map((part) => part.value(round))),
  text: (digits) => write(...parts.map((part) => part.text(digits))),
});

/** @param {Expression[]} parts */
export const product = (parts, sign = " × ") => made(parts, (...factors) => factors.reduce((a, b) => a * b, 1), (...texts) => texts.join(sign));
/** @param {Expression[]} parts */
export const sum = (parts) => made(parts, (...terms) => terms.reduce((a, b) => a + b, 0), (...texts) => texts.join(" + "));
/** What is divided by stands in brackets where it ends in a power of ten. @param {Expression} above @param {Expression} below */
export const quotient = (above, below) => made([above, below], (a, b) => a / b, (a, b) => `${a} / ${RAISED.test(b) ? `(${b})` : b}`);

/** The number of digits, `least` or more, with which `expression` gives `result` to so many digits as are `wanted`, or as `write` writes it.
 * @param {Expression} expression @param {number} result @param {number} least @param {number} wanted */
export function enough(expression, result, least, wanted, write = number) {
  const goal = write(result, wanted);
  let digits = least;
  const given = () => write(expression.value((value) => +value.toPrecision(digits)) + 0, wanted);
  while (digits < MOST && given() !== goal) digits++;
  return digits;
}

/** `expression = result`, and the result in full. @param {Expression} expression @param {number} result @param {number} digits */
export function worked(expression, result, digits) {
  const wanted = Math.min(ALL, Math.max(RESULT, digits + 2)), short = number(result, wanted);
  const text = expression.text(enough(expression, result, digits, wanted));
  const full = inFull(result);
  return full.textContent === short ? [`${text} = `, full] : [worded`${text} = ${short}, in full `, full];
}

/** A number with all its digits, marked as the one that was opened. @param {number} value */
export const inFull = (value) => element("strong", { class: "gb-focus" }, number(value, ALL));
