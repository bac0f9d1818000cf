// What a class thinks: a dot for each guess on the axis, a line for each curve, a bar for each choice; and what is.
import { element, svg } from "../element.js";
import { axes, curve, heightsOf, LINE, share, WIDTH, wordsOf, writtenHeights } from "./chart.js";
import { worded } from "../worded.js";

const PLACES = 40, STEP = 7, HIGHEST = 168; // places for dots on an axis, how high one stands above another, and a pile at most
const FAR = 3; // as many times as far from the middle half of the guesses as that is wide: a joke, or a slip of the hand

/** All guesses of a class in one picture, with the answer where it is known. @param {Question} question @param {string[]} guesses */
export function crowd(question, guesses) {
  if (question.kind === "sketch") return curves(question, guesses);
  if (question.kind === "mark") return dots(question.x, guesses.map(Number), question.answer);
  if (question.kind === "amount") return dots(spanned(question, guesses), guesses.map(Number), question.answer);
  return bars(question, guesses);
}

/** The guess in the middle of all: the median, the most frequent one, or the mean curve. @param {Question} question @param {string[]} guesses */
export function middle({ kind }, guesses) {
  if (kind === "mark" || kind === "amount") return guesses.toSorted((a, b) => +a - +b)[Math.floor((guesses.length - 1) / 2)];
  if (kind === "sketch") {
    const drawn = guesses.map(heightsOf);
    return writtenHeights(drawn[0].map((_, i) => drawn.reduce((sum, heights) => sum + heights[i], 0) / drawn.length));
  }
  return counted(guesses)[0][0];
}

/** Each guess and how often it was made, the most frequent first. @param {string[]} guesses @returns {[string, number][]} */
function counted(guesses) {
  /** @type {Map<string, number>} */
  const many = new Map();
  for (const guess of guesses) many.set(guess, (many.get(guess) ?? 0) + 1);
  return [...many].sort((a, b) => b[1] - a[1]);
}

/** An axis that holds the typed numbers, but for single ones far off, and the answer. @param {Question} question @param {string[]} guesses @returns {QuestionAxis} */
function spanned({ unit, answer }, guesses) {
  const said = guesses.map(Number).sort((a, b) => a - b), at = (/** @type {number} */ part) => said[Math.floor(part * (said.length - 1))];
  const reach = FAR * (at(0.75) - at(0.25) || Math.abs(at(0.5)) || 1);
  const near = said.filter((one) => one >= at(0.25) - reach && one <= at(0.75) + reach), far = said.length - near.length;
  const all = [...near, ...(answer ? [+answer.truth] : [])], low = Math.min(...all), high = Math.max(...all);
  return { label: far ? worded`guesses; ${far} far beyond an end` : worded("guesses"), low, high: high > low ? high : low + 1, unit, log: false };
}

/** @param {QuestionAxis} x @param {number[]} values @param {QuestionAnswer | null} answer */
function dots(x, values, answer) {
  const { root, place } = axes(x), stacked = new Array(PLACES + 1).fill(0), places = values.map((value) => Math.round(PLACES * share(x, value)));
  for (const at of places) stacked[at] += 1;
  const step = Math.min(STEP, HIGHEST / Math.max(...stacked)), above = Math.max(0, step * Math.max(...stacked) - LINE / 2); // room for the highest pile
  stacked.fill(0);
  if (answer) {
    const [across, up] = place(share(x, +answer.truth));
    root.append(svg("path", { class: "gb-true", d: `M${across} ${up}v-30` }));
  }
  for (const at of places) {
    const [across, up] = place(at / PLACES);
    root.append(svg("circle", { class: "gb-spot", r: 3, cx: across, cy: up - 5 - step * stacked[at] }));
    stacked[at] += 1;
  }
  root.setAttribute("viewBox", `0 ${-above} ${WIDTH} ${LINE + above}`);
  root.setAttribute("aria-label", worded`${values.length} guesses`);
  return root;
}

/** @param {Question} question @param {string[]} guesses */
function curves({ x, y, answer }, guesses) {
  const { root, place } = axes(x, y);
  for (const guess of guesses) root.append(svg("path", { class: "gb-guessed gb-faint", d: curve(place, heightsOf(guess)) }));
  if (answer) root.append(svg("path", { class: "gb-true", d: curve(place, /** @type {(number | null)[]} */ (answer.truth)) }));
  root.setAttribute("aria-label", worded`${guesses.length} curves`);
  return root;
}

/** @param {Question} question @param {string[]} guesses */
function bars(question, guesses) {
  const { kind, answer } = question, words = wordsOf(question);
  const named = (/** @type {string} */ guess) => kind === "order" ? guess.split(".").map((key) => words.get(key)).join(", ") : words.get(guess) ?? "";
  return element("ul", { class: "gb-bars" }, ...counted(guesses).slice(0, 6).map(([guess, many]) => {
    const bar = element("i", {});
    bar.style.width = `${(100 * many / guesses.length).toFixed(1)}%`;
    return element("li", { "data-true": answer?.truth === guess }, element("span", {}, named(guess)), element("span", { class: "gb-bar" }, bar), element("b", {}, String(many)));
  }));
}
