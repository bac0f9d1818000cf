// The present state on one sheet of A4, by the browser's own print (style.css, @media print): title, pictures, arithmetic,
// settings, and the link as a QR code. The pictures stay as wide as they are drawn, and the whole is scaled to the sheet.
// What room there is below goes to further pictures, in the page's order. Paper is light, whatever the page is.
import { lighten, palette } from "./palette.js";

const SHEET = [718, 1047]; // px of A4 within margins of 10 mm
const BESIDE = 170; // px: what stands between the parts
const [LINE, LETTER] = [24, 7.5]; // px of the settings, which are laid out on paper alone: a line's height, a letter's width
const BETWEEN = 24; // px between two further pictures
const ROOM = 0.96; // small letters that stand on whole pixels are wider than in proportion
const VIEWS = ".gb-figure, .gb-panel";
const PHONE = matchMedia("(max-width: 640px)"); // as in style.css
const WIDE = matchMedia("(min-width: 1200px)"); // as in bench.js: elsewhere pictures stand one below the other

let light = false;

/** @param {string} name @returns {HTMLElement | null} */
const part = (name) => document.querySelector(`[class*="st-key-gb-${name}"]`);

/** How high a part is on paper, in px of the page. @param {HTMLElement} node */
function high(node) {
  if (WIDE.matches) return node.getBoundingClientRect().height;
  const views = [...node.querySelectorAll(VIEWS)].map((view) => {
    const canvas = /** @type {HTMLElement | null} */ (view.querySelector(".gb-canvas"));
    return canvas ? canvas.offsetHeight + 70 : (view.firstElementChild?.scrollHeight ?? 0) + 30; // beside scrub and title
  });
  return Math.max(node.getBoundingClientRect().height, views.reduce((sum, one) => sum + one, 0));
}

/** What is scrolled sideways on a screen is made narrow enough for paper. */
function narrow() {
  for (const one of document.querySelectorAll(".gb-scrolled, .gb-way")) {
    /** @type {HTMLElement} */ (one).style.setProperty("--gb-narrowed", String(Math.min(1, (ROOM * one.clientWidth) / one.scrollWidth)));
  }
}

/** Before the browser lays out the sheet. */
export function fit() {
  const main = part("main"), rest = part("rest");
  if (!main) return;
  narrow();
  const further = [...rest?.children ?? []].map((node) => /** @type {HTMLElement} */ (node));
  const meant = [part("head"), main, part("readout"), ...further.filter((node) => node.querySelector(".gb-worked"))];
  const wide = main.getBoundingClientRect().width, settings = document.querySelector(".gb-on-paper")?.textContent ?? "";
  const beside = BESIDE + LINE * Math.ceil(settings.length * LETTER / wide);
  const needed = meant.reduce((sum, node) => sum + (node ? high(node) : 0), beside);
  let room = SHEET[1] * wide / SHEET[0] - needed;
  for (const node of further) {
    const asks = high(node) + BETWEEN, fits = node.querySelector(VIEWS) !== null && !node.querySelector(".gb-worked") && asks <= room;
    node.toggleAttribute("data-gb-sheet", fits);
    if (fits) room -= asks;
  }
  const { style } = document.documentElement;
  style.setProperty("--gb-wide", `${wide}px`);
  style.setProperty("--gb-scale", String(Math.min(SHEET[0] / wide, SHEET[1] / needed)));
  document.documentElement.toggleAttribute("data-gb-narrow", !WIDE.matches);
  document.documentElement.toggleAttribute("data-gb-phone", PHONE.matches);
}

/** Has a dark page stand as it would on a light ground, or no longer. @param {boolean} on */
function onPaper(on) {
  const page = /** @type {HTMLElement | null} */ (document.querySelector(".stMainBlockContainer"));
  if (!page || on === light || (on && !palette(page).dark)) return;
  light = on;
  for (const node of [page, ...document.querySelectorAll(VIEWS)]) lighten(/** @type {HTMLElement} */ (node), on);
  for (const view of document.querySelectorAll(VIEWS)) view.dispatchEvent(new Event("gb-theme")); // figure.js, panel.js
}

addEventListener("beforeprint", () => { fit(); onPaper(true); });
addEventListener("afterprint", () => onPaper(false));

/** Prints once the code of the link is there. @param {HTMLImageElement} code */
export async function printWith(code) {
  await code.decode().catch(() => {}); // too long a link has none
  onPaper(true);
  await new Promise((drawn) => { setTimeout(drawn); }); // print() lets no picture be drawn
  print();
}
