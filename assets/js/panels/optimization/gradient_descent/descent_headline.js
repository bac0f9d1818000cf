// What the present step size does: its rate with the arithmetic, and the steps it takes.
import { element } from "../../../element.js";
import { factor as share, count, number } from "../../../numbers.js";
import { counted, worded } from "../../../worded.js";
import { dim, line } from "../../shared/words.js";

/** @typedef {{ name: string, eta: number, counted: number, within: number }} Other the run that it is compared with */
/** @typedef {{ states: string[], plain: boolean, accuracy: number, factor: number, sigma: number[], within: number, other: Other | null }} Fields
 * `within` so many steps the accuracy is waited for */
/** @typedef {Arrays<"eta" | "rate" | "needed" | "measured" | "state">} Along the axis */
/** @typedef {Payload<Fields, Along>} Data */
/** @typedef {(name: keyof Along) => number} At */

const DIGITS = [3, 4, 5, 6, 8, 10, 12];

export const mount = line("gb-headline", headline);

/** @type {Says<Data>} */
function headline(header, arrays, step) {
  const at = (/** @type {keyof Along} */ name) => arrays[name][step];
  return [element("strong", { class: "gb-focus" }, `η = ${number(at("eta"))}`), " ",
    element("strong", {}, header.states[at("state")]), ...arithmetic(header, at), ...steps(header, at), ...beside(header)];
}

/** @param {Fields} header @param {At} at */
function arithmetic({ plain, factor, sigma }, at) {
  if (Number.isNaN(at("rate"))) return [dim(worded(": its steps do not shrink with the slope, so there is no fixed rate"))];
  const kept = share(at("rate")), rate = element("strong", {}, kept);
  if (!plain) return [dim(worded(": the error of the slowest mode shrinks as |r|ᵗ, with |r| = ")), rate];
  // The mode that is slowest stands at one end of the spectrum.
  const ends = sigma.map((one) => 1 - factor * one * one * at("eta"));
  const end = Math.abs(ends[0]) >= Math.abs(ends[1]) ? 0 : 1;
  // As many digits of the factors as it takes for their product to give the rate as it is written.
  const factors = [factor, at("eta"), sigma[end] ** 2];
  const product = (/** @type {number} */ digits) => factors.reduce((all, one) => all * +one.toPrecision(digits), 1);
  const digits = DIGITS.find((each) => share(Math.abs(1 - product(each))) === kept) ?? 15;
  return [dim(end ? worded`: the flattest direction keeps |1 − ${symbol(factor)}ησ²| = ` : worded`: the steepest direction keeps |1 − ${symbol(factor)}ησ²| = `),
    `|1 − ${factors.map((one) => number(one, digits)).join("·")}| = `, rate];
}

/** The run that it is compared with. @param {Fields} header */
function beside({ other }) {
  if (!other) return [];
  const steps = other.counted < 0 ? worded`more than ${count(other.within)} steps` : counted(count(other.counted), worded("steps"));
  return [dim(worded` B, ${other.name} with η = ${number(other.eta)}, takes `), steps, "."];
}

const symbol = (/** @type {number} */ factor) => (factor === 2 ? "2" : factor === 1 ? "" : "κ");

/** That the start has no error along the slowest direction, where there is one. @param {At} at @param {boolean} plain */
function none(at, plain) {
  if (Number.isNaN(at("rate"))) return "";
  return plain ? worded(" of its error a step, but the start has none there") : worded(", but the start has none of that error");
}

/** @param {Fields} header @param {At} at */
function steps({ accuracy, within, plain }, at) {
  const wanted = `1/${number(1 / accuracy, 3)}`;
  const measured = at("measured") < 0 ? worded`not within ${count(within)} steps` : worded`${count(at("measured"))} counted in the run`;
  if (Number.isNaN(at("needed"))) return [dim(none(at, plain), worded`. Steps to ${wanted} of the error: `), measured, "."];
  if (!Number.isFinite(at("needed"))) return [dim(plain ? worded(" of its error a step.") : ".")];
  return [dim(plain ? worded(" of its error a step") : "", worded`. Steps to ${wanted} of it: ln ε/ln rate = `), number(at("needed"), 4), ", ", measured, "."];
}
