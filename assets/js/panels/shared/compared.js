// The number in focus beside that of the pinned state A, and the difference, as they are shown.
import { element } from "../../element.js";
import { number } from "../../numbers.js";
import { counted, worded } from "../../worded.js";
import { dim, line } from "./words.js";

const DIGITS = 4;

/** @typedef {{ quantity: string, unit: string }} Quantity */
/** @typedef {Payload<Quantity & { was: Quantity, settings: string, elsewhere: boolean }, Arrays<"now" | "then">>} Data
 * `settings` are those of A, in words; `elsewhere`: no curve of A is drawn. `now` [steps], `then` [1] that of A. */

export const mount = line("gb-compared", /** @type {Says<Data>} */ (({ quantity, unit, was, settings, elsewhere }, { now, then: [old] }, step) => {
  const alike = quantity === was.quantity && unit === was.unit;
  const value = now[Math.min(step, now.length - 1)];
  return [element("strong", {}, "A"), `${worded(": ")}${was.quantity} ${counted(number(old, DIGITS), was.unit)}`,
    dim(" · "), worded`now: ${(alike ? "" : `${quantity} `) + counted(number(value, DIGITS), unit)}`,
    ...(alike && Number.isFinite(value - old) ? [dim(" · "), element("strong", {}, difference(value, old))] : []),
    dim(elsewhere ? worded`. A was ${settings}: it has no curve on these axes.` : ` (A${worded(": ")}${settings})`)];
}));

/** Of the two numbers as they are shown; where these are the same and the numbers are not, of the numbers. @param {number} value @param {number} old */
function difference(value, old) {
  const rounded = (/** @type {number} */ one) => +one.toPrecision(DIGITS);
  const apart = +(rounded(value) - rounded(old)).toPrecision(DIGITS) || value - old;
  return apart > 0 ? `+${number(apart, DIGITS)}` : number(apart, DIGITS);
}
