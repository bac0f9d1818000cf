// The signs on the buttons of a scrub.
import { svg } from "./element.js";

export const ICONS = {
  first: "M3 2h2v12H3zM14 2v12L6 8z", back: "M12 2v12L4 8z", play: "M4 2l10 6-10 6z", pause: "M3 2h4v12H3zM9 2h4v12H9z",
  next: "M4 2l8 6-8 6z", last: "M11 2h2v12h-2zM2 2l8 6-8 6z",
};

/** @param {string} path */
export const icon = (path) => svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true" }, svg("path", { d: path }));
