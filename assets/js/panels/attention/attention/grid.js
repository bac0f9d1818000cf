// A button for every head of every layer: a small picture of what it does, or a number. Pressed, it is the head in sight,
// or is switched off.
import { lookup } from "../../../colours.js";
import { element, write } from "../../../element.js";
import { fixed } from "../../../numbers.js";
import { worded } from "../../../worded.js";
import { paintCells } from "../../shared/drawing.js";

/** @typedef {{ layers: number, heads: number, title?: string, chosen: number[], colours: [number, string][] }} Buttons */
/** @typedef {Buttons & { tilesOf?: string, off?: number[][], most?: number, unit?: string }} Fields
 * `chosen` [layer, head]; `off` [[layer, head], …] where heads are switched; `most` and `unit` of numbers */
/** @typedef {Payload<Fields, Arrays<never, "tiles" | "values">>} Data
 * tiles [layers × heads × side × side] from 0 to 1, or values [layers × heads] */
/** @typedef {{ header: Fields, arrays: Data["arrays"] }} Of */

export class Grid {
  /** @type {Data["arrays"]} */ arrays;
  /** @type {Fields} */ header;
  /** @type {{ node: HTMLButtonElement, layer: number, head: number }[]} */ buttons = [];
  /** @type {string | undefined} */ tilesOf;
  shape = "";

  /** @param {HTMLElement} root @param {(layer: number, head: number) => void} press */
  constructor(root, press) {
    this.root = root;
    this.press = press;
  }

  /** @param {Of} of */
  update({ header, arrays }) {
    const shape = [header.layers, header.heads, header.title].join();
    if (shape !== this.shape) this.build(header);
    Object.assign(this, { header, arrays, shape });
    if (arrays.tiles && header.tilesOf !== this.tilesOf) this.paintTiles(arrays.tiles);
    if (arrays.values) this.paintValues(arrays.values);
    const off = new Set((header.off ?? []).map(String));
    for (const { node, layer, head } of this.buttons) {
      const here = layer === header.chosen[0] && head === header.chosen[1], switched = off.has(String([layer, head]));
      node.classList.toggle("gb-chosen", here);
      node.classList.toggle("gb-switched", switched);
      node.dataset.off = worded("off"); // what the style writes over it
      node.setAttribute("aria-pressed", String(header.off ? switched : here));
    }
  }

  /** @param {Fields} header */
  build({ layers, heads, title }) {
    this.tilesOf = undefined;
    this.buttons = [];
    const cells = [element("span"), ...Array.from({ length: heads }, (_, head) => element("span", { class: "gb-dim" }, heads > 8 ? head + 1 : `H${head + 1}`))];
    for (let layer = 0; layer < layers; layer++) {
      cells.push(element("span", { class: "gb-dim" }, `L${layer + 1}`));
      for (let head = 0; head < heads; head++) {
        const name = called(layer, head);
        const node = element("button", { type: "button", class: "gb-head", title: name, "aria-label": name, onclick: () => this.press(layer, head) });
        this.buttons.push({ node, layer, head });
        cells.push(node);
      }
    }
    const grid = element("div", { class: "gb-heads" }, ...cells);
    grid.style.gridTemplateColumns = `1.7rem repeat(${heads}, minmax(0, 1fr))`;
    grid.style.maxWidth = `${2 + heads * Math.max(2, 22 / heads)}rem`;
    this.root.replaceChildren(title ? element("h3", { class: "gb-panel-title" }, title) : "", grid);
  }

  /** @param {Numbers} tiles */
  paintTiles(tiles) {
    const side = tiles.shape[2], lut = lookup(this.header.colours);
    this.tilesOf = this.header.tilesOf;
    this.buttons.forEach(({ node }, number) => {
      const canvas = element("canvas", { "aria-hidden": "true" });
      paintCells(canvas, side, side, (row, column) => [...lut[tiles[(number * side + row) * side + column]], 255]);
      node.replaceChildren(canvas);
    });
  }

  /** @param {Numbers} values */
  paintValues(values) {
    const { most = 1, unit, layers } = this.header, lut = lookup(this.header.colours);
    this.buttons.forEach(({ node, layer, head }, number) => {
      const value = values[number], text = Number.isNaN(value) ? "—" : fixed(value, 2);
      const level = Number.isNaN(value) ? 0 : Math.round(255 * Math.min(1, Math.max(0, value / most)));
      const [r, g, b] = lut[level];
      node.style.background = `rgb(${r} ${g} ${b})`;
      node.style.color = 0.2126 * r + 0.7152 * g + 0.0722 * b > 110 ? "#111" : "#fff";
      write(node, text);
      node.title = `${called(layer, head)}${worded(": ")}${text} ${unit}`;
    });
    this.root.classList.toggle("gb-small-heads", layers > 6);
  }
}

/** @type {Mount<Data>} */
export function mount(root, payload, zoom, hand) {
  const body = element("div");
  root.replaceChildren(body);
  const grid = new Grid(body, (layer, head) => hand.change(payload.header.off ? switched(grid.header, layer, head) : { layer, head }));
  return { update: (next) => grid.update(next), draw() {} };
}

/** A head in words, which count from 1. @param {number} layer @param {number} head */
export const called = (layer, head) => worded`layer ${layer + 1}, head ${head + 1}`;

/** The field that holds the heads that are off, with one of them changed. @param {Fields} header @param {number} layer @param {number} head */
export function switched({ off = [] }, layer, head) {
  const others = off.filter(([l, h]) => l !== layer || h !== head);
  const next = others.length < off.length ? others : [...off, [layer, head]];
  return { off: next.map(([l, h]) => `${l}.${h}`).join(" "), layer, head };
}
