// How high pictures are drawn on the bench (see style.css). On a wide screen the main one grows with the window. On a
// narrow one it stays in sight while the controls pass below, so it leaves them more than half of the window. In a low
// one, such as a laptop's that is zoomed or a phone's on its side, half would be too little to read: it passes with them.
import { isPresenting } from "./present.js";

const WIDE = matchMedia("(min-width: 1200px)");
const SHALLOW = matchMedia("(max-height: 35rem)"); // as in style.css
const DESIGNED = 800; // px of the window for which the heights of figures/ are meant
const LOW = 0.85;
const SHARE = 0.45; // of a narrow window, for the main picture with its scrub
const PRESENTED = 190, TOLD = 100; // px of title and scrub around a picture that is presented, and of a readout
const TITLE = 44, SPACE = 23; // px of these that are the title's in one line, and that stand free under a readout
const HIGH = 0.6; // share of the upper one of two
const WORDS = 28; // px of the title and the sentence of a panel that has both
const SCRUB = 96; // px of its scrub on a narrow screen, and of the space around both
const LEAST_PRESENTED = 0.4; // of the window's height
const BAR = 48, LEAST = 220; // px of the bar at the top, and of a picture that can be read in a low window

/** The height in px of a picture that would be `height` px high on a laptop. @param {HTMLElement} node @param {number} height */
export function fitted(node, height) {
  const sheet = node.closest("[data-sheet]"); // of a picture that leaves
  if (sheet instanceof HTMLElement) return Number(sheet.dataset.sheet);
  if (isPresenting() && node.closest('[class*="st-key-gb-main"]')) return projected(node);
  if (document.fullscreenElement?.contains(node)) return innerHeight - SCRUB;
  const main = node.closest('[class*="st-key-gb-main"]');
  if (!main) return height;
  if (WIDE.matches) return Math.round(height * (topOf(main)?.contains(node) ? 1 : LOW) * Math.min(Math.max(innerHeight / DESIGNED, 0.9), 1.5));
  return onNarrow(height);
}

/** On a screen where the pictures stand above the controls. @param {number} height */
function onNarrow(height) {
  if (SHALLOW.matches) return Math.min(height, Math.max(LEAST, innerHeight - BAR - SCRUB));
  return Math.max(120, Math.min(height, Math.round(SHARE * innerHeight) - SCRUB));
}

/** The first picture, or the row of those side by side, which are equally high; below it is the low one with the axis.
 * @param {Element} main */
function topOf(main) {
  const first = main.querySelector(".gb-figure, .gb-panel");
  return first?.closest(".stHorizontalBlock") ?? first;
}

/** The height of a picture that is presented: of two, the low one with the axis gets two fifths. What is no picture has as
 * much room, by the style. @param {HTMLElement} node */
function projected(node) {
  const main = /** @type {HTMLElement} */ (node.closest('[class*="st-key-gb-main"]')), top = topOf(main);
  const alone = [...main.querySelectorAll(".gb-figure, .gb-panel")].every((view) => top?.contains(view));
  const most = alone ? 1 : HIGH, share = top?.contains(node) ? most : 1 - most;
  const zoom = node.currentCSSZoom ?? 1, words = node.closest(".gb-panel")?.querySelector(".gb-reading") ? WORDS : 0;
  const room = roomPresented();
  main.style.setProperty("--gb-room", `${room * most}px`);
  follow(/** @type {Element} */ (main.closest('[class*="st-key-gb-bench"]')));
  return Math.max(120, Math.round((room * share) / zoom) - words);
}

/** The px that a head, which may hold a notice, and a readout leave to the pictures. They do not depend on the pictures. On a
 * phone, where words are high, it is two fifths of the screen, and the words are scrolled to. */
function roomPresented() {
  const high = (/** @type {string} */ place) => document.querySelector(`[class*="st-key-gb-${place}"]`)?.getBoundingClientRect().height ?? 0;
  const readout = document.querySelector('[class*="st-key-gb-readout"] .gb-panel') ? Math.max(TOLD, high("readout") + SPACE) : 0;
  return Math.round(Math.max(LEAST_PRESENTED * innerHeight, innerHeight - PRESENTED - readout - Math.max(0, high("head") - TITLE)));
}

/** @type {ResizeObserver | undefined} */
let watch;
let lastRoom = 0; // px of room when pictures were last fitted again

/** Has presented pictures fitted again when what stands around them comes or changes its height, once each time: a readout
 * may come after them. @param {Element} bench */
function follow(bench) {
  watch ??= new ResizeObserver(() => requestAnimationFrame(() => {
    if (!isPresenting() || roomPresented() === lastRoom) return;
    lastRoom = roomPresented();
    const views = document.querySelectorAll('[class*="st-key-gb-main"] :is(.gb-figure, .gb-panel)');
    for (const view of views) view.dispatchEvent(new Event("gb-theme")); // figure.js, panel.js
  }));
  watch.observe(bench);
}
