// What the label of a control does: help on a mark beside it, and back to the default with a double click.
import { element } from "../element.js";
import { defined } from "./defined.js";
import { worded } from "../worded.js";

const GAP = 6; // px between the mark and what it shows
const ROOM = 120; // px that the definition of a term takes beyond it
const WAY = 200; // ms for a pointer on its way from the mark to a term
/** @type {HTMLElement | null} */
let current = null; // one help at a time
let leaving = 0;

/** `help` is told by hover, focus and tap, in the browser's top layer, where nothing cuts it off. Its terms are reached
 * from there by pointer and by Tab.
 * @param {HTMLElement} label @param {{ help: Piece[], id: string, name: string, reset: () => void }} how */
export function furnish(label, { help, id, name, reset }) {
  label.addEventListener("dblclick", (event) => { event.preventDefault(); reset(); });
  label.title = worded("Double click: back to where it was at first");
  if (!help.length) return;
  const terms = help.some(([, means]) => means);
  const words = element("span", { class: "gb-hint", id, role: terms ? "note" : "tooltip", popover: "manual" }, ...help.map(defined));
  const mark = element("button", { type: "button", class: "gb-mark", "aria-label": worded`Help: ${name}`, "aria-describedby": id }, element("span", {}, "i"));
  const row = element("span", { class: "gb-heading" });
  label.replaceWith(row);
  row.append(label, mark, words);
  mark.onclick = mark.onfocus = mark.onmouseenter = () => show(mark, words, terms ? ROOM : 0);
  words.onmouseenter = () => clearTimeout(leaving);
  mark.onmouseleave = words.onmouseleave = () => { leaving = setTimeout(() => words.contains(document.activeElement) || hide(words), terms ? WAY : 0); };
  row.addEventListener("focusout", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && (words.contains(relatedTarget) || relatedTarget === mark))) hide(words);
  });
  row.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape" || current !== words) return;
    if (words.contains(document.activeElement)) mark.focus();
    hide(words);
  });
}

/** @param {HTMLElement} mark @param {HTMLElement} words @param {number} room for a definition */
function show(mark, words, room) {
  clearTimeout(leaving);
  if (current === words) return;
  if (current) hide(current);
  current = words;
  words.showPopover();
  const at = mark.getBoundingClientRect(), { width, height } = words.getBoundingClientRect();
  const below = at.bottom + GAP + height + room < innerHeight;
  words.classList.toggle("gb-above", !below);
  words.style.left = `${Math.max(GAP, Math.min(at.left, innerWidth - width - GAP))}px`;
  words.style.top = `${below ? at.bottom + GAP : at.top - GAP - height}px`;
}

/** @param {HTMLElement} words */
function hide(words) {
  if (current !== words) return;
  clearTimeout(leaving);
  current = null;
  if (words.isConnected) words.hidePopover();
}
