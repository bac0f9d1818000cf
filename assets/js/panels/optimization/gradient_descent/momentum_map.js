// How fast a method with momentum is for every step size and β. A press sets both; the best by formula and by search are
// marked, and the lines between which roots are complex.
import { CanvasView } from "../../../canvas_layout.js";
import { lookup } from "../../../colours.js";
import { element, renew } from "../../../element.js";
import { number } from "../../../numbers.js";
import { palette } from "../../../palette.js";
import { worded } from "../../../worded.js";
import { arrow } from "../../shared/arrow_keys.js";
import { axes, clipped, colourBar, outlined, paintCells, tickAt } from "../../shared/drawing.js";

const HEIGHT = 250;
const PAD = { left: 46, right: 96, top: 8, bottom: 36 };

/** @typedef {[relative: number, beta: number, rate: number]} Best */
/** @typedef {{ beta: number, most: number, end: number, unit: number, formula: Best, searched: Best, colours: [number, string][] }} Fields */
/** @typedef {Payload<Fields, Arrays<"levels" | "relative" | "rate" | "curve" | "steep" | "flat">>} Data */

/** @type {Mount<Data>} */
export const mount = (root, payload, zoom, hand) => new MomentumMap(root, hand);

/** @extends {CanvasView<Data>} */
class MomentumMap extends CanvasView {
  /** @type {Colour[]} */ lut;
  beta = 0;
  picture = document.createElement("canvas");
  line = element("p", { class: "gb-note" });

  /** @param {HTMLElement} root @param {Hand} hand */
  constructor(root, hand) {
    super("crosshair", { tabindex: 0 });
    this.hand = hand;
    this.line.style.minHeight = "1.4em";
    root.replaceChildren(this.canvas, this.line);
    this.onPress(() => this.box, (spot) => this.press(spot));
    this.canvas.onkeydown = (event) => this.step(event);
  }

  /** @param {Data} payload */
  update(payload) {
    super.update(payload);
    const { header, arrays: { levels } } = payload, [rows, columns] = levels.shape;
    this.beta = header.beta;
    this.lut = lookup(header.colours);
    paintCells(this.picture, rows, columns, (row, column) => {
      const level = levels[(rows - 1 - row) * columns + column];
      return level ? [...this.lut[level], 255] : [0, 0, 0, 0]; // what diverges shows the ground of the page
    });
  }

  /** @param {number} relative */
  x(relative) { return this.box.x + (this.box.w * relative) / this.header.end; }

  /** @param {number} beta */
  y(beta) { return this.box.y + this.box.h * (1 - beta); }

  /** @param {number} step */
  draw(step) {
    this.at = step;
    const { layout, header, arrays } = this;
    if (!layout.measure()) return;
    const colours = (this.colours = palette(this.canvas)), { formula, searched } = header;
    const renewed = this.renewed();
    if (layout.fit(HEIGHT, this.ground) || renewed) {
      this.inset(PAD, HEIGHT);
      this.paintGround();
    }
    const pen = layout.pen(this.ground);
    const relative = arrays.relative[step];
    const [a, b] = [this.x(Math.min(relative, header.end)), this.y(this.beta)];
    outlined(pen, [["#ffffff", 4.5], [colours.focus, 2.5]], () => pen.arc(a, b, 7, 0, 2 * Math.PI));
    const best = worded`best by formula (×) η = ${number(formula[0] * header.unit)}, β = ${number(formula[1])}: rate ${number(formula[2])}; `
      + worded`by search (□) η = ${number(searched[0] * header.unit)}, β = ${number(searched[1])}: ${number(searched[2])}. `
      + worded("Between the white lines the roots are complex: full lines for the steepest mode, dashed for the flattest. Press to choose.");
    renew(this.line, element("strong", { class: "gb-focus" }, `η = ${number(relative * header.unit)}, β = ${number(this.beta)}`),
      worded`: rate ${number(arrays.rate[step])}; `, element("span", { class: "gb-dim" }, best));
  }

  /** All that stays while the step size moves. */
  paintGround() {
    const pen = this.layout.clear(this.ground), { x, y, w, h } = this.box, { header, arrays, colours } = this;
    pen.fillStyle = colours.soft;
    pen.fillRect(x, y, w, h);
    pen.drawImage(this.picture, x, y, w, h);
    clipped(pen, this.box, () => {
      this.boundary(pen, arrays.steep, []);
      this.boundary(pen, arrays.flat, [5, 4]);
    });
    this.axes(pen);
    this.mark(pen, header.searched, "square");
    this.mark(pen, header.formula, "cross");
  }

  /** Between these lines the roots of a mode are complex. */
  /** @param {Pen} pen @param {Numbers} bounds @param {number[]} dash */
  boundary(pen, bounds, dash) {
    const { curve } = this.arrays;
    pen.setLineDash(dash);
    Object.assign(pen, { strokeStyle: "rgba(255,255,255,.8)", lineWidth: 1.2 });
    for (const side of [0, 1]) {
      pen.beginPath();
      curve.forEach((beta, i) => pen.lineTo(Math.min(this.x(bounds[2 * i + side]), 1e5), this.y(beta)));
      pen.stroke();
    }
    pen.setLineDash([]);
  }

  /** @param {Pen} pen */
  axes(pen) {
    const { x, y, w, h } = this.box, { colours, header } = this, apart = w < 300 ? 0.5 : 0.25;
    pen.fillStyle = colours.muted;
    const across = Array.from({ length: Math.floor(header.end / apart + 1e-9) + 1 }, (_, i) => i * apart);
    axes(pen, this.box, across.map((tick) => tickAt(this.x(tick), number(tick, 3))),
      [0, 0.25, 0.5, 0.75, 1].map((tick) => tickAt(this.y(tick), String(tick))), [worded("step size η, in units of 2/λₘₐₓ"), worded("momentum β")]);
    colourBar(pen, { x: x + w + 10, y, w: 10, h }, (share) => `rgb(${this.lut[Math.round(1 + 254 * share)]})`);
    pen.fillStyle = colours.muted;
    pen.textAlign = "left";
    const rate = (/** @type {number} */ share) => number(10 ** (-header.most * share), 3);
    for (const share of [0, 0.5, 1]) pen.fillText(worded`rate ${rate(share)}`, x + w + 24, Math.min(Math.max(y + h * (1 - share), y + 6), y + h - 6));
    pen.textAlign = "right";
    pen.fillText(worded("diverges"), x + w - 8, y + h - 14);
  }

  /** @param {Pen} pen @param {Best} best @param {"square" | "cross"} shape */
  mark(pen, [relative, beta], shape) {
    const [a, b] = [this.x(relative), this.y(beta)];
    outlined(pen, [["#000000", 3.5], ["#ffffff", 1.8]], () => {
      if (shape === "square") pen.rect(a - 6, b - 6, 12, 12);
      else for (const sign of [-1, 1]) { pen.moveTo(a - 5, b - 5 * sign); pen.lineTo(a + 5, b + 5 * sign); }
    });
  }

  /** @param {Spot} spot */
  press({ offsetX, offsetY }) {
    const { x, y, w, h } = this.box;
    this.go(((offsetX - x) / w) * this.header.end, 1 - (offsetY - y) / h);
  }

  /** @param {KeyboardEvent} event */
  step(event) {
    const move = arrow(event), { at } = this;
    if (!move || at === undefined) return;
    const far = event.shiftKey ? 0.05 : 0.01;
    this.go(this.arrays.relative[at] + move[0] * far, this.beta - move[1] * far);
  }

  /** @param {number} relative @param {number} beta */
  go(relative, beta) {
    this.beta = Math.min(0.999, Math.max(0, +beta.toFixed(3)));
    this.hand.change({ beta: this.beta, step: Math.max(0, +relative.toFixed(4)) });
  }
}
