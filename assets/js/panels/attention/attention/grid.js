// A button for every head of every layer: a small picture of what it does, or a number. Pressed, it is the head in sight,
// or is switched off.
import { lookup } from "../../../colours.js";
import { element } from "../../../glassbox.js";

/**
 * header: layers, heads, colours, chosen [layer, head]; `off` [[layer, head], …] where heads are switched, `title`, `most`
 * and `unit` of numbers. arrays: tiles [layers × heads × side × side] from 0 to 1, or values [layers × heads].
 */
export class Grid {
  constructor(root, press) {
    Object.assign(this, { root, press, buttons: [] });
  }

  update({ header, arrays }) {
    const shape = [header.layers, header.heads, header.title].join();
    if (shape !== this.shape) this.build(header);
    Object.assign(this, { header, arrays, shape });
    if (arrays.tiles !== undefined && header.tilesOf !== this.tilesOf) this.paintTiles();
    if (arrays.values) this.paintValues();
    const off = new Set((header.off ?? []).map(String));
    for (const { node, layer, head } of this.buttons) {
      const here = layer === header.chosen[0] && head === header.chosen[1], switched = off.has(String([layer, head]));
      node.classList.toggle("gb-chosen", here);
      node.classList.toggle("gb-switched", switched);
      node.setAttribute("aria-pressed", header.off ? switched : here);
    }
  }

  build({ layers, heads, title }) {
    this.tilesOf = undefined;
    this.buttons = [];
    const cells = [element("span"), ...Array.from({ length: heads }, (_, head) => element("span", { class: "gb-dim" }, heads > 8 ? head : `H${head}`))];
    for (let layer = 0; layer < layers; layer++) {
      cells.push(element("span", { class: "gb-dim" }, `L${layer}`));
      for (let head = 0; head < heads; head++) {
        const name = `layer ${layer}, head ${head}`;
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

  paintTiles() {
    const { tiles } = this.arrays, side = tiles.shape[2], lut = lookup(this.header.colours);
    this.tilesOf = this.header.tilesOf;
    this.buttons.forEach(({ node }, number) => {
      const canvas = element("canvas", { width: side, height: side, "aria-hidden": "true" });
      const pixels = new ImageData(side, side);
      for (let i = 0; i < side * side; i++) {
        pixels.data.set([...lut[tiles[number * side * side + i]], 255], 4 * i);
      }
      canvas.getContext("2d").putImageData(pixels, 0, 0);
      node.replaceChildren(canvas);
    });
  }

  paintValues() {
    const { values } = this.arrays, { most, unit, layers } = this.header, lut = lookup(this.header.colours);
    this.buttons.forEach(({ node, layer, head }, number) => {
      const value = values[number], shown = Number.isNaN(value) ? "—" : value.toFixed(2);
      const level = Number.isNaN(value) ? 0 : Math.round(255 * Math.min(1, Math.max(0, value / most)));
      const [r, g, b] = lut[level];
      node.style.background = `rgb(${r} ${g} ${b})`;
      node.style.color = 0.2126 * r + 0.7152 * g + 0.0722 * b > 110 ? "#111" : "#fff";
      node.textContent = shown;
      node.title = `layer ${layer}, head ${head}: ${shown} ${unit}`;
    });
    this.root.classList.toggle("gb-small-heads", layers > 6);
  }
}

export function mount(root, payload, zoom, hand) {
  const body = element("div");
  root.replaceChildren(body);
  const view = new Grid(body, (layer, head) => hand.change(payload.header.off ? switched(view.header, layer, head) : { layer, head }));
  view.update(payload);
  return { update: (next) => view.update(next), draw() {} };
}

/** The field that holds the heads that are off, with one of them changed. */
export function switched({ off }, layer, head) {
  const others = off.filter(([l, h]) => l !== layer || h !== head);
  const next = others.length < off.length ? others : [...off, [layer, head]];
  return { off: next.map(([l, h]) => `${l}.${h}`).join(" "), layer, head };
}
