// The pieces of a vocabulary that is pruned: those that are missed least, and the likeliest ones.
import { element } from "../../../element.js";
import { count, number } from "../../../numbers.js";
import { worded } from "../../../worded.js";
import { tableHead } from "../../shared/tables.js";
import { dim } from "../../shared/words.js";
import { chip } from "./chips.js";

const DIGITS = 3;

/** @typedef {"least" | "least_score" | "least_loss" | "most" | "most_score" | "most_loss" | "stays"} Name */
/** @typedef {Payload<{ pieces: string[], counted: boolean }, Arrays<Name>>} Data
 * [steps, listed]: places in `pieces`, −1 for none, and what is said of them; where they are `counted`, a loss is how often one stands in the text */

/** @type {Mount<Data>} */
export function mount(root, { header, arrays }) {
  const least = element("tbody"), most = element("tbody"), none = element("p", { class: "gb-note" });
  const part = (/** @type {string} */ title, /** @type {string} */ last, /** @type {Node} */ body, /** @type {Node[]} */ ...more) =>
    element("section", {}, element("h3", { class: "gb-panel-title" }, title), element("table", { class: "gb-pruned" }, tableHead([worded("piece"), "log p (nats)", last]), body), ...more);
  root.replaceChildren(element("div", { class: "gb-pruning" },
    header.counted ? part(worded("Most frequent in this text"), worded("count"), least, none) : part(worded("Missed least: what goes next"), worded("loss (nats)"), least, none),
    part(worded("Likeliest"), header.counted ? worded("count") : worded("loss (nats)"), most)));
  none.textContent = header.counted ? worded("No piece stands in this text.") : worded("No piece is pruned by its loss from here.");

  /** @param {HTMLElement} body @param {Numbers} places @param {Numbers} scores @param {Numbers} losses @param {number} step @param {Numbers} [stays] */
  const fill = (body, places, scores, losses, step, stays) => {
    const listed = places.shape[1], rows = [];
    for (let i = step * listed; i < (step + 1) * listed && places[i] >= 0; i++) {
      const goes = stays && !stays[i] && !header.counted;
      rows.push(element("tr", {}, element("td", {}, chip(header.pieces[places[i]], 3)),
        element("td", {}, number(scores[i], DIGITS)), element("td", {}, header.counted ? count(losses[i]) : lost(losses[i]), goes ? dim(worded(" goes")) : "")));
    }
    body.replaceChildren(...rows);
    return rows.length;
  };

  return {
    update(payload) { ({ header, arrays } = payload); },
    draw(step) {
      const some = fill(least, arrays.least, arrays.least_score, arrays.least_loss, step, arrays.stays) > 0;
      none.hidden = some;
      /** @type {HTMLElement} */ (least.parentElement).hidden = !some;
      most.parentElement?.classList.toggle("gb-lossless", !some); // beside it stands why
      fill(most, arrays.most, arrays.most_score, arrays.most_loss, step);
    },
  };
}

/** @param {number} loss */
const lost = (loss) => (Number.isNaN(loss) ? "" : loss === Infinity ? worded("no other cut") : loss === -Infinity ? worded("not needed") : number(loss, DIGITS));
