// Curves and bars drawn by ourselves over a Plotly figure whose axes stay, as long as a hand moves: Plotly takes a frame or two
// for what takes a canvas a millisecond. At rest Plotly draws them, with its hovers, and this is cleared.
import { element, penOf } from "./element.js";

const PLAIN = new Set(["type", "mode", "x", "y", "name", "line", "marker", "fill", "fillcolor", "hoverinfo", "hovertemplate",
  "text", "textfont", "xaxis", "yaxis", "showlegend", "legendgroup", "opacity", "cliponaxis", "uid", "meta", "width"]);
const STANDING = new Set([undefined, "group", "overlay"]); // bars that begin at 0, and not where another ends
const SYMBOLS = new Set(["circle", "square", "diamond", "triangle-up", "triangle-down", "triangle-left", "triangle-right",
  undefined]);
const SHAPES = new Set(["linear", "hv", undefined]);
const DIAMOND = 1.3; // of a circle's radius, as Plotly has it
const ASIDE = 2 / Math.sqrt(3); // how far the other corners of a triangle stand from the way to its tip, in lengths of that

/** Whether `Ink` draws all of a figure's traces as Plotly would, and only their points are swept: of bars the heights.
 * @param {Figure} figure @param {string[]} paths */
export function canInk({ data, layout }, paths) {
  const swept = new Set(paths);
  return paths.every((path) => /^data\.\d+\.[xy]$/.test(path)) && data.every((trace, i) => isPlain(trace)
    && (trace.type === "scatter" ? isCurve(trace)
      : trace.type === "bar" && !trace.text && !swept.has(`data.${i}.x`) && STANDING.has(layout.barmode)));
}

/** @param {Trace} trace */
function isPlain(trace) {
  const { size, color, pattern } = trace.marker ?? {};
  return !pattern && Object.keys(trace).every((key) => PLAIN.has(key)) && ![size, color, trace.width].some(Array.isArray);
}

/** Lines, straight or in steps, and dots; or one sign at every point. @param {Trace} trace */
function isCurve({ mode, text, marker, line }) {
  const legible = !mode.includes("text") || (mode === "text" && typeof text === "string");
  return legible && SYMBOLS.has(marker?.symbol) && SHAPES.has(line?.shape);
}

export class Ink {
  /** @type {Pen} */ pen;
  placed = "";
  node = element("canvas", { class: "gb-ink", "aria-hidden": "true" });

  /** Draws traces at their places on Plotly's own axes, as `canvas` has them; bars under the curves, as Plotly does.
   * @param {PlotlyElement} canvas @param {Trace[]} traces */
  draw({ _fullLayout: layout, _fullData: full, calcdata }, traces) {
    const visible = [...traces.keys()].filter((i) => full[i].visible === true);
    const box = around(visible.map((i) => axes(layout, traces[i])));
    this.place(box, devicePixelRatio);
    this.pen.clearRect(0, 0, box[2], box[3]);
    const bars = visible.filter((i) => traces[i].type === "bar"), others = visible.filter((i) => traces[i].type !== "bar");
    for (const i of bars) this.within(box, layout, traces[i], () => this.bars(layout, traces[i], calcdata[i][0].t));
    for (const i of others) this.within(box, layout, traces[i], () => this.trace(layout, traces[i]));
  }

  /** Has `paint` measure from the corner of the trace's own axes, and reach no further: some stand one below the other.
   * @param {number[]} box @param {Axes} layout @param {Trace} trace @param {() => void} paint */
  within([left, top], layout, trace, paint) {
    const [across, up] = axes(layout, trace);
    this.pen.save();
    this.pen.translate(across._offset - left, up._offset - top);
    this.pen.beginPath();
    this.pen.rect(0, 0, across._length, up._length);
    this.pen.clip();
    paint();
    this.pen.restore();
  }

  /** Where Plotly has put them, `barwidth` wide.
   * @param {Axes} layout @param {Trace} trace @param {{ poffset: number, barwidth: number }} place */
  bars(layout, trace, { poffset, barwidth }) {
    const [across, up] = axes(layout, trace), [ground, count] = [up.d2p(0), Math.min(trace.x.length, trace.y.length)];
    Object.assign(this.pen, { fillStyle: trace.marker?.color, globalAlpha: trace.opacity ?? 1 });
    for (let i = 0; i < count; i++) {
      const left = across.d2c(trace.x[i]) + poffset, from = across.c2p(left), top = up.d2p(trace.y[i]);
      const base = Number.isFinite(ground) ? ground : up._length; // a logarithm has no 0
      const high = top === base ? 0 : Math.max(1, Math.abs(top - base)); // what is not 0 can be seen
      this.pen.fillRect(from, top < base ? base - high : base, across.c2p(left + barwidth) - from, high);
    }
  }

  /** A canvas whose size is set is made anew, even where it is the same. @param {number[]} box @param {number} ratio */
  place(box, ratio) {
    const key = [...box, ratio].join();
    if (key === this.placed) return;
    this.placed = key;
    const [left, top, width, height] = box;
    Object.assign(this.node, { width: Math.round(width * ratio), height: Math.round(height * ratio) });
    Object.assign(this.node.style, { left: `${left}px`, top: `${top}px`, width: `${width}px`, height: `${height}px` });
    this.pen = penOf(this.node);
    this.pen.scale(ratio, ratio);
  }

  /** @param {Axes} layout @param {Trace} trace */
  trace(layout, trace) {
    const [across, up] = axes(layout, trace), points = places(across, up, trace);
    this.pen.globalAlpha = trace.opacity ?? 1;
    if (trace.fill === "tozeroy") this.fill(points, up.d2p(0), trace);
    if (trace.mode.includes("lines") && trace.line?.width !== 0) this.line(points, trace.line);
    if (trace.mode.includes("markers")) this.markers(points, trace.marker);
    if (trace.mode === "text") this.signs(points, trace, layout.font.family);
  }

  /** @param {Float32Array} points @param {Trace["line"]} line */
  line(points, { color, width = 2, dash = "solid" } = { color: "" }) {
    Object.assign(this.pen, { strokeStyle: color, lineWidth: width, lineJoin: "round" });
    const unit = Math.max(width, 3);
    this.pen.setLineDash(dashed(dash, unit));
    this.pen.beginPath();
    walk(points, (x, y, first) => (first ? this.pen.moveTo(x, y) : this.pen.lineTo(x, y)));
    this.pen.stroke();
  }

  /** @param {Float32Array} points @param {number} ground @param {Trace} trace */
  fill(points, ground, { fillcolor, line }) {
    this.pen.fillStyle = fillcolor ?? line?.color ?? "";
    const alpha = this.pen.globalAlpha;
    if (!fillcolor) this.pen.globalAlpha = alpha / 2; // as Plotly does
    this.pen.beginPath();
    let last = NaN;
    const close = () => { if (!Number.isNaN(last)) this.pen.lineTo(last, ground); };
    walk(points, (x, y, first) => {
      if (first) { close(); this.pen.moveTo(x, ground); }
      this.pen.lineTo(x, y);
      last = x;
    });
    close();
    this.pen.fill();
    this.pen.globalAlpha = alpha;
  }

  /** One sign at every point. @param {Float32Array} points @param {Trace} trace @param {string} family */
  signs(points, { text, textfont: { color, size } }, family) {
    Object.assign(this.pen, { fillStyle: color, font: `${size}px ${family}`, textAlign: "center", textBaseline: "middle" });
    walk(points, (x, y) => this.pen.fillText(text ?? "", x, y));
  }

  /** @param {Float32Array} points @param {Trace["marker"]} marker */
  markers(points, { color, size = 6, symbol = "circle", line } = { color: "" }) {
    const half = size / 2, tip = half * DIAMOND;
    const triangle = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ dx, /** @type {number} */ dy) => {
      this.pen.moveTo(x + dx, y + dy); // its tip; the two other corners stand aside of the way to it
      for (const aside of [ASIDE, -ASIDE]) this.pen.lineTo(x - dx / 2 + aside * dy, y - dy / 2 - aside * dx);
    };
    /** @type {Record<string, (x: number, y: number) => void>} */
    const shapes = {
      circle: (x, y) => { this.pen.moveTo(x + half, y); this.pen.arc(x, y, half, 0, 2 * Math.PI); },
      square: (x, y) => this.pen.rect(x - half, y - half, size, size),
      diamond: (x, y) => {
        this.pen.moveTo(x + tip, y);
        for (const [dx, dy] of [[0, tip], [-tip, 0], [0, -tip]]) this.pen.lineTo(x + dx, y + dy);
      },
      "triangle-up": (x, y) => triangle(x, y, 0, -half),
      "triangle-down": (x, y) => triangle(x, y, 0, half),
      "triangle-left": (x, y) => triangle(x, y, -half, 0),
      "triangle-right": (x, y) => triangle(x, y, half, 0),
    };
    this.pen.fillStyle = color;
    this.pen.beginPath();
    walk(points, shapes[symbol]);
    this.pen.fill();
    if (!line) return;
    Object.assign(this.pen, { strokeStyle: line.color, lineWidth: line.width });
    this.pen.setLineDash([]);
    this.pen.stroke();
  }
}

/** What holds all of these axes: left, top, width and height. @param {Axis[][]} pairs */
function around(pairs) {
  const left = Math.min(...pairs.map(([{ _offset }]) => _offset)), top = Math.min(...pairs.map(([, { _offset }]) => _offset));
  const right = Math.max(...pairs.map(([{ _offset, _length }]) => _offset + _length));
  const bottom = Math.max(...pairs.map(([, { _offset, _length }]) => _offset + _length));
  return [left, top, right - left, bottom - top];
}

/** @param {Axes} layout @param {Trace} trace @returns {Axis[]} */
function axes(layout, { xaxis = "x", yaxis = "y" }) {
  return [layout[xaxis.replace("x", "xaxis")], layout[yaxis.replace("y", "yaxis")]];
}

/** The points of a trace in pixels, x and y in turn; NaN where the line breaks.
 * @param {Axis} across @param {Axis} up @param {Trace} trace */
function places(across, up, { x, y, line, mode }) {
  const steps = line?.shape === "hv" && mode.includes("lines");
  const count = Math.min(x.length, y.length);
  const points = new Float32Array(steps ? Math.max(4 * count - 2, 0) : 2 * count);
  for (let i = 0, at = 0; i < count; i++) {
    const [px, py] = [across.d2p(x[i]), up.d2p(y[i])];
    if (steps && i) { points[at] = px; points[at + 1] = points[at - 1]; at += 2; }
    points[at] = px;
    points[at + 1] = py;
    at += 2;
  }
  return points;
}

/** @param {Float32Array} points @param {(x: number, y: number, first: boolean) => void} visit */
function walk(points, visit) {
  let first = true;
  for (let i = 0; i < points.length; i += 2) {
    const [x, y] = [points[i], points[i + 1]];
    if (Number.isFinite(x) && Number.isFinite(y)) visit(x, y, first);
    first = !(Number.isFinite(x) && Number.isFinite(y));
  }
}

/** px of line and gap, in turns, as Plotly draws them. @param {string} dash @param {number} unit */
export function dashed(dash, unit) {
  /** @type {Record<string, number[]>} */
  const times = { dot: [1, 1], dash: [3, 3], longdash: [5, 5], dashdot: [3, 1, 1, 1], longdashdot: [5, 2, 2, 2] };
  return dash.endsWith("px") ? dash.split(",").map(parseFloat) : (times[dash] ?? []).map((each) => each * unit);
}
