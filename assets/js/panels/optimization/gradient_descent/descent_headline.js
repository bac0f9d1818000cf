// What the present step size does: its rate with the arithmetic, and the steps it takes.
import { element } from "../../../element.js";
import { factor as share, count, number } from "../../../numbers.js";
import { counted, worded } from "../../../worded.js";
import { enough, made, plain as bare, product } from "../../shared/arithmetic.js";
import { dim, line } from "../../shared/words.js";

/** @typedef {{ method: string, eta: number, counted: number, within: number }} Other the run that it is compared with */
/** @typedef {{ states: string[], plain: boolean, accuracy: number, factor: number, sigma: number[], within: number, other: Other | null }} Fields
 * `within` so many steps the accuracy is waited for */
/** @typedef {Arrays<"eta" | "rate" | "needed" | "measured" | "state">} Along the axis */
/** @typedef {Payload<Fields, Along>} Data */
/** @typedef {(name: keyof Along) => number} At */

const [SHORT, DIGITS] = [3, 4]; // of the factors, at the least; of the rate

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
  const rate = element("strong", {}, share(at("rate")));
  const grows = at("rate") > 1;
  if (!plain) return [dim(grows ? worded(": the error of the steepest mode grows as |r|ᵗ, with |r| = ") : worded(": the error of the slowest mode shrinks as |r|ᵗ, with |r| = ")), rate];
  // The mode that is slowest stands at one end of the spectrum.
  const ends = sigma.map((one) => 1 - factor * one * one * at("eta"));
  const end = Math.abs(ends[0]) >= Math.abs(ends[1]) ? 0 : 1;
  const taken = product([factor, at("eta"), sigma[end] ** 2].map(bare), "·");
  const kept = made([taken], (one) => Math.abs(1 - one), (text) => `|1 − ${text}|`);
  return [dim(end ? worded`: the flattest direction keeps |1 − ${symbol(factor)}ησ²| = ` : worded`: the steepest direction keeps |1 − ${symbol(factor)}ησ²| = `),
    `${kept.text(enough(kept, at("rate"), SHORT, DIGITS, share))} = `, rate];
}

/** The run that it is compared with. @param {Fields} header */
function beside({ other }) {
  if (!other) return [];
  const steps = other.counted < 0 ? worded`more than ${count(other.within)} steps` : counted(count(other.counted), worded("steps"));
  return [dim(worded` B, ${other.method} with η = ${number(other.eta)}, takes `), steps, "."];
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
  return [dim(plain ? worded(" of its error a step") : "", worded`. Steps to ${wanted} of it: ln ε/ln rate = `), number(at("needed"), 4), " (", measured, ")."];
}
