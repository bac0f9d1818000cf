// What a model predicts over the plane of two inputs, with the examples it was trained on.
import { CanvasView } from "../../../canvas_layout.js";
import { exact } from "../../../numbers.js";
import { palette } from "../../../palette.js";
import { worded } from "../../../worded.js";
import { axes, paintCells, tickAt } from "../../shared/drawing.js";

const HEIGHT = 266, PAD = { left: 40, right: 6, top: 8, bottom: 34 };
const SIDES = [[0, 158, 115], [204, 121, 167]]; // categories 2 and 3: classes −1 and 1

/** @typedef {Payload<{ names: string[], ends: number[] }, Arrays<"levels" | "gone" | "points" | "targets">>} Data */

/** @type {Mount<Data>} */
export const mount = (root) => new TrainingField(root);

/** @extends {CanvasView<Data>} */
class TrainingField extends CanvasView {
  /** @param {HTMLElement} root */
  constructor(root) {
    super();
    root.replaceChildren(this.canvas);
  }

  /** @param {number} step */
  draw(step) {
    this.at = step;
    const { layout } = this;
    if (!layout.measure()) return;
    const height = layout.high(HEIGHT);
    layout.fit(height);
    this.colours = palette(this.canvas);
    this.inset(PAD, height);
    const pen = layout.pen();
    this.predictions(pen, step);
    this.examples(pen);
    this.axes(pen);
    if (!this.arrays.gone[step]) return;
    Object.assign(pen, { font: layout.font(13, 600), fillStyle: this.colours.focus, textAlign: "left" });
    pen.fillText(worded("diverged: nothing is predicted"), this.box.x + 8, this.box.y + this.box.h - 14);
  }

  /** Where an input lies in the box. @param {number} value */
  x(value) { return this.box.x + (this.box.w * (value - this.header.ends[0])) / (this.header.ends[1] - this.header.ends[0]); }

  /** @param {number} value */
  y(value) { return this.box.y + this.box.h * (1 - (value - this.header.ends[2]) / (this.header.ends[3] - this.header.ends[2])); }

  /** Between the colours of the two sides, with the ground of the page in the middle. @param {Pen} pen @param {number} step */
  predictions(pen, step) {
    const { levels } = this.arrays, [, rows, columns] = levels.shape, size = rows * columns, { x, y, w, h } = this.box;
    const middle = this.colours.dark ? [23, 26, 33] : [250, 250, 252];
    paintCells(this.ground, rows, columns, (row, column) => {
      const level = levels[step * size + (rows - 1 - row) * columns + column] / 127;
      const side = SIDES[level > 0 ? 1 : 0], part = 0.75 * Math.abs(level);
      return [...middle.map((one, i) => one + (side[i] - one) * part), 255];
    });
    pen.imageSmoothingEnabled = true;
    pen.drawImage(this.ground, x, y, w, h);
  }

  /** @param {Pen} pen */
  examples(pen) {
    const { points, targets } = this.arrays;
    targets.forEach((target, i) => {
      const [a, b] = [this.x(points[2 * i]), this.y(points[2 * i + 1])];
      pen.beginPath();
      if (target > 0) pen.arc(a, b, 4, 0, 2 * Math.PI);
      else pen.rect(a - 3.5, b - 3.5, 7, 7);
      pen.fillStyle = `rgb(${SIDES[target > 0 ? 1 : 0]})`;
      pen.fill();
      Object.assign(pen, { strokeStyle: this.colours.paper, lineWidth: 1.2 });
      pen.stroke();
    });
  }

  /** @param {Pen} pen */
  axes(pen) {
    const { ends: [left, right, low, high], names } = this.header;
    const whole = (/** @type {number} */ from, /** @type {number} */ to) => Array.from({ length: Math.floor(to) - Math.ceil(from) + 1 }, (_, i) => Math.ceil(from) + i);
    pen.fillStyle = this.colours.muted;
    axes(pen, this.box, whole(left, right).map((tick) => tickAt(this.x(tick), exact(tick))),
      whole(low, high).map((tick) => tickAt(this.y(tick), exact(tick))), names);
  }
}
