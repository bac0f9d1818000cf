// What is said of a guess where there is no server: the same as core/questions says, which a test holds.
import { count, number } from "../numbers.js";
import { heightsOf, share, valueAt, withUnit, wordsOf, inDigits } from "./chart.js";
import { worded } from "../worded.js";

/** @typedef {{ right: boolean, sentence: string }} Verdict */

/** @param {KeptQuestion} question @returns {Verdict} */
export function verdict(question) {
  const ways = { mark: amount, amount, pick, order, sketch, goal: () => ({ right: true, sentence: worded("You have met this goal.") }) };
  return ways[question.kind](question);
}

/** Whether the guess is the one that many make. @param {KeptQuestion} question */
export function isBelief(question) {
  const { kind, guess, held: { belief, near } } = question;
  if (!belief) return false;
  if (kind === "mark" || kind === "amount") return meets(question, +guess, +belief.guess);
  if (kind !== "sketch") return guess === belief.guess;
  const believed = heightsOf(belief.guess);
  return mean(heightsOf(guess).map((height, i) => Math.abs(height - believed[i]))) <= near;
}

/** @param {KeptQuestion} question */
function amount(question) {
  const { held, guess } = question, said = +guess, truth = +held.truth;
  const amountOf = (/** @type {number} */ value) => withUnit(value, { unit: unitOf(question) });
  const parts = [worded`The guess is ${amountOf(said)}.`, worded`The page computes ${amountOf(truth)}.`];
  if (held.theory !== null) parts.push(worded`Theory gives ${amountOf(+held.theory)}.`);
  const isExact = inDigits(said) === inDigits(truth), right = meets(question, said, truth);
  parts.push(isExact ? worded("There is no gap.") : gap(question, said, truth));
  return { right, sentence: right && !isExact ? nearEnough(parts.join(" ")) : parts.join(" ") };
}

/** As a factor, or as a difference. @param {KeptQuestion} question @param {number} said @param {number} truth */
function gap(question, said, truth) {
  const { kind, x } = question;
  const asFactor = kind === "mark" ? x.log : said * truth > 0 && !(Number.isInteger(said) && Number.isInteger(truth));
  const sizes = [Math.abs(said), Math.abs(truth)];
  if (asFactor && truth) return worded`The guess is too ${sizes[0] > sizes[1] ? worded("high") : worded("low")} by a factor of ${number(Math.max(...sizes) / Math.min(...sizes), 3)}.`;
  return worded`The gap is ${withUnit(Math.abs(said - truth), { unit: unitOfGap(unitOf(question)) })}.`;
}

/** @param {KeptQuestion} question */
const unitOf = ({ kind, x, unit }) => (kind === "mark" ? x.unit : unit);

/** @param {string} sentence */
const nearEnough = (sentence) => `${sentence} ${worded("That is near enough.")}`;

/** Between 50 % and 80 % lie 30 percentage points. @param {string} unit */
const unitOfGap = (unit) => (unit === "%" ? worded("percentage points") : unit);

/** Whether one number is as near to the other as it takes. @param {KeptQuestion} question @param {number} said @param {number} truth */
function meets({ kind, x, held: { near } }, said, truth) {
  return kind === "mark" ? Math.abs(share(x, said) - share(x, truth)) <= near : Math.abs(said - truth) <= near * Math.abs(truth);
}

/** @param {KeptQuestion} question */
function pick(question) {
  const words = wordsOf(question), { guess, held: { truth } } = question, right = guess === truth;
  const is = words.get(String(truth));
  return { right, sentence: right ? worded`“${is}” is right.` : worded`The guess is “${words.get(guess)}”. The right answer is “${is}”.` };
}

/** @param {KeptQuestion} question */
function order(question) {
  const words = wordsOf(question), truth = String(question.held.truth).split("."), said = question.guess.split(".");
  const at = said.map((key) => truth.indexOf(key)), pairs = truth.length * (truth.length - 1) / 2;
  const wrong = at.reduce((sum, one, i) => sum + at.slice(i + 1).filter((other) => one > other).length, 0);
  const right = truth.map((key) => words.get(key)).join(", ");
  const sentence = worded`Pairs the wrong way round: ${count(wrong)} of ${count(pairs)}. The order is: ${right}.`;
  return { right: !wrong, sentence: wrong ? sentence : worded("The order is right.") };
}

/** @param {KeptQuestion} question */
function sketch({ x, y, held, guess }) {
  const truth = /** @type {(number | null)[]} */ (held.truth);
  const off = heightsOf(guess).map((height, i) => truth[i] === null ? null : Math.abs(height - truth[i]));
  const known = off.filter((one) => one !== null), far = mean(known), worst = off.indexOf(Math.max(...known));
  const at = valueAt(x, worst / (truth.length - 1));
  const where = x.unit ? withUnit(at, x) : `${x.label} = ${inDigits(at)}`;
  const average = worded`On average the guess lies ${number(100 * far, 2)} % of the picture's height from the computed curve.`;
  const sentence = average + " " + worded`It is furthest off at ${where}, where the computed curve is at ${withUnit(valueAt(y, truth[worst] ?? 0), y)}.`;
  const right = far <= held.near;
  return { right, sentence: right ? nearEnough(sentence) : sentence };
}

/** @param {number[]} values */
const mean = (values) => values.reduce((sum, one) => sum + one, 0) / values.length;
