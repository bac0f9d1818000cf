// A text of the house in which terms are defined, on hover, focus and tap (ui/glossary.py, style.css).
import { element } from "../element.js";

/** A piece of the text, with its definition where it is a term. @param {Piece} piece */
export const defined = ([words, means]) => means
  ? element("span", { class: "gb-defined", tabindex: "0", "data-means": means, "aria-description": means }, words) : words;
