// Symbols of the theory (ui/symbols.py): under a pointer, in focus or pressed they show their control or their curve.
import { element } from "./element.js";
import { worded } from "./worded.js";

const OPENING = 1_000; // ms in which a fold opens, and is then scrolled by Streamlit
const TRACES = ".scatterlayer > .trace, .barlayer > .trace, .heatmaplayer > .hm";

/** @type {HTMLElement | null} */
let current = null;
/** @type {HTMLElement | undefined} */
let back;
/** @type {Set<Element>} */
const opening = new Set();
/** @type {HTMLElement | undefined} */
let pressed;

const symbolAt = (/** @type {unknown} */ target) => target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest(".gb-symbol")) : null;

/** The control of a symbol: its own, or the slider of a swept axis. @param {HTMLElement} symbol */
const controlsOf = ({ dataset }) => [...document.querySelectorAll(`.${dataset.control} :is(.gb-control, .gb-scrub)`)];

/** The traces of all pictures that have the curve of a symbol. @param {HTMLElement} symbol */
function tracesOf({ dataset }) {
  return [...document.querySelectorAll(".gb-figure")].map((figure) => [...figure.querySelectorAll(TRACES)]
    .map((node) => ({ node, figure, here: /** @type {any} */ (node).__data__?.[0]?.trace?.name === dataset.curve })))
    .filter((traces) => traces.some(({ here }) => here)).flat();
}

/** Shows what a symbol stands for, in place of what was current. @param {HTMLElement | null} symbol */
function show(symbol) {
  if (symbol === current) return;
  for (const node of document.querySelectorAll(".gb-outlined, .gb-faded")) node.classList.remove("gb-outlined", "gb-faded");
  current = symbol;
  if (symbol?.dataset.control) for (const node of controlsOf(symbol)) node.classList.add("gb-outlined");
  else if (symbol) for (const { node, here } of tracesOf(symbol)) node.classList.toggle("gb-faded", !here);
}

/** Brings it into sight where it is not, also out of a fold. @param {HTMLElement} symbol */
function reveal(symbol) {
  const node = symbol.dataset.control ? controlsOf(symbol)[0] : tracesOf(symbol)[0]?.figure;
  const fold = node?.closest("details:not([open])");
  pressed = symbol;
  if (fold && !opening.has(fold)) fold.querySelector("summary")?.click(); // pressed again, it would close
  if (fold) opening.add(fold);
  keepInSight(node, symbol, performance.now() + OPENING, () => {
    if (fold) opening.delete(fold);
  });
}

/** Brings it into sight until then, for what opens moves it; unless another symbol is pressed, or a hand scrolls.
 * @param {Element | undefined} node @param {HTMLElement} symbol @param {number} until @param {() => void} after */
function keepInSight(node, symbol, until, after) {
  const over = symbol !== pressed || performance.now() >= until;
  if (symbol === pressed) node?.scrollIntoView({ block: "nearest" });
  if (!over) return void setTimeout(keepInSight, 50, node, symbol, until, after);
  if (symbol === pressed || !pressed) offerWayBack(symbol); // also where a hand has scrolled
  after();
}

/** A button as long as the symbol is out of sight. @param {HTMLElement} symbol */
function offerWayBack(symbol) {
  back?.remove();
  const button = back = element("button", { type: "button", class: "gb-button gb-way-back", onclick: () => {
    symbol.scrollIntoView({ block: "center" });
    symbol.focus({ preventScroll: true });
  } }, worded("Back to the theory"));
  new IntersectionObserver(([{ isIntersecting }], observer) => {
    if (!isIntersecting && symbol.isConnected) return document.body.append(button);
    observer.disconnect();
    button.remove();
  }).observe(symbol);
}

document.addEventListener("wheel", () => { pressed = undefined; }, { passive: true });
document.addEventListener("pointerover", ({ target }) => show(symbolAt(target) ?? symbolAt(document.activeElement)));
document.addEventListener("focusin", ({ target }) => show(symbolAt(target)));
document.addEventListener("focusout", () => show(null));
document.addEventListener("click", ({ target }) => {
  const symbol = symbolAt(target);
  if (symbol) reveal(symbol);
});
document.addEventListener("keydown", (event) => {
  const symbol = symbolAt(event.target);
  if (!symbol || (event.key !== "Enter" && event.key !== " ")) return;
  event.preventDefault(); // the space key would scroll
  reveal(symbol);
});
