// The error of one mode after t steps: formula, substitution, result, and the same in the run.
import { element } from "../../../element.js";
import { bracketed, number } from "../../../numbers.js";
import { dim, line } from "../../shared/words.js";

const raised = (text) => element("sup", {}, text);

export const mount = line("gb-headline", error);

function error(header, arrays, step) {
  const { mode, time, start } = header, eta = arrays.eta[step];
  return [dim(`Error of mode ${mode} (λ = ${number(header.curvature)}) after t = ${time} steps: `),
    ...(header.plain ? plain(header, eta) : rolling(header, eta)), " = ",
    element("strong", { class: "gb-focus" }, number(arrays.closed[step])),
    dim(", from "), number(start), dim("; in the run "), number(arrays.run[step])];
}

function plain({ curvature, start, time }, eta) {
  return [dim("(1 − ηλ)", raised("t"), "·e₀ = "), `(1 − ${number(eta)}·${number(curvature)})`, raised(time), `·${bracketed(start)} = `,
    `(${number(1 - eta * curvature)})`, raised(time), `·${bracketed(start)}`];
}

/** With momentum: the roots that the recurrence e(t+1) = p·e(t) − q·e(t−1) has. */
function rolling({ curvature, weights: [b, c, d], time }, eta) {
  const p = 1 + b - (c + d) * eta * curvature, q = b * (1 - c * eta * curvature);
  const under = (p * p) / 4 - q;
  const roots = under < 0 ? `${number(p / 2)} ± ${number(Math.sqrt(-under))}i, |r| = ${number(Math.sqrt(q))}`
    : `${number(p / 2 + Math.sqrt(under))} and ${number(p / 2 - Math.sqrt(under))}`;
  return [dim("e", element("sub", {}, "t+1"), " = p·e", element("sub", {}, "t"), " − q·e", element("sub", {}, "t−1"), " with p = "), number(p),
    dim(", q = "), number(q), dim("; roots of r² − pr + q: "), roots, dim("; e", element("sub", {}, time))];
}
