// What the label of a control does: help on a mark beside it, and back to the default with a double click.
import { element } from "../element.js";

const GAP = 6; // px between the mark and what it shows
/** @type {HTMLElement | null} */
let shown = null; // one help at a time

/** `help(id)` is told by hover, focus and tap, in the browser's top layer, where nothing cuts it off.
 * @param {HTMLElement} label @param {{ help: string, id: string, name: string, reset: () => void }} how */
export function furnish(label, { help, id, name, reset }) {
  label.addEventListener("dblclick", (event) => { event.preventDefault(); reset(); });
  label.title = "Double click: back to where it was at first";
  if (!help) return;
  const words = element("span", { class: "gb-hint", id, role: "tooltip", popover: "manual" }, help);
  const mark = element("button", { type: "button", class: "gb-mark", "aria-label": `Help: ${name}`, "aria-describedby": id }, element("span", {}, "i"));
  const row = element("span", { class: "gb-heading" });
  label.replaceWith(row);
  row.append(label, mark, words);
  mark.onclick = mark.onfocus = mark.onmouseenter = () => show(mark, words);
  mark.onblur = mark.onmouseleave = () => hide(words);
  mark.onkeydown = ({ key }) => { if (key === "Escape") hide(words); };
}

/** @param {HTMLElement} mark @param {HTMLElement} words */
function show(mark, words) {
  if (shown === words) return;
  if (shown) hide(shown);
  shown = words;
  words.showPopover();
  const at = mark.getBoundingClientRect(), { width, height } = words.getBoundingClientRect();
  const below = at.bottom + GAP + height < innerHeight;
  words.style.left = `${Math.max(GAP, Math.min(at.left, innerWidth - width - GAP))}px`;
  words.style.top = `${below ? at.bottom + GAP : at.top - GAP - height}px`;
}

/** @param {HTMLElement} words */
function hide(words) {
  if (shown !== words) return;
  shown = null;
  if (words.isConnected) words.hidePopover();
}
