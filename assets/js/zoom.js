// Dragging over a view selects a stretch of its axes, and a double click goes back (see figures.plot.Zoom). The fields of
// Params that hold the ends of an axis take the stretch up as if it had been typed: on the short road, in the address.
import { element } from "./element.js";
import { still } from "./hold.js";
import { page } from "./road.js";

const LEAST = 6; // px: less is a click
const AXES = /** @type {const} */ (["x", "y"]);

/** Where a view stands among its zooms. `at` and `whole` are texts by field: as it is now, and as it opens. */
export class Zoom {
  /** @type {PanelHeader} */ header;
  /** @type {Tell} */ tell;
  /** @type {Texts} */ at;
  /** @type {Texts} */ whole;
  /** @type {string[] | null} */ x;
  /** @type {string[] | null} */ y;
  /** @type {Texts[]} */ before = [];

  /** @param {PanelHeader} header @param {Tell} tell */
  update(header, tell) {
    Object.assign(this, { header, tell, ...header.zoom });
    // The Back button has gone there already.
    while (this.before.length && same(this.before[this.before.length - 1], this.at)) this.before.pop();
  }

  get within() { return Object.keys(this.whole).some((field) => this.at[field] !== this.whole[field]); }

  /** {x: [low, high], y: [low, high]}, either left out where it stays as it is. @param {{ x?: number[], y?: number[] }} ranges */
  in(ranges) {
    const texts = { ...this.at };
    for (const axis of AXES) {
      const ends = ranges[axis];
      if (ends) this[axis]?.forEach((field, i) => { texts[field] = written(ends[i], ends[1] - ends[0], i ? Math.floor : Math.ceil); });
    }
    this.before.push(this.at);
    this.go(texts);
  }

  /** Back to where a reader came from; a page opened from a link goes to the whole. */
  out() { if (this.within) this.go(this.before.pop() ?? this.whole); }

  /** @param {Texts} texts */
  go(texts) {
    if (this.header.fixed?.some((field) => field in texts)) return;
    this.at = texts;
    page(this.header.page).changeAll(texts, (message) => this.tell("zoom", message));
  }
}

/** @typedef {{ x: number, y: number }} Start where a drag begins */

/** @param {Texts} one @param {Texts} other */
const same = (one, other) => Object.keys(one).every((field) => one[field] === other[field]);

/** A number with the digits that count in a stretch of that length, rounded inwards: what lies outside may not exist.
 * @param {number} value @param {number} span @param {(value: number) => number} round */
function written(value, span, round) {
  const places = 10 ** Math.min(9, Math.max(0, Math.ceil(-Math.log10(span / 5000))));
  const exact = value * places, near = Math.round(exact);
  return String((Math.abs(exact - near) < 1e-6 ? near : round(exact)) / places);
}

/**
 * Lets a hand select on `node`. `frame(start)` is the place {x, y, w, h} of the axes in px for a drag that starts there,
 * or null; `values(axis, low, high)` are two places on an axis, given as shares of it, in its units; `only(start)` names
 * the axis that a drag from there selects, where it is one alone.
 * @param {HTMLElement} node @param {() => Zoom | null} zoom
 * @param {{ frame: (start: Start) => Box | null, values: (axis: string, low: number, high: number) => number[], only?: (start: Start) => string | null }} places
 */
export function select(node, zoom, { frame, values, only = () => null }) {
  const band = element("div", { class: "gb-band", hidden: true, "aria-hidden": "true" });
  node.parentElement?.append(band);
  /** @type {Start | null} */
  let start = null;
  /** What is selected of each axis that can be. @returns {Record<string, { ends: number[], taken: boolean }>} */
  const stretch = (/** @type {Start} */ start, /** @type {Spot} */ { offsetX, offsetY }) => {
    const { x, y, w, h } = /** @type {Box} */ (frame(start));
    const sides = { x: [start.x, offsetX, x, w], y: [start.y, offsetY, y, h] };
    return Object.fromEntries(AXES.filter((axis) => zoom()?.[axis]).map((axis) => {
      const [from, to, low, length] = sides[axis];
      const ends = [from, to].map((place) => Math.min(1, Math.max(0, (place - low) / length))).sort((a, b) => a - b);
      const alone = only(start);
      return [axis, { ends, taken: Math.abs(to - from) >= LEAST && (!alone || alone === axis) }];
    }));
  };
  node.ondragstart = still;
  node.addEventListener("pointerdown", (event) => {
    if (event.button || !zoom() || !frame({ x: event.offsetX, y: event.offsetY })) return;
    start = { x: event.offsetX, y: event.offsetY };
    node.setPointerCapture(event.pointerId);
  });
  node.addEventListener("pointermove", (event) => {
    if (!start) return;
    const { x, y, w, h } = /** @type {Box} */ (frame(start)), found = stretch(start, event);
    const [across, down] = AXES.map((axis) => (found[axis]?.taken ? found[axis].ends : [0, 1]));
    band.hidden = !AXES.some((axis) => found[axis]?.taken);
    Object.assign(band.style, {
      left: `${node.offsetLeft + x + across[0] * w}px`, width: `${(across[1] - across[0]) * w}px`,
      top: `${node.offsetTop + y + down[0] * h}px`, height: `${(down[1] - down[0]) * h}px` });
  });
  node.addEventListener("pointerup", (event) => {
    if (!start) return;
    const found = Object.entries(stretch(start, event)).filter(([, { taken, ends }]) => taken && ends[1] > ends[0]);
    end();
    if (found.length) zoom()?.in(Object.fromEntries(found.map(([axis, { ends }]) => [axis, axis === "y" ? values(axis, 1 - ends[1], 1 - ends[0]) : values(axis, ends[0], ends[1])])));
  });
  const end = () => { start = null; band.hidden = true; };
  node.addEventListener("pointercancel", end);
  node.addEventListener("dblclick", () => zoom()?.out());
  return { get busy() { return start !== null && !band.hidden; } };
}
