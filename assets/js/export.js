// Pictures and tables to keep.
import { element, penOf } from "./element.js";
import { present } from "./present.js";
import { sheet } from "./sheet.js";
import { worded } from "./worded.js";

/** One quiet menu for a picture: to keep it, to keep its numbers where it has any, to show it large.
 * @param {HTMLElement} root @param {{ name: string, called: string }} header what its files are named, and what it is called
 * @param {(wide: boolean) => string | Promise<string>} svg
 * @param {(() => string) | null} table
 * @param {(() => void) | null} again lets single outcomes fall once more */
export function pictureMenu(root, { name, called }, svg, table = null, again = null) {
  const item = (/** @type {string} */ words, /** @type {string} */ label, /** @type {() => unknown} */ action) => element("button", { type: "button", class: "gb-quiet", "aria-label": label,
    onclick: () => { menu.open = false; action(); } }, words);
  const kept = async () => sheet(await svg(wide.checked), wide.checked);
  const wide = element("input", { type: "checkbox" });
  const menu = element("details", { class: "gb-menu" },
    element("summary", { "aria-label": worded`Keep “${called}”` }, "\u22ef"),
    element("div", { class: "gb-items" },
      item("PNG", worded`Save “${called}” as PNG`, async () => save(`${name}.png`, await rasterise(await kept()))),
      item("SVG", worded`Save “${called}” as SVG`, async () => save(`${name}.svg`, new Blob([await kept()], { type: "image/svg+xml" }))),
      element("label", { class: "gb-quiet" }, wide, " 16 : 9"),
      table && item("CSV", worded`Save “${called}” as CSV`, () => save(`${name}.csv`, new Blob([table()], { type: "text/csv" }))),
      again && item(worded("Drop the dots again"), worded`Drop the dots of “${called}” again`, again),
      item(worded("Enlarge"), worded`Show “${called}” on the whole screen`, () => root.requestFullscreen?.()),
      root.closest("[class*='st-key-gb-main']") && item(worded("Present"), worded`Present “${called}”`, () => present(true))));
  menu.onkeydown = (event) => { if (event.key === "Escape") menu.open = false; };
  menu.addEventListener("focusout", ({ relatedTarget }) => {
    if (relatedTarget instanceof Node && !menu.contains(relatedTarget)) menu.open = false;
  });
  return element("span", { class: "gb-pictures", "data-screen-only": "" }, menu);
}

/** @param {string} name @param {Blob} blob */
export function save(name, blob) {
  const link = element("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

// The rim of words over lines, as style.css has it. An SVG goes without: what knows no paint-order would draw it over the letters.
const RIM = "<style>:is(.textpoint text, .annotation-text) { paint-order: stroke; stroke: #fff; stroke-width: 3px; stroke-linejoin: round }</style>";

/** @param {string} svg @returns {Promise<Blob>} */
async function rasterise(svg, scale = 2) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg.replace(/>/, `>${RIM}`))}`;
  await image.decode();
  const canvas = element("canvas", { width: image.naturalWidth * scale, height: image.naturalHeight * scale });
  const context = penOf(canvas);
  context.scale(scale, scale);
  context.drawImage(image, 0, 0);
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(/** @type {Blob} */ (blob)), "image/png"));
}
