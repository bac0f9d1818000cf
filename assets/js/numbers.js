// Numbers as readers see them: the same digits here as in core/numbers.py, which a test holds.
import { SEPARATORS } from "./number_signs.js";
import { worded } from "./worded.js";

const SMALLEST = 1e-3, LARGEST = 1e7; // beyond them there would be many zeros
const CLOSE = /(?<=[0-9⁰¹²³⁴⁵⁶⁷⁸⁹∞]) (?=(?:%|[kMG]?Hz|[mµ]?s|dB|bits?|nats?|px|[kMG]?B|[kMG]o|h|min)(?![\p{L}\p{N}]))|(?<=[<>]) (?=[0-9])/gu;
const KNOWN = 15, GIVEN = 12; // digits that every double holds, and that sums and products of a few settings keep

/** At most so many significant digits, halves away from zero; a power of ten below 10⁻³ and from 10⁷ on. @param {number} value */
export function number(value, digits = 4) {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? worded("undefined") : value > 0 ? "∞" : "−∞";
  const size = Math.abs(value);
  if (size !== 0 && (size < SMALLEST || size >= LARGEST)) {
    const [mantissa, exponent] = value.toExponential(digits - 1).split("e");
    const times = trimmed(mantissa);
    return (/^−?1$/.test(times) ? times.slice(0, -1) : `${times}·`) + powerOfTen(+exponent);
  }
  const text = value.toPrecision(digits);
  return trimmed(text.includes("e") ? String(+text) : text); // 1.235e+4 has fewer digits than stand before the point
}

/** A probability; what falls short of certainty is not rounded to it, but has the digits that it takes. @param {number} probability */
export function chance(probability, digits = 4) {
  const text = number(probability, digits);
  if (text !== "1" || probability >= 1) return text;
  return number(probability, Math.max(digits, Math.min(KNOWN, 2 + Math.floor(Math.log10(1 / (1 - probability))))));
}

/** A setting or a limit as it was given. @param {number} value */
export const exact = (value) => number(value, GIVEN);

/** A factor of a product: in brackets where it is negative. @param {number} value */
export const bracketed = (value, digits = 4) => (value < 0 ? `(${number(value, digits)})` : number(value, digits));

/** So many decimals, halves away from zero, for numbers that change in place or stand below each other.
 * @param {number} value @param {number} decimals */
export function fixed(value, decimals) {
  if (!(Math.abs(value) < 10 ** KNOWN)) return number(value, KNOWN);
  const text = value.toFixed(decimals);
  return grouped(+text ? text : text.replace("-", ""));
}

/** A whole number with all its digits. @param {number} whole */
export const count = (whole) => fixed(whole, 0);

/** A sentence as it is shown where it may run over several lines: no number stands apart from its unit, < or >. @param {string} sentence */
export const joined = (sentence) => sentence.replace(CLOSE, "\u00a0");

/** A factor a step: near 1 what it lacks matters. @param {number} value */
export const factor = (value) => (value > 0.9999 && value < 1 ? `1 − ${number(1 - value, 3)}` : number(value));

/** 10⁻³ in the letters of a plain text. @param {number} exponent */
const powerOfTen = (exponent) => `10${String(exponent).replace("-", "⁻").replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[+digit])}`;

/** @param {string} text */
function trimmed(text) {
  const whole = grouped(text);
  return whole.includes(SEPARATORS[0]) ? whole.replace(/[.,]?0+$/, "") : whole;
}

/** @param {string} text */
function grouped(text) {
  const [whole, ...fraction] = text.replace("-", "−").split(".");
  return [whole.replace(/\B(?=(\d{3})+$)/g, SEPARATORS[1]), ...fraction].join(SEPARATORS[0]);
}
