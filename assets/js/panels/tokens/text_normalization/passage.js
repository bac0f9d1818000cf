// The text around the place that is read to: each word as it is written, with the numbers of the steps that change it, and
// below it what is counted. A press or the focus opens a word step by step; else the word that was read last is open.
import { element, renew } from "../../../element.js";
import { worded } from "../../../worded.js";
import { dim, quoted } from "../../shared/words.js";

/** @typedef {[written: string, made: [step: number, after: string][]]} Trace */
/** @typedef {Payload<{ traces: Trace[], steps: string[] }, Arrays<"window" | "place">>} Data
 * `window` [steps, drawn] of traces, `place` [steps] of the word read last among them */

/** @type {Mount<Data>} */
export function mount(root, payload) {
  const title = element("h3", { class: "gb-panel-title" }, worded("The text here, and below each word what is counted"));
  const legend = element("p", { class: "gb-note gb-dim" }), trace = element("p", { class: "gb-headline gb-opened" });
  const passage = element("div", { class: "gb-glossed", role: "group", "aria-label": worded("Words of the text") });
  root.replaceChildren(title, legend, passage, trace);
  let { header, arrays } = payload, drawn = -1;
  /** @type {number[]} */
  let here = [];
  for (const pressed of ["click", "focusin"]) passage.addEventListener(pressed, ({ target }) => {
    const at = [...passage.children].findIndex((each) => each.contains(/** @type {Node} */ (target)));
    if (at >= 0) open(here[at]);
  });

  const open = (/** @type {number} */ at) => {
    const [written, made] = header.traces[at];
    renew(trace, element("bdi", {}, quoted(written)), ...made.flatMap(([step, after]) =>
      [dim(` → ${header.steps[step]}${worded(": ")}`), after ? element("bdi", {}, after) : dim(worded("nothing"))]), made.length ? "" : dim(worded(" stays as it is written.")));
  };
  const word = (/** @type {number} */ at, /** @type {number} */ i, /** @type {number} */ last) => {
    const [written, made] = header.traces[at], after = made.at(-1)?.[1];
    return element("button", {
      type: "button", class: `gb-gloss ${i === last ? "gb-focus" : i > last ? "gb-unread" : ""}`.trim(),
    }, element("span", { class: made.length ? "gb-changed" : "" }, element("bdi", {}, written), made.length ? element("sup", {}, made.map(([step]) => step + 1).join("·")) : ""),
    element("small", {}, made.length ? (after || "—") : "\u00a0"));
  };

  /** @param {number} step */
  function draw(step) {
    if (step === drawn) return;
    drawn = step;
    const width = arrays.window.shape[1], last = arrays.place[step];
    here = Array.from({ length: width }, (_, i) => arrays.window[step * width + i]);
    renew(passage, ...here.map((at, i) => word(at, i, last)));
    open(here[last]);
  }
  return {
    update(next) {
      ({ header, arrays } = next);
      drawn = -1;
      legend.textContent = header.steps.map((name, i) => `${i + 1} ${name}`).join(" · ") || worded("No step is switched on.");
    },
    draw,
  };
}
