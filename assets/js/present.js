// Presenting: the main picture, its axis and its readout fill a projector, with larger type and lines. The keys ← and → move the
// axis, the space bar plays it, Esc leaves, and where there are no keys a button does. `#present` at the end of a link opens a page like this.
import { axesOf } from "./axis_room.js";
import { element } from "./element.js";
import { worded } from "./worded.js";

const HASH = "#present";
/** @type {Texts} */
const KEYS = { ArrowLeft: "Back", ArrowRight: "Next", " ": "Play" };
const LARGER = 1.8; // type and lines
const PHONE = 600; // px of a window's width
/** @type {HTMLElement | undefined} */ let way;

export function isPresenting() { return document.documentElement.dataset.gbPresent !== undefined; }

/** @param {boolean} on */
export function present(on) {
  const { dataset } = document.documentElement;
  if (on) dataset.gbPresent = "";
  else delete dataset.gbPresent;
  way ??= element("button", { type: "button", class: "gb-button gb-leave", "aria-label": worded("Stop presenting"), onclick: () => present(false) }, "✕");
  if (on) document.body.append(way);
  else way.remove();
  if (on) document.documentElement.requestFullscreen?.().catch(() => {}); // it needs a hand's press, and may be forbidden
  else if (document.fullscreenElement) document.exitFullscreen();
  mark();
}

/** The address ends as the page stands: one that is loaded again is presented again, or is not. */
function mark() { history.replaceState(history.state, "", location.pathname + location.search + (isPresenting() ? HASH : "")); }

/** Listens to the keys, and opens the page as its link says: a run may have written the address, without its end, by then. */
export function attend() {
  const link = performance.getEntriesByType("navigation")[0]?.name ?? location.href;
  if (link.endsWith(HASH)) present(true);
  document.addEventListener("keydown", (event) => isPresenting() && key(event), true);
  const { pushState } = history; // by which a run writes the address of an axis that has moved
  history.pushState = (state, title, address) => pushState.call(history, state, title, isPresenting() && address ? `${address}`.replace(/#.*|$/, HASH) : address);
  addEventListener("popstate", mark);
  document.addEventListener("fullscreenchange", () => { if (!document.fullscreenElement && isPresenting()) present(false); });
}

/** @param {KeyboardEvent} event */
function key(event) {
  if (event.key === "Escape") { present(false); return; }
  const name = KEYS[event.key], at = /** @type {Element} */ (event.target);
  if (!name || at.matches("input, select, textarea")) return;
  const names = (name === "Play" ? ["Play", "Pause"] : [name]).map((one) => worded(one));
  const buttons = Array.from(document.querySelectorAll(".gb-scrub:not([inert]) button.gb-step"), (one) => /** @type {HTMLElement} */ (one));
  const button = buttons.find((one) => names.includes(one.getAttribute("aria-label") ?? ""));
  if (!button) return;
  event.preventDefault();
  event.stopPropagation();
  button.click();
}

/** Plotly's data and layout with larger type, lines and marks, for such a width. A phone is held in the hand: there they stay.
 * @param {Figure} figure @param {number} width @returns {Figure} */
export function enlarged({ data, layout }, width) {
  if (innerWidth < PHONE) return { data, layout };
  const larger = grown({ ...layout, font: { size: 12, ...layout.font } }, "");
  for (const [, axis] of axesOf(larger, "x")) {
    if (axis.tickangle && axis.ticktext) fitTurned(axis, width - larger.margin.l - larger.margin.r);
  }
  return { data: data.map((trace) => grown(trace, "")), layout: larger };
}

/** Has turned words along an axis as large as the room between them, or they would touch. @param {any} axis @param {number} width */
function fitTurned(axis, width) {
  const room = Math.abs(Math.sin(axis.tickangle * Math.PI / 180)) * width / axis.ticktext.filter(Boolean).length;
  axis.tickfont = { ...axis.tickfont, size: Math.min(axis.tickfont.size, room) };
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
