// Presenting: the main picture, its axis and its readout fill a projector, with larger type and lines. The keys ← and → move the
// axis, the space bar plays it, Esc leaves. `#present` at the end of a link opens a page like this.
import { worded } from "./worded.js";

const HASH = "#present";
/** @type {Texts} */
const KEYS = { ArrowLeft: "Back", ArrowRight: "Next", " ": "Play" };
const LARGER = 1.8; // type and lines

export function isPresenting() { return document.documentElement.dataset.gbPresent !== undefined; }

/** @param {boolean} on */
export function present(on) {
  const { dataset } = document.documentElement;
  if (on) dataset.gbPresent = "";
  else delete dataset.gbPresent;
  if (on) document.documentElement.requestFullscreen?.().catch(() => {}); // it needs a hand's press, and may be forbidden
  else if (document.fullscreenElement) document.exitFullscreen();
  history.replaceState(history.state, "", location.pathname + location.search + (on ? HASH : ""));
}

/** Listens to the keys, and opens the page as its address says. */
export function attend() {
  if (location.hash === HASH) present(true);
  document.addEventListener("keydown", (event) => isPresenting() && key(event), true);
  document.addEventListener("fullscreenchange", () => { if (!document.fullscreenElement && isPresenting()) present(false); });
}

/** @param {KeyboardEvent} event */
function key(event) {
  if (event.key === "Escape") { present(false); return; }
  const name = KEYS[event.key], at = /** @type {Element} */ (event.target);
  if (!name || at.matches("input, select, textarea")) return;
  const names = (name === "Play" ? ["Play", "Pause"] : [name]).map((one) => worded(one));
  const buttons = Array.from(document.querySelectorAll(".gb-scrub button.gb-step"), (one) => /** @type {HTMLElement} */ (one));
  const button = buttons.find((one) => names.includes(one.getAttribute("aria-label") ?? ""));
  if (!button) return;
  event.preventDefault();
  event.stopPropagation();
  button.click();
}

/** Plotly's data and layout with larger type, lines and marks. @param {Figure} figure @returns {Figure} */
export function enlarged({ data, layout }) {
  return { data: data.map((trace) => grown(trace, "")), layout: grown({ ...layout, font: { size: 12, ...layout.font } }, "") };
}

const SIZES = new Set(["size", "width", "entrywidth", "l", "r", "t", "b", "standoff", "ticklen"]);
const HOLDERS = new Set(["font", "tickfont", "textfont", "line", "marker", "margin", "title", "legend"]);

/** @param {any} value @param {string} holder @returns {any} */
function grown(value, holder) {
  if (Array.isArray(value)) return value.map((one) => grown(one, holder));
  if (!value || typeof value !== "object" || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name,
    typeof one === "number" && SIZES.has(name) && HOLDERS.has(holder) ? one * LARGER : grown(one, HOLDERS.has(name) ? name : "")]));
}
