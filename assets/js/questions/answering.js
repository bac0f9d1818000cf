// How a question is answered: by a mark on an axis, a number, one of several, an order, or a curve drawn by hand.
import { element, svg, write } from "../element.js";
import { still } from "../hold.js";
import { localNumber, typed } from "../number_signs.js";
import { axes, curve, HEIGHT, heightsOf, pointed, share, valueAt, WIDTH, withUnit, wordsOf, writtenHeights } from "./chart.js";
import { worded } from "../worded.js";

const STEPS = 400; // of a mark on its axis
const THOUSANDS = /^-?[1-9]\d{0,2}(,\d{3})+(\.\d*)?$/; // as the page writes them, too: 1,250 is no 1.25
let made = 0;

/** `changed(is)` is told whether there is an answer now; `text()` is what it is, as it stands in an address.
 * @param {Question} question @param {(is?: boolean) => void} changed @returns {Answering} */
export function answering(question, changed) {
  const ways = { mark, amount, pick, order, sketch, goal: amount };
  return ways[question.kind](question, changed);
}

/** @param {Question} question @param {(is: boolean) => void} changed */
function mark({ x, guess }, changed) {
  const said = element("output", {});
  const input = element("input", { type: "range", min: 0, max: STEPS, "aria-label": x.label });
  let is = guess !== "", before = { is, value: String(is ? Math.round(STEPS * share(x, +guess)) : STEPS / 2) };
  const value = () => +valueAt(x, +input.value / STEPS).toPrecision(3);
  const say = () => {
    said.textContent = is ? withUnit(value(), x) : worded("Drag the mark.");
    if (is) input.setAttribute("aria-valuetext", said.textContent);
    else input.removeAttribute("aria-valuetext");
  };
  const stand = () => { ({ is } = before); input.value = before.value; say(); };
  input.oninput = () => { is = true; say(); changed(is); };
  input.onpointerdown = () => { before = { is, value: input.value }; };
  input.onpointercancel = () => { stand(); changed(is); }; // a finger that has come to scroll the page says nothing
  stand();
  const ends = element("div", { class: "gb-ends" }, element("span", {}, withUnit(x.low, x)), said, element("span", {}, withUnit(x.high, x)));
  return { node: element("div", { class: "gb-answer" }, element("span", { class: "gb-why" }, x.label), input, ends), text: () => (is ? String(value()) : "") };
}

/** @param {Question} question @param {(is: boolean) => void} changed */
function amount({ unit, guess }, changed) {
  const input = element("input", { type: "text", inputmode: "decimal", "aria-label": unit ? worded`Your answer in ${unit}` : worded("Your answer"), value: localNumber(guess) });
  const text = () => { const plain = typed(input.value); return THOUSANDS.test(plain) ? plain.replaceAll(",", "") : plain.replace(",", "."); };
  const is = () => text() !== "" && Number.isFinite(+text()), refusal = element("p", { class: "gb-say gb-error", role: "status" });
  const say = () => {
    const isWrong = text() !== "" && !is();
    write(refusal, isWrong ? worded("Type a number, such as 12 or 0.5.") : "");
    input.setAttribute("aria-invalid", String(isWrong));
    return isWrong;
  };
  input.oninput = () => { if (is()) say(); changed(is()); }; // on the way to a number there is much that is none
  input.onchange = say;
  if (say()) changed(false); // what a hand has begun, in a card that is drawn anew
  return { node: element("div", { class: "gb-answer" }, element("div", { class: "gb-number" }, input, element("span", { class: "gb-unit" }, unit)), refusal), text };
}

/** @param {Question} question @param {() => void} changed */
function pick({ options, guess }, changed) {
  const name = `gb-pick-${(made += 1)}`;
  const rows = options.map(([key, words], i) => {
    const input = element("input", { type: "radio", name, id: `${name}-${i}`, value: key, onchange: () => changed() });
    input.checked = key === guess;
    return element("div", { class: "gb-row" }, input, element("label", { for: input.id }, words));
  });
  const node = element("div", { class: "gb-answer", role: "radiogroup", "aria-label": worded("Your answer") }, ...rows);
  return { node, text: () => /** @type {HTMLInputElement | null} */ (node.querySelector(":checked"))?.value ?? "" };
}

/** @param {Question} question @param {() => void} changed */
function order(question, changed) {
  const { ends, guess } = question, words = wordsOf(question);
  const keys = guess ? guess.split(".") : [...words.keys()];
  const list = element("ol", { class: "gb-order" });
  const swap = (/** @type {number} */ at, /** @type {number} */ to, /** @type {string} */ sign) => {
    [keys[at], keys[to]] = [keys[to], keys[at]];
    write();
    /** @type {HTMLElement | undefined} */ (list.children[to].querySelector(`[data-way="${sign}"]:not(:disabled)`) ?? list.children[to].querySelector("button:not(:disabled)"))?.focus();
  };
  const button = (/** @type {number} */ at, /** @type {number} */ to, /** @type {string} */ sign, /** @type {string} */ way) => element("button", {
    type: "button", class: "gb-step", "data-way": sign, disabled: !keys[to], "aria-label": `${words.get(keys[at])}: ${way}`, onclick: () => swap(at, to, sign),
  }, sign);
  const write = () => list.replaceChildren(...keys.map((key, at) => element("li", {},
    element("span", {}, words.get(key)), button(at, at - 1, "↑", worded("further up")), button(at, at + 1, "↓", worded("further down")))));
  write();
  changed(); // the order that stands there may be meant
  const end = (/** @type {string} */ text) => element("p", { class: "gb-why" }, text);
  return { node: element("div", { class: "gb-answer" }, end(worded`${ends[0]} first`), list, end(worded`${ends[1]} last`)), text: () => keys.join(".") };
}

/** @param {Question} question @param {() => void} changed */
function sketch({ x, y, points, guess }, changed) {
  /** @type {(number | null)[]} */
  const heights = guess ? heightsOf(guess) : new Array(points).fill(null);
  const { root, place } = axes(x, y), line = svg("path", { class: "gb-guessed" }), spot = svg("circle", { class: "gb-spot", r: 4 });
  let at = 0, last = -1;
  const hint = svg("text", { x: WIDTH / 2, y: HEIGHT / 2, "text-anchor": "middle" });
  hint.textContent = worded("Draw here.");
  root.append(line, spot, hint);
  const label = worded`${y.label} over ${x.label}. Draw the curve; or choose a place with the arrows left and right, and lift or lower the curve from there on with up and down.`;
  for (const [name, value] of Object.entries({ tabindex: "0", role: "application", "aria-label": label })) root.setAttribute(name, value);
  root.classList.add("gb-drawable");
  const write = () => {
    hint.toggleAttribute("hidden", heights.some((height) => height !== null));
    line.setAttribute("d", curve(place, heights));
    const [across, up] = place(at / (points - 1), heights[at] ?? 0.5);
    spot.setAttribute("cx", String(across));
    spot.setAttribute("cy", String(up));
  };
  const draw = (/** @type {PointerEvent} */ event) => {
    const [across, up] = pointed(root, event), to = Math.round(across * (points - 1));
    const from = last < 0 ? to : last, begun = heights[from] ?? up, way = Math.sign(to - from) || 1;
    for (let i = from; i !== to + way; i += way) heights[i] = from === to ? up : begun + (up - begun) * (i - from) / (to - from);
    at = last = to;
    write();
    changed();
  };
  root.onpointerdown = (event) => { if (event.button) return; root.setPointerCapture(event.pointerId); last = -1; draw(event); };
  root.onpointermove = (event) => { if (root.hasPointerCapture(event.pointerId)) draw(event); };
  root.ondragstart = still;
  root.onkeydown = (event) => {
    const across = { ArrowLeft: -1, ArrowRight: 1 }[event.key], up = { ArrowUp: 0.04, ArrowDown: -0.04 }[event.key];
    if (!across && !up) return;
    event.preventDefault();
    at = Math.min(points - 1, Math.max(0, at + (across ?? 0)));
    if (up) {
      const height = Math.min(1, Math.max(0, (heights[at] ?? 0.5) + up));
      for (let i = 0; i < points; i += 1) if (i >= at || heights[i] === null) heights[i] = height;
      changed();
    }
    write();
  };
  write();
  return { node: element("div", { class: "gb-answer" }, root), text: () => writtenHeights(whole(heights)) };
}

/** Where nothing was drawn, the curve goes on as at its nearest point. @param {(number | null)[]} heights */
function whole(heights) {
  const known = heights.flatMap((height, i) => height === null ? [] : [i]);
  return heights.map((height, i) => height ?? heights[known.reduce((a, b) => Math.abs(b - i) < Math.abs(a - i) ? b : a)] ?? 0);
}
