// One sample's score at the place in focus, what its tests say of that θ, and the three intervals.
import { count, element } from "../../../glassbox.js";
import { dim } from "../../shared/words.js";

const number = (value, digits = 4) => (Number.isNaN(value) ? "—" : count.format(+value.toPrecision(digits)).replace("-", "−"));

export function mount(root, { header, arrays }) {
  const line = element("p", { class: "gb-headline" });
  const below = element("p", { class: "gb-note" });
  root.replaceChildren(line, below);
  below.replaceChildren(...summary(header, arrays));
  return {
    draw(step) {
      const [theta, log, score, expected] = [arrays.theta, arrays.log, arrays.score, arrays.expected].map((array) => array[step]);
      line.replaceChildren(
        `${header.symbol} = `, element("strong", { class: "gb-focus" }, number(theta)),
        dim(": score S = ∂ℓ/∂", header.symbol, " = "), element("strong", {}, number(score)),
        dim(header.regular ? ", S²/(nI) = " : ""), header.regular ? number((score * score) / expected, 3) : "",
        dim(", 2(ℓ(max) − ℓ) = "), number(-2 * log, 3), ...verdict(header, arrays, theta));
    },
  };
}

function verdict({ kinds, confidence }, { intervals }, theta) {
  const inside = kinds.filter((_, i) => intervals[2 * i] <= theta && theta <= intervals[2 * i + 1]);
  return [dim(inside.length ? `; inside ${confidence} %: ${inside.join(", ")}` : `; outside every ${confidence} % interval`)];
}

function summary({ symbol, size, peak, information, kinds, confidence, regular, other }, { intervals }) {
  const of = kinds.map((kind, i) => Number.isNaN(intervals[2 * i]) ? `${kind} none` : `${kind} ${number(intervals[2 * i])} to ${number(intervals[2 * i + 1])}`);
  return [`${count.format(size)} draws, maximum at ${symbol} = ${number(peak, 5)}`,
    regular && information !== null ? `, information there ${number(information)}` : "", `. ${confidence} %: ${of.join(" · ")}.`,
    dim(other && ` ${other}`),
    dim(regular ? "" : " The likelihood falls from its maximum at the largest draw; its score is never 0.")];
}
