// Axes of time and frequency: where a value stands, which values are ticked, and what musicians call a frequency.
import { number } from "../../../numbers.js";
import { worded } from "../../../worded.js";
import { evenTicks } from "../../shared/drawing.js";

const STEP = Math.log(6.4) / 27; // Slaney's mel scale, as core/sound/mel.py has it

/** @typedef {ReturnType<typeof frequencyAxis>} FrequencyAxis */

const mel = (/** @type {number} */ hz) => (hz < 1000 ? (3 * hz) / 200 : 15 + Math.log(hz / 1000) / STEP);
const unmel = (/** @type {number} */ value) => (value < 15 ? (value * 200) / 3 : 1000 * Math.exp(STEP * (value - 15)));
const htk = (/** @type {number} */ hz) => Math.log(1 + hz / 700);
const unhtk = (/** @type {number} */ value) => 700 * (Math.exp(value) - 1);
/** @typedef {"linear" | "logarithmic" | "mel" | "htk"} Spacing */
/** @type {Record<Spacing, ((value: number) => number)[]>} */
const SCALES = { linear: [(f) => f, (v) => v], logarithmic: [Math.log, Math.exp], mel: [mel, unmel], htk: [htk, unhtk] };

/** {to, from}: a frequency ↔ its share of the axis, 0 at `low` and 1 at `high`. @param {Spacing} scale @param {number} low @param {number} high */
export function frequencyAxis(scale, low, high) {
  const [forth, back] = SCALES[scale];
  const [bottom, top] = [forth(low), forth(high)];
  return {
    to: (/** @type {number} */ hz) => (forth(Math.max(hz, scale === "logarithmic" ? 1e-3 : 0)) - bottom) / (top - bottom),
    from: (/** @type {number} */ share) => back(bottom + share * (top - bottom)),
  };
}

/** 1, 2 and 5 times powers of ten, as far apart as `gap` of the axis.
 * @param {FrequencyAxis} axis @param {number} low @param {number} high @param {number} gap */
export function unevenTicks(axis, low, high, gap) {
  const ticks = low === 0 ? [0] : [];
  for (let power = 1; power <= high; power *= 10) {
    for (const factor of [1, 2, 5]) {
      const hz = factor * power;
      if (hz >= low * 0.999 && hz <= high * 1.001 && (!ticks.length || axis.to(hz) - axis.to(ticks[ticks.length - 1]) >= gap)) ticks.push(hz);
    }
  }
  return ticks.length > 1 ? ticks : evenTicks(low, high, 1 / gap);
}

const NOTES = ["C", "C♯", "D", "D♯", "E", "F", "F♯", "G", "G♯", "A", "A♯", "B"];

/** The nearest note of equal temperament (A4 = 440 Hz), and how far it is from it. @param {number} hz */
export function note(hz) {
  const semitones = 69 + 12 * Math.log2(hz / 440);
  const nearest = Math.round(semitones);
  const cents = Math.round(100 * (semitones - nearest));
  const name = `${NOTES[((nearest % 12) + 12) % 12]}${Math.floor(nearest / 12) - 1}`;
  const apart = `${cents < 0 ? "−" : "+"}${number(Math.abs(cents) / 100)}`;
  return cents ? worded`${name} ${apart} semitones` : name;
}
