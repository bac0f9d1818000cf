// Symbols of the theory (ui/symbols.py): under a pointer, in focus or pressed they show their control or their curve.
import { element } from "./element.js";
import { worded } from "./worded.js";

const TRACES = ".scatterlayer > .trace, .barlayer > .trace, .heatmaplayer > .hm";

/** @type {HTMLElement | null} */
let shown = null;
/** @type {HTMLElement | undefined} */
let back;

const symbolAt = (/** @type {unknown} */ target) => target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest(".gb-symbol")) : null;

/** The control of a symbol: its own, or the slider of a swept axis. @param {HTMLElement} symbol */
const controlsOf = ({ dataset }) => [...document.querySelectorAll(`.${dataset.control} :is(.gb-control, .gb-scrub)`)];

/** The traces of all pictures that have the curve of a symbol. @param {HTMLElement} symbol */
function tracesOf({ dataset }) {
  return [...document.querySelectorAll(".gb-figure")].map((figure) => [...figure.querySelectorAll(TRACES)]
    .map((node) => ({ node, figure, here: /** @type {any} */ (node).__data__?.[0]?.trace?.name === dataset.curve })))
    .filter((traces) => traces.some(({ here }) => here)).flat();
}

/** Shows what a symbol stands for, in place of what was shown. @param {HTMLElement | null} symbol */
function show(symbol) {
  if (symbol === shown) return;
  for (const node of document.querySelectorAll(".gb-outlined, .gb-faded")) node.classList.remove("gb-outlined", "gb-faded");
  shown = symbol;
  if (symbol?.dataset.control) for (const node of controlsOf(symbol)) node.classList.add("gb-outlined");
  else if (symbol) for (const { node, here } of tracesOf(symbol)) node.classList.toggle("gb-faded", !here);
}

/** Brings it into sight at once where it is not, also out of a fold. @param {HTMLElement} symbol */
function reveal(symbol) {
  const node = symbol.dataset.control ? controlsOf(symbol)[0] : tracesOf(symbol)[0]?.figure;
  const fold = node?.closest("details:not([open])");
  fold?.querySelector("summary")?.click();
  setTimeout(() => {
    node?.scrollIntoView({ block: "nearest" });
    offerWayBack(symbol);
  }, fold ? 300 : 0);
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
