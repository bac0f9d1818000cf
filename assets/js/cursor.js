// The focus of a swept axis over a figure: drawn over Plotly while a hand moves it, and by Plotly in a picture to keep.
import { element } from "./element.js";
import { hold } from "./hold.js";

/** @typedef {{ axis: string, value: number }} Mark a dot on an axis of Plotly's */

/** The focus over a figure, moved by hand: a line, and a dot on each curve. `begin()` returns what moves it, `release()` ends that. */
export class Cursor {
  /** @param {() => (across: number) => void} begin @param {() => void} release */
  constructor(begin, release) {
    this.line = element("div", { class: "gb-cursor-line" });
    this.grip = element("div", { class: "gb-cursor-grip" });
    this.dots = /** @type {HTMLElement[]} */ ([]);
    this.node = element("div", { class: "gb-cursor", "aria-hidden": "true" }, this.line, this.grip);
    hold(this.grip, (event) => {
      event.preventDefault();
      const move = begin();
      return ({ clientX }) => move(clientX);
    }, release, false);
  }

  /** @param {Axes} layout @param {number} x @param {Mark[]} marks */
  move(layout, x, marks) {
    const across = layout.xaxis._offset + layout.xaxis.d2p(x);
    const { t, h } = layout._size;
    for (const { style } of [this.line, this.grip]) Object.assign(style, { transform: `translateX(${across}px)`, top: `${t}px`, height: `${h}px` });
    while (this.dots.length < marks.length) {
      const dot = element("div", { class: "gb-cursor-dot" });
      this.dots.push(dot);
      this.node.append(dot);
    }
    marks.forEach(({ axis, value }, i) => {
      const vertical = layout[axis.replace("y", "yaxis")];
      const down = vertical._offset + vertical.d2p(value);
      this.dots[i].style.visibility = Number.isFinite(down) ? "" : "hidden"; // no dot where the curve has no point
      if (Number.isFinite(down)) this.dots[i].style.transform = `translate(${across}px, ${down}px)`;
    });
  }
}

/** The figure with its focus drawn by Plotly, for a picture to keep.
 * @param {object[]} data @param {Layout} layout @param {string} color @param {number} x @param {Mark[]} marks */
export function withCursor(data, layout, color, x, marks) {
  const dot = (/** @type {Mark} */ { axis, value }) => (
    { type: "scatter", mode: "markers", x: [x], y: [value], yaxis: axis, marker: { color, size: 10 } });
  const line = { type: "line", yref: "paper", x0: x, x1: x, y0: 0, y1: 1, line: { color, width: 1 } };
  return { data: [...data, ...marks.map(dot)], layout: { ...layout, shapes: [...(layout.shapes ?? []), line] } };
}
