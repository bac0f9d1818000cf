// The bound with the numbers of the present step, what was measured of the chosen estimator, and how the two compare.
import { count, element } from "../../../glassbox.js";
import { dim } from "../../shared/words.js";

const number = (value, digits = 4) => count.format(+value.toPrecision(digits)).replace("-", "−");

export function mount(root, { header, arrays }) {
  const parts = [headline, bias, ...(arrays.joint_smallest ? [together] : [])];
  const lines = parts.map((_, i) => element("p", { class: i ? "gb-note" : "gb-headline" }));
  for (const line of lines.slice(1)) line.style.minHeight = "2.9em"; // what comes below stays where it is
  root.replaceChildren(...lines);
  const at = (step) => Object.fromEntries(Object.entries(arrays).map(([name, array]) => [name, array[step]]));
  return {
    draw(step) {
      const here = at(step);
      parts.forEach((part, i) => lines[i].replaceChildren(...part(header, here)));
    },
  };
}

function headline(header, here) { return [...bound(header, here), ...measured(header, here)]; }

function bound({ symbol, regular, swept }, { n, information, bound: least, axis }) {
  const where = swept === "theta" ? `${symbol} = ${number(axis)}: ` : "";
  const numbers = where ? "" : ` = 1/(${number(n)} × ${number(information)})`; // there is no room for both
  const of = regular ? `${where}bound 1/(nI)${numbers} = ` : `${where}no bound here, but θ²/n = `;
  return [dim(of), element("strong", { class: "gb-focus" }, number(least)), ". "];
}

function measured({ label, regular }, { variance, variance_error: error, exact_variance: exact, bound: least }) {
  if (Number.isNaN(variance)) {
    return [`${label}: `, element("strong", {}, "its variance is infinite"), dim(", and no simulation would settle.")];
  }
  return [`${label}: variance `, element("strong", {}, number(variance)), Number.isNaN(error) ? "" : ` ± ${number(1.96 * error, 2)}`,
    dim(Number.isNaN(exact) ? "" : `, exact ${number(exact)}`), regular ? `; efficiency ${number(least / variance, 3)}` : `, ${number(variance / least, 3)} of it`];
}

function bias({ formula, joint, regular, biased, symbol }, here) {
  const { information, score, bias: off, bias_error: error, slope, biased_bound: least, mse, variance } = here;
  const parts = [dim(joint ? `${formula}: 1/[I⁻¹] = ` : `${formula} = `), number(information)];
  if (regular) parts.push(dim(joint ? " (from the score's covariance, measured: " : " (variance of the score, measured: "), number(score, 3), dim(")"));
  else parts.push(dim(", but the score is −1/θ for every draw, not 0 on average, as the support moves with θ"));
  if (Number.isNaN(variance)) return parts;
  parts.push(dim("; bias "), number(off, 3), ` ± ${number(1.96 * error, 2)}`, dim("; variance + bias² = "), number(mse));
  if (biased && !Number.isNaN(least)) {
    parts.push(dim(`; ∂E[T]/∂${symbol} = 1 + b′ = `), number(slope), dim(": bound (1 + b′)²/(nI) = "), number(least),
      dim(", reached to "), number(least / variance, 3));
  }
  return parts;
}

function together(header, { joint_smallest: smallest, joint_error: error, joint_plain: plain, joint_biased: biased }) {
  if (Number.isNaN(smallest)) return [];
  return [dim("Smallest eigenvalue of Cov − I⁻¹/n: "), number(plain, 3), dim("; in units of the bound "), number(smallest, 3),
    ` ± ${number(1.96 * error, 2)}`, dim(", and against the bound for its bias "), number(biased, 3)];
}
