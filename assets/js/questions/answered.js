// A guess and what is, on the same axes or in the same list.
import { element, svg } from "../element.js";
import { axes, curve, heightsOf, share, wordsOf } from "./chart.js";
import { worded } from "../worded.js";

/** @param {Question} question @returns {HTMLElement | null} */
export function answered(question) {
  const ways = { mark, amount: () => null, pick, order, sketch, goal: () => null };
  return ways[question.kind](question);
}

/** What stands for what. @param {boolean} theory */
function legend(theory) {
  const one = (/** @type {string} */ kind, /** @type {string} */ words) => element("span", { class: kind }, words);
  return element("p", { class: "gb-legend" }, one("gb-is-guess", worded("your guess")), one("gb-is-truth", worded("computed")), theory ? one("gb-is-theory", worded("theory")) : null);
}

/** @param {Question} question */
function mark({ x, guess, answer }) {
  const { truth, theory, sentence } = /** @type {QuestionAnswer} */ (answer), { root, place } = axes(x);
  const at = (/** @type {number} */ value) => place(share(x, value));
  const tick = (/** @type {number} */ value, /** @type {string} */ kind, /** @type {number} */ high) => {
    const [across, up] = at(value);
    return svg("path", { class: kind, d: `M${across} ${up}v${-high}` });
  };
  root.append(tick(+truth, "gb-true", 20));
  if (theory !== null) root.append(tick(+theory, "gb-theory", 26));
  const [across, up] = at(+guess);
  root.append(svg("circle", { class: "gb-spot", r: 5, cx: across, cy: up - 10 }));
  root.setAttribute("aria-label", sentence);
  return element("div", {}, root, legend(theory !== null));
}

/** @param {Question} question */
function sketch({ x, y, guess, answer }) {
  const { truth, theory, sentence } = /** @type {QuestionAnswer} */ (answer), { root, place } = axes(x, y);
  const line = (/** @type {string} */ kind, /** @type {any} */ heights) => root.append(svg("path", { class: kind, d: curve(place, heights) }));
  line("gb-true", truth);
  if (theory !== null) line("gb-theory", theory);
  line("gb-guessed", heightsOf(guess));
  root.setAttribute("aria-label", sentence);
  return element("div", {}, root, legend(theory !== null));
}

/** @param {Question} question */
function pick({ options, guess, answer }) {
  const { truth } = /** @type {QuestionAnswer} */ (answer);
  return element("ul", { class: "gb-picked" }, ...options.map(([key, words]) => element("li", { "data-true": key === truth },
    words, key === truth ? element("b", {}, worded(" right")) : null, key === guess && key !== truth ? element("i", {}, worded(" your answer")) : null)));
}

/** @param {Question} question */
function order(question) {
  const { guess, answer } = question, words = wordsOf(question), true_ = String(/** @type {QuestionAnswer} */ (answer).truth).split(".");
  const column = (/** @type {string} */ title, /** @type {string[]} */ keys) => element("div", {}, element("b", {}, title),
    element("ol", {}, ...keys.map((key, i) => element("li", { "data-true": true_[i] === key }, words.get(key)))));
  return element("div", { class: "gb-orders" }, column(worded("your order"), guess.split(".")), column(worded("computed"), true_));
}
