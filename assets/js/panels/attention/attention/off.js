// Heads switched off: the switches, what the model expects after the query in focus before and after, and what its stream
// says at each depth.
import { element } from "../../../element.js";
import { fixed, number } from "../../../numbers.js";
import { worded } from "../../../worded.js";
import { dim, quoted } from "../../shared/words.js";
import { Grid, switched } from "./grid.js";

/** @typedef {{ grid: import("./grid.js").Fields, labels: string[], words?: string[], loss?: (number | null)[], why?: string }} Fields */
/** @typedef {"tokenBefore" | "likeliestBefore" | "answerBefore" | "tokenAfter" | "likeliestAfter" | "answerAfter"} Lens [query, depth] */
/** @typedef {Payload<Fields, Arrays<never, "tiles" | "next" | "before" | "after" | Lens>>} Data */

/** @type {Mount<Data>} */
export function mount(root, { header, arrays }, zoom, hand) {
  const [heads, next, depths] = Array.from({ length: 3 }, () => element("section"));
  root.replaceChildren(element("div", { class: "gb-attention gb-ablation" }, heads, next, depths));
  const grid = new Grid(heads, (layer, head) => hand.change(switched(grid.header, layer, head)));
  return {
    update(now) {
      ({ header, arrays } = now);
      grid.update({ header: header.grid, arrays });
    },
    draw(query) {
      if (header.why) { next.replaceChildren(element("p", { class: "gb-note" }, header.why)); depths.replaceChildren(); return; }
      next.replaceChildren(...expected(header, arrays, query));
      depths.replaceChildren(...lens(header, arrays, query));
    },
  };
}

const share = (/** @type {number} */ value) => (value >= 0.0005 ? fixed(value, 3) : number(value, 2));
const nats = (/** @type {number | null} */ value) => (value === null ? worded("none, as nothing follows") : worded`${fixed(value, 3)} nats a token`);
const token = (/** @type {string} */ text) => element("bdi", { class: "gb-token" }, text);

/** The likeliest next tokens in either pass, a bar for each.
 * @param {Fields} header @param {Data["arrays"]} arrays @param {number} query */
function expected({ labels, words = [], loss = [null, null], grid: { off = [] } }, { next, before, after }, query) {
  if (!next || !before || !after) return [];
  const many = next.shape[1], rows = Array.from({ length: many }, (_, i) => query * many + i);
  const bar = (/** @type {number} */ value, /** @type {string} */ looks) => {
    const node = element("span", { class: `gb-chance ${looks}` });
    node.style.width = `${Math.max(0.5, 100 * value)}%`;
    return node;
  };
  const switchedOff = off.length ? off.map(([layer, head]) => `L${layer + 1}H${head + 1}`).join(", ") : worded("no head");
  return [
    element("h3", { class: "gb-panel-title" }, worded("Next after "), element("bdi", {}, quoted(labels[query]))),
    element("table", { class: "gb-expected" },
      element("thead", {}, element("tr", {}, element("th", {}, worded("token")), element("th", {}, worded("before")), element("th", {}, worded("after")), element("th"))),
      element("tbody", {}, ...rows.map((at) => element("tr", {},
        element("td", {}, token(words[next[at]])), element("td", {}, share(before[at])),
        element("td", {}, element("strong", {}, share(after[at]))),
        element("td", { class: "gb-chances" }, bar(before[at], "gb-before"), bar(after[at], "gb-after")))))),
    element("p", { class: "gb-note" }, dim(worded("Off: ")), switchedOff, dim(worded(". Mean loss over the text: ")), nats(loss[0]), dim(worded(" before, ")),
      element("strong", {}, nats(loss[1])), dim(worded(" after."))),
  ];
}

/** The stream read as if no layer followed: its likeliest token, and the probability of the model's own answer.
 * @param {Fields} header @param {Data["arrays"]} arrays @param {number} query */
function lens({ words = [], labels }, { tokenBefore, tokenAfter, likeliestBefore, likeliestAfter, answerBefore, answerAfter }, query) {
  const none = (/** @type {string} */ why) => [element("p", { class: "gb-note gb-dim" }, why)];
  if (!tokenBefore) return none(worded("This model does not show its last step, so there is no logit lens."));
  const [places, depths] = tokenBefore.shape;
  if (places === 1 && query !== labels.length - 1) return none(worded("This model has a logit lens for the last place only: drag the query to the end."));
  const from = places === 1 ? 0 : query * depths;
  const rows = Array.from({ length: depths }, (_, depth) => depth).reverse();
  /** @param {number} at @param {(Numbers | undefined)[]} parts */
  const cells = (at, ...parts) => {
    const [best, likeliest, answer] = parts.map((part) => part?.[at] ?? NaN);
    return [element("td", {}, token(words[best]), dim(` ${share(likeliest)}`)), element("td", {}, share(answer))];
  };
  const answer = words[tokenBefore[from + depths - 1]];
  const heading = (/** @type {string} */ text) => element("th", { colspan: 2, scope: "colgroup" }, text);
  return [
    element("h3", { class: "gb-panel-title" }, worded("Logit lens: what each layer would predict if it were the last")),
    element("table", { class: "gb-expected gb-lens" },
      element("thead", {}, element("tr", {}, element("th", {}, worded("after layer")), heading(worded("all heads on")), heading(worded("with heads off")))),
      element("tbody", {}, ...rows.map((depth) => element("tr", {},
        element("th", { scope: "row" }, depth || worded("embedding")), ...cells(from + depth, tokenBefore, likeliestBefore, answerBefore), ...cells(from + depth, tokenAfter, likeliestAfter, answerAfter))))),
    element("p", { class: "gb-note" }, dim(worded("The likeliest token there, and the probability of ")), token(quoted(answer)), dim(worded(", the unchanged model’s answer."))),
  ];
}
