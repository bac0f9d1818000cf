// The thresholds under the chosen loss, and the same run under the others.
import { count, element } from "../glassbox.js";
import { factor as share, number } from "./descent_numbers.js";


export function mount(root, payload) {
  const line = element("p", { class: "gb-note gb-dim" });
  root.replaceChildren(line);
  let { header, arrays } = payload;
  return {
    update(next) { ({ header, arrays } = next); },
    draw(step) { line.textContent = thresholds(header, arrays.eta[step]); },
  };
}

function thresholds({ loss, steepest, factor, sigma, limit, unit, best, least, others, rows, method }, eta) {
  const same = others.map(([name, by]) => `${number(eta * by, 3)} under ${name}`).join(", ");
  const stable = limit === null ? `2/λ_max = ${number(unit)}, where plain descent would stop converging`
    : method === "gd" ? `stable for η < 2/λ_max = ${number(limit)}` : `stable for η < ${number(limit)} at this β`;
  const fastest = method === "gd" ? `; fastest at η* = 2/(λ_max + λ_min) = ${number(best)} with rate ${share(least)}` : "";
  return `Loss ${loss}: λ_max = ${number(factor, 3)}·σ²_max = ${number(steepest)}, ${stable}${fastest}. `
    + `The same run has η = ${same} (n = ${count.format(rows)}).`;
}
