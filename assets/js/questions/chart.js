// The axes on which a guess is drawn, and the truth beside it.
import { number } from "../numbers.js";
import { svg } from "../element.js";
import { counted, worded } from "../worded.js";

export const WIDTH = 300; // of a curve's picture, in units of its own
export const HEIGHT = 170;
export const LINE = 64; // the height of a line's picture
const LEFT = 10, RIGHT = 10, TOP = 18, BOTTOM = 34;

/** Where a value lies on an axis, from 0 to 1. @param {QuestionAxis} axis @param {number} value */
export function share({ low, high, log }, value) {
  const at = log ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low);
  return Math.min(1, Math.max(0, at));
}

/** What lies at a share of an axis; what is 0 but for rounding is 0. @param {QuestionAxis} axis @param {number} at */
export function valueAt({ low, high, log }, at) {
  if (log) return low * (high / low) ** at;
  const value = low + at * (high - low);
  return Math.abs(value) < 1e-9 * (high - low) ? 0 : value;
}

/** A number as a verdict tells it: to three digits, and to all that stand before its point. @param {number} value */
export const inDigits = (value) => number(value, Math.min(7, Math.max(3, Math.abs(value).toFixed(0).length)));

/** A number with its unit. @param {number} value @param {{ unit: string }} axis */
export const withUnit = (value, { unit }) => counted(inDigits(value), unit);

/** Empty axes: one, or two with `y`. `place(across, up)` of shares is where on them.
 * @param {QuestionAxis} x @param {QuestionAxis} [y] */
export function axes(x, y) {
  const height = y ? HEIGHT : LINE, bottom = height - BOTTOM;
  const root = svg("svg", { viewBox: `0 0 ${WIDTH} ${height}`, class: "gb-guess", role: "img" });
  const word = (/** @type {string} */ text, /** @type {number} */ at, /** @type {number} */ up, anchor = "start") => {
    const node = svg("text", { x: at, y: up, "text-anchor": anchor });
    node.textContent = text;
    return node;
  };
  root.append(svg("path", { class: "gb-axis", d: `M${LEFT} ${bottom}H${WIDTH - RIGHT}${y ? `M${LEFT} ${bottom}V${TOP}` : ""}` }),
    word(withUnit(x.low, x), LEFT, bottom + 13), word(withUnit(x.high, x), WIDTH - RIGHT, bottom + 13, "end"), word(x.label, WIDTH / 2, bottom + 28, "middle"));
  if (y) root.append(word(worded`${y.label}, ${withUnit(y.low, y)} to ${withUnit(y.high, y)}`, LEFT, 11));
  const place = (/** @type {number} */ across, up = 0) => [LEFT + across * (WIDTH - LEFT - RIGHT), bottom - up * (bottom - TOP)];
  return { root, place };
}

/** Where a pointer is on such axes, as shares. @param {SVGSVGElement} root @param {PointerEvent} event */
export function pointed(root, { clientX, clientY }) {
  const { left, top, width, height } = root.getBoundingClientRect(), { height: high } = root.viewBox.baseVal;
  const [x, y] = [(clientX - left) / width * WIDTH, (clientY - top) / height * high];
  const [across, up] = [(x - LEFT) / (WIDTH - LEFT - RIGHT), (high - BOTTOM - y) / (high - BOTTOM - TOP)];
  return [across, up].map((at) => Math.min(1, Math.max(0, at)));
}

/** The heights of a curve, as they stand in an address: two digits each. @param {string} guess @returns {number[]} */
export const heightsOf = (guess) => Array.from({ length: guess.length / 2 }, (_, i) => +guess.slice(2 * i, 2 * i + 2) / 99);

/** Heights as they stand in an address. @param {number[]} heights */
export const writtenHeights = (heights) => heights.map((height) => String(Math.round(99 * height)).padStart(2, "0")).join("");

/** The words of each thing that is ordered or picked. @param {Question} question */
export const wordsOf = ({ options }) => new Map(options.map(([key, words]) => [key, words]));

/** A curve of heights (null: no point). @param {(across: number, up?: number) => number[]} place @param {(number | null)[]} heights */
export function curve(place, heights) {
  let gap = true;
  return heights.map((height, i) => {
    if (height === null) { gap = true; return ""; }
    const command = gap ? "M" : "L";
    gap = false;
    return `${command}${place(i / (heights.length - 1), height).map((at) => at.toFixed(1)).join(" ")}`;
  }).join("");
}
