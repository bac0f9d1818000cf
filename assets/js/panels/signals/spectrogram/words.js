// What a spectrogram says in words: a length of time, and a level in dB.
import { exact, fixed, number } from "../../../numbers.js";
import { worded } from "../../../worded.js";

export const milliseconds = (/** @type {number} */ seconds) => `${number(1000 * seconds, 3)} ms`;

/** @typedef {"decibels" | "magnitude" | "power"} Measure */
/** @type {Record<Measure, number>} */
const FACTORS = { decibels: 0, magnitude: 20, power: 10 };

const AIR = 4; // px beside a unit

/** A level 0 … 255 in dB; levels are even in dB, in magnitude or in power. @param {{ floor: number, ceiling: number, measure: Measure }} header @param {number} level */
export function decibels({ floor, ceiling, measure }, level) {
  if (level === 0) return worded`${exact(floor)} dB or less`;
  if (level === 255) return worded`${exact(ceiling)} dB or more`;
  const share = level / 255, factor = FACTORS[measure];
  const [low, high] = [floor, ceiling].map((end) => 10 ** (end / factor));
  const value = factor ? factor * Math.log10(low + share * (high - low)) : floor + share * (ceiling - floor);
  return `${fixed(value, 1)} dB`;
}

/** The unit of levels between two numbers, as much of it as has room in so many px.
 * @param {Measure} measure @param {number} room @param {(words: string) => number} wide */
export function unitWithin(measure, room, wide) {
  const whole = measure === "decibels" ? "dB" : measure === "power" ? worded("dB, power") : worded("dB, magnitude");
  return [whole, "dB"].find((words) => wide(words) + 2 * AIR <= room) ?? "";
}
