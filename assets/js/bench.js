// How high pictures are drawn on the bench (see style.css). On a wide screen the main one grows with the window. On a
// narrow one it stays in sight while the controls pass below, so it leaves them more than half of the window.
import { isPresenting } from "./present.js";

const WIDE = matchMedia("(min-width: 1200px)");
const DESIGNED = 800; // px of the window for which the heights of figures/ are meant
const LOW = 0.85;
const SHARE = 0.45; // of a narrow window, for the main picture with its scrub
const PRESENTED = 290; // px of title, scrub and readout around a picture that is presented
const SCRUB = 96; // px of its scrub on a narrow screen, and of the space around both

/** The height in px of a picture that would be `height` px high on a laptop. @param {HTMLElement} node @param {number} height */
export function fitted(node, height) {
  if (isPresenting() && node.closest('[class*="st-key-gb-main"]')) return projected(node);
  if (document.fullscreenElement?.contains(node)) return innerHeight - SCRUB;
  const main = node.closest('[class*="st-key-gb-main"]');
  if (!main) return height;
  if (WIDE.matches) return Math.round(height * (topOf(main)?.contains(node) ? 1 : LOW) * Math.min(Math.max(innerHeight / DESIGNED, 0.9), 1.5));
  return Math.max(120, Math.min(height, Math.round(SHARE * innerHeight) - SCRUB));
}

/** The first picture, or the row of those side by side, which are equally high; below it is the low one with the axis.
 * @param {Element} main */
function topOf(main) {
  const first = main.querySelector(".gb-figure, .gb-panel");
  return first?.closest(".stHorizontalBlock") ?? first;
}

/** The height of a picture that is presented: of two, the low one with the axis gets a third. @param {HTMLElement} node */
function projected(node) {
  const main = /** @type {Element} */ (node.closest('[class*="st-key-gb-main"]')), top = topOf(main);
  const alone = [...main.querySelectorAll(".gb-figure, .gb-panel")].every((view) => top?.contains(view));
  const share = alone ? 1 : top?.contains(node) ? 0.66 : 0.34;
  const zoom = node.currentCSSZoom ?? 1;
  return Math.max(120, Math.round(((innerHeight - PRESENTED) * share) / zoom));
}
