// A page's present state in a file of its own (ui/live_picture.py). What draws here is what draws on the page: the figures and
// panels are mounted as Streamlit would mount them, and the short road ends in the file.
import { element } from "./element.js";
import drawFigure from "./figure.js";
import drawPanel from "./panel.js";
import { attend } from "./present.js";
import { Alone } from "./questions/alone.js";
import { server } from "./road.js";
import { scrub } from "./scrub.js";
import { VIEWS, unpack } from "./wire.js";
import { worded } from "./worded.js";

/** @typedef {{ header: { name: string, module?: string }, arrays: Texts, kinds: Record<string, [string, number[]]> }} Kept
 * a picture; its arrays by their names in the file, and what they were */
/** @typedef {{ label: string, values: Texts, pictures: number[] }} Setting settings that the file has pictures of */
/** @typedef {{ axis: string, step: number, places: Record<string, string[][]>, pictures: Kept[], settings: Setting[],
 *   questions: KeptQuestion[] }} Contents */

const NEVER_OLD = Number.MAX_SAFE_INTEGER; // what the server has heard: there is none, and nothing here is older than a hand

/** Draws all that the file holds. */
export async function open() {
  const { header, arrays } = await unpack(await inflated("data"));
  const contents = /** @type {Contents} */ (/** @type {unknown} */ (header)), { settings } = contents;
  const plotly = await inflated("plotly");
  if (plotly.length) await run(plotly);
  let at = settings[0];
  const payload = (/** @type {number} */ i) => {
    const { header, arrays: names, kinds } = contents.pictures[i];
    const unpacked = Object.entries(names).map(([name, kept]) => [name, whole(arrays[kept], ...kinds[name])]);
    return { header: { ...header, digest: String(i), page: "", received: NEVER_OLD }, arrays: Object.fromEntries(unpacked) };
  };
  const now = () => Object.fromEntries(at.pictures.map((i) => [contents.pictures[i].header.name, payload(i)]));
  const roots = mounted(contents);
  const draw = async () => {
    for (const [name, one] of Object.entries(now())) {
      const parentElement = roots.get(name), render = "module" in one.header ? drawPanel : drawFigure;
      if (parentElement) await render({ data: /** @type {any} */ (one), parentElement, setTriggerValue() {} });
    }
  };
  const chooser = element("select", { onchange: () => { at = settings[chooser.selectedIndex]; draw(); } },
    ...settings.map(({ label }) => element("option", {}, label)));
  if (settings.length > 1) document.getElementById("said")?.append(element("label", { class: "gb-label" }, worded("Shown: "), chooser));
  server.answer = async (_, values) => {
    const wanted = JSON.stringify(Object.entries({ ...at.values, ...values }).sort());
    const found = settings.findIndex((one) => JSON.stringify(Object.entries(one.values).sort()) === wanted);
    if (found < 0) return null; // it would take the server
    at = settings[found];
    chooser.selectedIndex = found;
    return now();
  };
  scrub.set(contents.axis, contents.step);
  ask(contents);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  attend();
  await draw();
  document.documentElement.dataset.drawn = "";
}

/** The questions that the file can answer. @param {Contents} contents */
function ask({ questions, axis }) {
  const root = document.getElementById("questions");
  if (!root || !questions.length) return;
  const header = { label: worded("Guess, then see"), questions, opened: "", room: "", slug: "" };
  new Alone(root, /** @type {any} */ (header), axis);
}

/** The place of every picture, in the page's order. @param {Contents} contents @returns {Map<string, HTMLElement>} */
function mounted({ places, pictures, settings: [{ pictures: first }] }) {
  const panels = new Set(first.map((i) => pictures[i]).filter(({ header }) => "module" in header).map(({ header }) => header.name));
  /** @type {Map<string, HTMLElement>} */
  const roots = new Map();
  const root = (/** @type {string} */ name) => {
    const one = element("div", { class: "stElementContainer" }, element("div", { class: panels.has(name) ? "gb-panel" : "gb-figure" }));
    roots.set(name, one);
    return one;
  };
  const rows = (/** @type {[string, string[][]]} */ [place, lines]) => element("div", { class: `st-key-gb-${place}-live` }, ...lines.map((names) => (names.length === 1
    ? root(names[0]) : element("div", { class: "stHorizontalBlock" }, ...names.map((name) => element("div", { class: "stColumn" }, root(name)))))));
  document.getElementById("pictures")?.append(...Object.entries(places).map(rows));
  return roots;
}

/** An array as it was: in the file the bytes of its numbers may stand in rows, by their place in a number.
 * @param {Numbers} array @param {string} kind @param {number[]} shape */
function whole(array, kind, shape) {
  if (array instanceof VIEWS[kind]) return array;
  const [wide, many] = array.shape, bytes = new Uint8Array(array.length);
  for (let row = 0; row < wide; row++) for (let i = 0; i < many; i++) bytes[i * wide + row] = array[row * many + i];
  return Object.assign(new VIEWS[kind](bytes.buffer, 0, many), { shape });
}

/** The bytes of an element of the file. @param {string} id */
async function inflated(id) {
  const text = document.getElementById(id)?.textContent ?? "";
  const packed = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  if (!packed.length) return packed;
  return new Uint8Array(await new Response(new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

/** @param {Uint8Array<ArrayBuffer>} script */
function run(script) {
  return new Promise((done, failed) => {
    const src = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    document.head.append(element("script", { src, onload: done, onerror: failed }));
  });
}
