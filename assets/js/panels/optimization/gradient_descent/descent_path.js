// The level lines of a quadratic with the path of a descent over them; where there is one direction, its parabola.
// A press moves the start, where the problem has one to move.
import { CanvasView } from "../../../canvas_layout.js";
import { number } from "../../../numbers.js";
import { palette } from "../../../palette.js";
import { worded } from "../../../worded.js";
import { axes, clipped, evenTicks, tickAt } from "../../shared/drawing.js";

const HEIGHT = 266, NARROW = 240, BANDS = 9; // level lines up to that of the start
const PAD = { left: 46, right: 8, top: 8, bottom: 34 };

/** @typedef {{ curvature: number[], axes: number[][], start: number[], names: string[], equal: boolean, reach: number }} Problem
 * The start may be moved so far from 0 along each axis, or not where that is 0. */
/** @typedef {Payload<Problem & { states: string[], times: number[] }, Arrays<"path" | "state", "other">>} Data */

/** @type {Mount<Data>} */
export const mount = (root, payload, zoom, hand) => new DescentPath(root, hand);

/** @extends {CanvasView<Data>} */
class DescentPath extends CanvasView {
  half = [1, 1];
  line = false;

  /** @param {HTMLElement} root @param {Hand} hand */
  constructor(root, hand) {
    super("default");
    this.hand = hand;
    root.replaceChildren(this.canvas);
    this.onPress(() => this.box, (spot) => this.press(spot), () => {
      this.stale = true;
      if (this.at !== undefined) this.draw(this.at);
    });
  }

  /** @param {Data} payload */
  update(payload) {
    super.update(payload);
    this.canvas.style.cursor = this.header.reach ? "crosshair" : "default";
  }

  /** @param {number} step */
  draw(step) {
    this.at = step;
    const { layout, header, arrays } = this, width = layout.measure(), height = layout.high(width < 400 ? NARROW : HEIGHT);
    if (!width) return;
    this.colours = palette(this.canvas);
    const renewed = this.renewed();
    if (layout.fit(height, this.ground) || renewed) {
      this.inset(PAD, height);
      this.frame();
      this.paintGround();
    }
    const pen = layout.pen(this.ground), size = 2 * header.times.length;
    let left = /** @type {number | null} */ (null), other = left;
    clipped(pen, this.box, () => {
      if (arrays.other) other = this.path(pen, arrays.other, this.colours.pinned, "B");
      left = this.path(pen, arrays.path.subarray(step * size, (step + 1) * size), this.colours.focus, arrays.other ? "A" : "");
      this.marks(pen);
    });
    this.state(pen, step, left, other);
  }

  /** What part of the plane is seen: the start and its mirror image, with some room; alike in both directions or not. It
   * stays while a hand moves the start, or the same place under the hand would be another at each step. */
  frame() {
    if (this.held) return;
    const { start, curvature, equal } = this.header, { w, h } = this.box;
    this.line = curvature.length === 1;
    let [rx, ry] = [Math.abs(start[0]) * 1.45, Math.abs(start[1] ?? 0) * 1.6];
    if (equal) {
      const reach = Math.max(ry, Math.hypot(...start) * 0.95, 1e-9), scale = Math.max(reach / (h / 2), rx / (w / 2));
      [rx, ry] = [(scale * w) / 2, (scale * h) / 2];
    }
    if (this.line) ry = 1;
    this.half = [rx || 1, ry || rx || 1];
  }

  /** @param {number} value */
  x(value) { return this.box.x + this.box.w * (0.5 + value / (2 * this.half[0])); }

  /** @param {number} value */
  y(value) { return this.line ? this.box.y + this.box.h * (0.96 - 0.9 * value) : this.box.y + this.box.h * (0.5 - value / (2 * this.half[1])); }

  /** The loss of one direction, in units of that at the rim. @param {number} value */
  height(value) { return (value / this.half[0]) ** 2; }

  paintGround() {
    const pen = this.layout.clear(this.ground), { w, h } = this.box, { names } = this.header, [rx, ry] = this.half;
    clipped(pen, this.box, () => (this.line ? this.parabola(pen) : this.levels(pen)));
    pen.fillStyle = this.colours.muted;
    axes(pen, this.box, evenTicks(-rx, rx, w / 70).map((tick) => tickAt(this.x(tick), number(tick, 3))),
      this.line ? [] : evenTicks(-ry, ry, h / 50).map((tick) => tickAt(this.y(tick), number(tick, 3))),
      [names[0], this.line ? worded("loss above its least") : names[1]]);
  }

  /** @param {number} part */
  shade(part) {
    const { dark } = this.colours;
    // One hue from the ground of the page to deep: the loss falls as the colour deepens.
    const [from, to] = dark ? [[23, 32, 46], [80, 160, 214]] : [[246, 249, 253], [70, 134, 186]];
    const mix = from.map((value, i) => Math.round(value + (to[i] - value) * part ** 0.8));
    return `rgb(${mix})`;
  }

  /** @param {Pen} pen */
  levels(pen) {
    const { curvature, axes, start } = this.header, { x, y, w, h } = this.box;
    const value = (/** @type {number} */ a, /** @type {number} */ b) => curvature.reduce((sum, one, i) => sum + one * (axes[i][0] * a + axes[i][1] * b) ** 2, 0) / 2;
    const corners = Math.max(value(this.half[0], this.half[1]), value(this.half[0], -this.half[1]));
    const unit = Math.sqrt(value(start[0], start[1])) / BANDS; // evenly apart in the root of the loss: as distances are
    const most = Math.min(80, Math.ceil(Math.sqrt(corners) / unit));
    const across = w / (2 * this.half[0]), down = h / (2 * this.half[1]);
    pen.fillStyle = this.shade(0);
    pen.fillRect(x, y, w, h);
    for (let band = most; band >= 1; band--) {
      const level = (band * unit) ** 2;
      pen.beginPath();
      // In the plane both directions have one scale, elsewhere the axes are the eigenvectors: an ellipse either way.
      const [a, b] = curvature.map((one) => (one > 0 ? Math.sqrt((2 * level) / one) : 1e9));
      pen.ellipse(this.x(0), this.y(0), Math.min(a * across, 1e5), Math.min(b * down, 1e5), -Math.atan2(axes[0][1], axes[0][0]), 0, 2 * Math.PI);
      pen.fillStyle = this.shade(Math.max(0, 1 - band / (1.6 * BANDS)));
      pen.fill();
      pen.strokeStyle = this.colours.dark ? "rgba(255,255,255,.10)" : "rgba(255,255,255,.75)";
      pen.lineWidth = 1;
      pen.stroke();
    }
  }

  /** @param {Pen} pen */
  parabola(pen) {
    const { x, w, y, h } = this.box, points = Array.from({ length: 161 }, (_, i) => this.half[0] * (i / 80 - 1));
    pen.fillStyle = this.shade(0);
    pen.fillRect(x, y, w, h);
    pen.beginPath();
    for (const one of points) pen.lineTo(this.x(one), this.y(this.height(one)));
    pen.lineTo(x + w, y + h);
    pen.lineTo(x, y + h);
    pen.fillStyle = this.shade(0.55);
    pen.fill();
  }

  /** Steps as a line with dots that grow faint; returns the first step outside the picture.
   * @param {Pen} pen @param {Float64Array} points @param {string} colour @param {string} name */
  path(pen, points, colour, name) {
    const places = /** @type {[number, number][]} */ ([]);
    let left = /** @type {number | null} */ (null);
    for (let i = 0; i < points.length; i += 2) {
      const [a, b] = [this.x(points[i]), this.line ? this.y(this.height(points[i])) : this.y(points[i + 1])];
      // Beyond some thousand pixels only the direction counts, and canvases lose their way.
      const far = Math.max(1, Math.hypot(a, b) / 2e4);
      places.push([a / far, b / far]);
      if (left === null && !this.inside(a, b)) left = this.header.times[i / 2];
    }
    for (const [stroke, width] of /** @type {[string, number][]} */ ([[this.colours.paper, 4], [colour, 1.8]])) {
      Object.assign(pen, { strokeStyle: stroke, lineWidth: width, lineJoin: "round", globalAlpha: stroke === colour ? 1 : 0.7 });
      pen.beginPath();
      for (const [a, b] of places) pen.lineTo(a, b);
      pen.stroke();
    }
    pen.globalAlpha = 1;
    places.forEach(([a, b], i) => {
      if (!this.inside(a, b)) return;
      pen.beginPath();
      pen.arc(a, b, Math.max(2.2, 4.6 - 0.12 * i), 0, 2 * Math.PI);
      Object.assign(pen, { fillStyle: colour, strokeStyle: this.colours.paper, lineWidth: 1 });
      pen.fill();
      if (i < 16) pen.stroke(); // further on dots crowd, and their rims would hide the line
    });
    if (name) this.label(pen, name, places[Math.min(2, places.length - 1)], colour);
    return left;
  }

  /** @param {Pen} pen @param {string} text @param {number[]} place @param {string} colour */
  label(pen, text, [a, b], colour) {
    Object.assign(pen, { fillStyle: colour, textAlign: "left", textBaseline: "bottom", strokeStyle: this.colours.paper, lineWidth: 3 });
    pen.strokeText(text, a + 6, b - 4);
    pen.fillText(text, a + 6, b - 4);
  }

  /** @param {number} a @param {number} b */
  inside(a, b) { return a >= this.box.x && a <= this.box.x + this.box.w && b >= this.box.y && b <= this.box.y + this.box.h; }

  /** @param {Pen} pen */
  marks(pen) {
    const { start } = this.header, { ink } = this.colours;
    const [a, b] = [this.x(start[0]), this.line ? this.y(this.height(start[0])) : this.y(start[1])];
    pen.beginPath();
    pen.arc(a, b, 6.5, 0, 2 * Math.PI);
    Object.assign(pen, { strokeStyle: ink, lineWidth: 1.6 });
    pen.stroke();
    const [c, d] = [this.x(0), this.y(0)];
    pen.beginPath();
    for (const [i, j] of [[-6, -6], [-6, 6]]) { pen.moveTo(c + i, d + j); pen.lineTo(c - i, d - j); }
    pen.stroke();
    this.label(pen, worded("start"), [a + 2, b - 2], ink);
    this.label(pen, worded("minimum"), this.line ? [c - 32, d - 30] : [c + 3, d + 22], ink);
  }

  /** What the run does, and where it and what it is compared with leave the picture.
   * @param {Pen} pen @param {number} step @param {number | null} left @param {number | null} other */
  words(pen, step, left, other) {
    const lines = [this.header.states[this.arrays.state[step]] + (left === null ? "" : worded`; leaves the picture at step ${left}`)];
    if (other !== null) lines.push(worded`B leaves the picture at step ${other}`);
    return lines.flatMap((line) => (pen.measureText(line).width + 28 > this.box.w ? line.split(/[\u202f ]*; /) : [line])); // a phone
  }

  /** Says so, on a ground of its own. @param {Pen} pen @param {number} step @param {number | null} left @param {number | null} other */
  state(pen, step, left, other) {
    const { w, h } = this.box;
    pen.font = this.layout.font(13, 600);
    const lines = this.words(pen, step, left, other);
    const width = Math.max(...lines.map((text) => pen.measureText(text).width)) + 16;
    const x = this.line ? this.box.x + (w - width) / 2 - 6 : this.box.x;
    const [a, b] = this.header.start, low = a < 0 && b < 0; // where the words below would cover the start
    const y = this.line || low ? this.box.y : this.box.y + h - 18 - 18 * lines.length; // a parabola is empty at its top
    pen.fillStyle = this.colours.paper;
    pen.globalAlpha = 0.86;
    pen.beginPath();
    pen.roundRect(x + 6, y + 6, width, 6 + 18 * lines.length, 6);
    pen.fill();
    pen.globalAlpha = 1;
    pen.fillStyle = this.arrays.state[step] >= 3 ? this.colours.focus : this.colours.ink;
    pen.textAlign = "left";
    pen.textBaseline = "middle";
    lines.forEach((text, i) => pen.fillText(text, x + 14, y + 18.5 + 18 * i));
  }

  /** @param {Spot} spot */
  press({ offsetX, offsetY }) {
    const { reach } = this.header, { x, y, w, h } = this.box;
    if (!reach) return;
    /** @param {number} at @param {number} from @param {number} size @param {number} half */
    const place = (at, from, size, half) => Math.max(-reach, Math.min(reach, +(((at - from) / size - 0.5) * 2 * half).toPrecision(3)));
    this.hand.change({ start_x: place(offsetX, x, w, this.half[0]), start_y: -place(offsetY, y, h, this.half[1]) });
  }
}
