// Lines from the query in focus to the keys it looks at, the more the bolder; those of the other queries are faint. Of a
// long text the queries about the one in focus are shown, and the keys that it looks at most, in the order of the text.
import { CanvasView } from "../../../canvas_layout.js";
import { element } from "../../../element.js";
import { count, fixed } from "../../../numbers.js";
import { palette } from "../../../palette.js";
import { scrub } from "../../../scrub.js";
import { worded } from "../../../worded.js";
import { Weights } from "../../shared/attention_weights.js";
import { fitted } from "../../shared/heatmap.js";

const LINE = 19, LEAST = 10; // px, the lower where the window is
const MOST = 18; // tokens in a column
const TOP = 20; // px
const FAINT = 0.02; // weights below have no line

/** @typedef {import("../../shared/heatmap.js").Data} Data */

/** @extends {CanvasView<Data>} */
export class Lines extends CanvasView {
  /** @type {Weights} */ weights;
  /** @type {number[][]} */ places = [];
  count = 0;
  rows = 0;
  line = LINE;

  /** @param {HTMLElement} root */
  constructor(root) {
    super("pointer");
    root.replaceChildren(element("h3", { class: "gb-panel-title" }, worded("Where each query looks")), this.canvas);
    this.onPress(() => this.places[0] && ({ x: 0, y: TOP, w: this.layout.width / 2, h: this.line * this.places[0].length }), (spot) => this.press(spot),
      () => { if (this.at !== undefined) this.draw(this.at); });
  }

  /** @param {Data} payload @param {Weights} weights */
  update(payload, weights = new Weights(payload)) {
    super.update(payload);
    const { header } = payload;
    Object.assign(this, { weights, count: header.columns.length, rows: header.rows.length });
    this.canvas.setAttribute("aria-label", worded`Lines from each query to the keys it looks at. ${header.summary}`);
  }

  /** @param {number} query @param {number} key @returns {number} */
  weight(query, key) { return this.weights.row(query)[key] || 0; }

  /** The places in each column, in the order of the text. The queries stay while a hand moves among them, or the same place
   * under it would be another at each step. @param {number} at */
  columns(at) {
    const all = (/** @type {number} */ length) => Array.from({ length }, (_, i) => i);
    if (Math.max(this.count, this.rows) <= MOST) return [all(this.rows), all(this.count)];
    const [queries] = this.places;
    const from = this.held && queries?.includes(at) ? queries[0] : Math.max(0, Math.min(at - Math.floor(MOST / 2), this.rows - MOST));
    const row = this.weights.row(at);
    const best = all(this.count).filter((key) => row[key] > 0).sort((a, b) => row[b] - row[a]).slice(0, MOST);
    return [all(Math.min(MOST, this.rows)).map((i) => from + i), best.sort((a, b) => a - b)];
  }

  /** @param {number} query */
  draw(query) {
    const at = (this.at = Math.min(query, this.rows - 1));
    const { layout } = this, width = layout.measure();
    if (!width) return;
    const [queries, keys] = (this.places = this.columns(at));
    const slots = Math.min(MOST, Math.max(this.count, this.rows)), room = layout.high(TOP + LINE * MOST + 4) - TOP - 4;
    const line = (this.line = Math.max(LEAST, Math.min(LINE, room / slots))), size = Math.min(13, line);
    layout.fit(TOP + line * slots + 4);
    const pen = layout.pen(), colours = palette(this.canvas), long = this.count > MOST;
    const side = Math.min(110, 0.32 * width), left = side + 6, right = width - side - 42;
    const y = (/** @type {number} */ i) => TOP + line * (i + 0.5);
    pen.lineCap = "round";
    queries.forEach((one, i) => {
      const here = one === at;
      if (long && !here) return; // the keys shown are those of the query in focus
      keys.forEach((key, j) => {
        const weight = this.weight(one, key);
        if (weight < FAINT) return;
        Object.assign(pen, { strokeStyle: here ? colours.focus : colours.category1, lineWidth: here ? 1 + 4 * weight : 1 });
        pen.globalAlpha = here ? 0.35 + 0.65 * weight : 0.3 * weight;
        pen.beginPath();
        pen.moveTo(left, y(i));
        pen.bezierCurveTo((left + right) / 2, y(i), (left + right) / 2, y(j), right, y(j));
        pen.stroke();
      });
    });
    pen.globalAlpha = 1;
    pen.textBaseline = "middle";
    pen.fillStyle = colours.muted;
    pen.textAlign = "right";
    pen.fillText(this.header.rowName, side, TOP / 2);
    pen.textAlign = "left";
    pen.fillText(long ? worded`${this.header.columnName}: the ${keys.length} most` : this.header.columnName, right + 6, TOP / 2);
    queries.forEach((one, i) => {
      const here = one === at;
      pen.font = layout.font(size, here ? 600 : 400);
      pen.fillStyle = here ? colours.focus : colours.ink;
      pen.textAlign = "right";
      pen.fillText(fitted(pen, this.header.rows[one], side - 2), side, y(i));
    });
    keys.forEach((key, j) => {
      const weight = this.weight(at, key);
      pen.globalAlpha = 0.3 * weight;
      pen.fillStyle = colours.focus;
      pen.fillRect(right + 2, y(j) - line / 2 + 1, width - right - 2, line - 2);
      pen.globalAlpha = 1;
      pen.font = layout.font(size);
      pen.fillStyle = colours.ink;
      pen.textAlign = "left";
      const place = long ? count(key + 1) : "", beside = place ? pen.measureText(` ${place}`).width : 0;
      const word = fitted(pen, this.header.columns[key], side - 2 - beside);
      pen.fillText(word, right + 6, y(j));
      if (place) {
        pen.fillStyle = colours.muted;
        pen.fillText(place, right + 10 + pen.measureText(word).width, y(j));
      }
      if (weight < FAINT) return;
      pen.font = layout.font();
      pen.fillStyle = colours.ink;
      pen.textAlign = "right";
      pen.fillText(fixed(weight, 2), width - 3, y(j));
    });
  }

  /** @param {Spot} spot */
  press({ offsetY }) {
    const [queries] = this.places;
    scrub.jump(this.header.follow, queries[Math.min(Math.floor((offsetY - TOP) / this.line), queries.length - 1)]);
  }
}
