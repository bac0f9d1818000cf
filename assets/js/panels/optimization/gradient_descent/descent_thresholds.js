// The thresholds under the chosen loss, and the same run under the others.
import { factor as share, count, number } from "../../../numbers.js";
import { line } from "../../shared/words.js";

/** @typedef {{ loss: string, steepest: number, factor: number, limit: number | null, unit: number, best: number, least: number }} Limits */
/** @typedef {Limits & { others: [name: string, by: number][], rows: number, plain: boolean }} Fields */
/** @typedef {Payload<Fields, Arrays<"eta">>} Data */

export const mount = line("gb-note gb-dim", /** @type {Says<Data>} */ (
  (header, { eta }, step) => [thresholds(header, eta[step])]));

/** @param {Fields} header @param {number} eta */
function thresholds({ loss, steepest, factor, limit, unit, best, least, others, rows, plain }, eta) {
  const sum = factor === 2; // the notes' convention
  const same = others.map(([name, by]) => `${number(eta * by, 3)} under ${name}`).join(", ");
  const stable = limit === null ? `2/λ_max = ${number(unit)}, where plain descent would stop converging`
    : plain ? `stable for η < 2/λ_max${sum ? " = 1/σ²_max" : ""} = ${number(limit)}` : `stable for η < ${number(limit)} at this β`;
  const fastest = plain ? `; fastest at η* = 2/(λ_max + λ_min)${sum ? " = 1/(σ²_max + σ²_min)" : ""} = ${number(best)} with rate ${share(least)}` : "";
  return `Loss ${loss}: λ_max = ${number(factor, 3)}·σ²_max = ${number(steepest)}, ${stable}${fastest}. `
    + `The same run has η = ${same} (n = ${count(rows)}).`;
}
