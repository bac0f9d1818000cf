// Numbers as sentences write them.
import { count } from "./glassbox.js";

const raise = (power) => String(power).replace("-", "⁻").replace(/\d/g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[digit]);

/** So many digits; with a power of ten where there would be many zeros. */
export function number(value, digits = 4) {
  if (!Number.isFinite(value)) return Number.isNaN(value) ? "—" : value > 0 ? "∞" : "−∞";
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e7)) {
    const [mantissa, power] = value.toExponential(digits - 1).split("e");
    return `${String(+mantissa).replace("-", "−")}·10${raise(+power)}`;
  }
  return count.format(+value.toPrecision(digits)).replace("-", "−");
}

/** A factor a step: near 1 what it lacks matters. */
export const factor = (value) => (value > 0.9999 && value < 1 ? `1 − ${number(1 - value, 3)}` : number(value));
