// A text of the house in which terms are defined, on hover, focus and tap (ui/glossary.py, style.css).
import { element } from "../element.js";

/** A piece of the text, with its definition where it is a term. @param {Piece} piece */
export const defined = ([words, means]) => means
  ? element("span", { class: "gb-defined", tabindex: "0", "data-means": means, "aria-description": means }, words) : words;

const GAP = 5; // px between a term and its definition, as in style.css

/** A definition that the window or a fold would cut begins further left, or stands above its term. @param {Event} event */
function place({ target }) {
  const term = target instanceof Element ? /** @type {HTMLElement | null} */ (target.closest(".gb-defined")) : null;
  if (!term) return;
  let around = /** @type {Element} */ (term);
  while (around.parentElement && getComputedStyle(around).overflowX === "visible") around = around.parentElement;
  const room = around.getBoundingClientRect(), own = term.getBoundingClientRect(), { width, height } = getComputedStyle(term, "::after");
  const [right, bottom, high] = [Math.min(room.right, innerWidth), Math.min(room.bottom, innerHeight), GAP + parseFloat(height)];
  term.style.setProperty("--gb-aside", `${Math.min(0, right - parseFloat(width) - term.getClientRects()[0].left)}px`);
  term.classList.toggle("gb-above", own.bottom + high > bottom && own.top - high > Math.max(room.top, 0));
}

for (const kind of ["pointerover", "focusin"]) addEventListener(kind, place);
