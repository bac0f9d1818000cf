// The colours of the present theme, by the names of figures/theme.py.
import { penOf } from "./element.js";

const CATEGORIES = ["#0072B2", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#8A7A00"];
const CATEGORIES_DARK = ["#56B4E9", "#2BC79A", "#E29BC4", "#6C8CF5", "#F0B840", "#F0E442"];
const LIGHT = { muted: "#5b6270", grid: "#e3e6ec", soft: "#f3f5f9", focus: "#C24A00", pinned: "#9aa0ab" };
const DARK = { muted: "#a3a8b4", grid: "#343a46", soft: "#20252f", focus: "#FF8A3D", pinned: "#7d8490" };

const INK = "#1f2328";

// What names a line is written in a darker shade of its colour: letters are thin, and ask for more contrast (4.5) than lines.
const WORDS = { category2: "#00805D", category3: "#B84686", category4: "#1676AC", category5: "#956700", category6: "#7F7000", pinned: "#69717F" };

/** @type {Palette | undefined} */
let colours;
let doubted = false;

/** The colours and the font of the present theme: looked up once, because to ask the browser is to have it style the page
 * at once.
 * @param {Element} element */
export function palette(element) {
  return (colours ??= lookUp(element));
}

/** For who hears that the theme may have changed: it is looked up anew by who needs it next. A page tells all its
 * components in one task, and for these one look is enough. */
export function doubt() {
  if (doubted) return;
  doubted = true;
  colours = undefined;
  setTimeout(() => { doubted = false; });
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { colours = undefined; });

/** @param {Element} element */
function lookUp(element) {
  const style = getComputedStyle(element);
  const themed = (/** @type {string} */ name, /** @type {string} */ otherwise) => style.getPropertyValue(name).trim() || otherwise;
  const paper = themed("--st-background-color", "#ffffff");
  const dark = luminance(paper) < 0.5;
  const found = named(dark, paper, themed("--st-text-color", dark ? "#fafafa" : INK));
  const root = document.documentElement.dataset, name = dark ? "dark" : "light", font = style.fontFamily;
  if (root.gbTheme !== name) root.gbTheme = name; // style.css chooses its colours by it
  return { ...found, font };
}

/** The colours of pictures to keep. */
export function light() { return named(false, "#ffffff", INK); }

/** Has all below an element look as on a light page, whatever the page is; or no longer.
 * @param {HTMLElement} element @param {boolean} on */
export function lighten(element, on) {
  const { paper, soft, ink } = light();
  const themed = { "--st-background-color": paper, "--st-secondary-background-color": soft, "--st-text-color": ink, color: ink };
  for (const [name, colour] of Object.entries(themed)) {
    if (on) element.style.setProperty(name, colour);
    else element.style.removeProperty(name);
  }
  colours = lookUp(element);
}

/** @param {boolean} dark @param {string} paper @param {string} ink @returns {Palette} */
function named(dark, paper, ink) {
  const [category1, ...others] = dark ? CATEGORIES_DARK : CATEGORIES;
  return {
    dark, paper, ink, ...(dark ? DARK : LIGHT), category1,
    ...Object.fromEntries(others.map((colour, i) => [`category${i + 2}`, colour])),
  };
}

/** @param {string} colour */
function luminance(colour) {
  const probe = penOf(document.createElement("canvas"));
  probe.fillStyle = colour;
  const hex = String(probe.fillStyle);
  const [r, g, b] = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** @param {Palette} colours */
const ofWords = (colours) => (colours.dark ? colours : { ...colours, ...WORDS });

/** Plotly JSON with colour names ("gb:focus") → the same with the colours of the present theme.
 * @param {any} value @param {Palette} colours @returns {any} */
export function coloured(value, colours, key = "") {
  if (typeof value === "string") {
    return /colou?r$/i.test(key) && value.startsWith("gb:") ? /** @type {Record<string, any>} */ (colours)[value.slice(3)] ?? value : value;
  }
  if (Array.isArray(value)) return value.map((item) => coloured(item, colours, key));
  if (value && typeof value === "object" && !ArrayBuffer.isView(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, coloured(item, /font$/.test(name) ? ofWords(colours) : colours, name)]));
  }
  return value;
}
