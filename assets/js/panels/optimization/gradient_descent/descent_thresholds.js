// The thresholds under the chosen loss, and the same run under the others.
import { count } from "../../../glassbox.js";
import { factor as share, number } from "../../../numbers.js";
import { line } from "../../shared/words.js";

export function mount(root, payload) {
  return line(root, payload, "gb-note gb-dim", (header, { eta }, step) => [thresholds(header, eta[step])]);
}

function thresholds({ loss, steepest, factor, sigma, limit, unit, best, least, others, rows, method }, eta) {
  const sum = factor === 2; // the notes' convention
  const same = others.map(([name, by]) => `${number(eta * by, 3)} under ${name}`).join(", ");
  const stable = limit === null ? `2/λ_max = ${number(unit)}, where plain descent would stop converging`
    : method === "gd" ? `stable for η < 2/λ_max${sum ? " = 1/σ²_max" : ""} = ${number(limit)}` : `stable for η < ${number(limit)} at this β`;
  const fastest = method === "gd" ? `; fastest at η* = 2/(λ_max + λ_min)${sum ? " = 1/(σ²_max + σ²_min)" : ""} = ${number(best)} with rate ${share(least)}` : "";
  return `Loss ${loss}: λ_max = ${number(factor, 3)}·σ²_max = ${number(steepest)}, ${stable}${fastest}. `
    + `The same run has η = ${same} (n = ${count.format(rows)}).`;
}
