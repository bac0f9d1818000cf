// What the present step size does: its rate with the arithmetic, the steps it takes, and the same in other conventions.
import { count, element } from "../glassbox.js";

const number = (value, digits = 4) => count.format(+value.toPrecision(digits)).replace("-", "−");
const dim = (...parts) => element("span", { class: "gb-dim" }, ...parts);

export function mount(root, payload) {
  const line = element("p", { class: "gb-headline" });
  const below = element("p", { class: "gb-note gb-dim" });
  line.style.minHeight = "0";
  root.replaceChildren(line, below);
  let { header, arrays } = payload;
  return {
    update(next) { ({ header, arrays } = next); },
    draw(step) {
      const at = (name) => arrays[name][step];
      line.replaceChildren(element("strong", { class: "gb-focus" }, `η = ${number(at("eta"))}`), " ",
        element("strong", {}, header.states[at("state")]), ...arithmetic(header, at), ...steps(header, at));
      below.textContent = thresholds(header, at("eta"));
    },
  };
}

function arithmetic({ method, factor, sigma, steepest }, at) {
  if (Number.isNaN(at("rate"))) return [dim(": its steps do not shrink with the slope, so no rate holds")];
  const rate = element("strong", {}, number(at("rate")));
  if (method !== "gd") return [dim(": the larger root of the slowest mode has |r| = "), rate];
  // The mode that is slowest stands at one end of the spectrum.
  const ends = sigma.map((one) => 1 - factor * one * one * at("eta"));
  const end = Math.abs(ends[0]) >= Math.abs(ends[1]) ? 0 : 1;
  return [dim(`: the ${end ? "flattest" : "steepest"} mode keeps |1 − ${symbol(factor)}ησ²| = `),
    `|1 − ${number(factor, 3)}·${number(at("eta"), 3)}·${number(sigma[end] ** 2, 3)}| = `, rate];
}

const symbol = (factor) => (factor === 2 ? "2" : factor === 1 ? "" : "κ");

function steps({ accuracy, counted }, at) {
  const wanted = `1/${number(1 / accuracy, 3)}`;
  const seen = at("seen") < 0 ? `not within ${count.format(counted)} steps` : `${at("seen")} counted in the run`;
  if (Number.isNaN(at("needed"))) return [dim(`. To ${wanted} of the error: `), seen, "."];
  if (!Number.isFinite(at("needed"))) return ["."];
  return [dim(` of its error a step. To ${wanted}: ln ε/ln rate = `), number(at("needed"), 4), ", ", seen, "."];
}

function thresholds({ loss, steepest, factor, sigma, limit, unit, best, least, others, rows, method }, eta) {
  const same = others.map(([name, by]) => `${number(eta * by, 3)} under ${name}`).join(", ");
  const stable = limit === null ? `2/λ_max = ${number(unit)}, where plain descent would stop converging`
    : method === "gd" ? `stable for η < 2/λ_max = ${number(limit)}` : `stable for η < ${number(limit)} at this β`;
  const fastest = method === "gd" ? `; fastest at η* = 2/(λ_max + λ_min) = ${number(best)} with rate ${number(least)}` : "";
  return `Loss ${loss}: λ_max = ${number(factor, 3)}·σ²_max = ${number(steepest)}, ${stable}${fastest}. `
    + `The same run has η = ${same} (n = ${count.format(rows)}).`;
}
