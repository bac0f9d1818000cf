// Any Plotly figure, plus an optional swept axis that is scrubbed without a round trip. Stays mounted for the life
// of the page: new data redraws with Plotly.react.
import { axesOf, isNarrow, makeRoom } from "./axis_room.js";
import { fitted } from "./bench.js";
import { Cursor, withCursor } from "./cursor.js";
import { element } from "./element.js";
import { pictureMenu } from "./export.js";
import { fall, fallOnSight, hasFalling } from "./falling.js";
import { figureTable } from "./figure_table.js";
import { HeldPoint, nearestSpot } from "./held_point.js";
import { Ink, canInk } from "./ink.js";
import { plotly } from "./load_plotly.js";
import { SEPARATORS } from "./number_signs.js";
import { coloured, light, palette } from "./palette.js";
import { enlarged, isPresenting } from "./present.js";
import { hang, page } from "./road.js";
import { scrub } from "./scrub.js";
import { ScrubBar } from "./scrub_bar.js";
import { highOnSheet } from "./sheet.js";
import { InSight } from "./sight.js";
import { assign, restore } from "./swept_arrays.js";
import { nearest } from "./track.js";
import { attempt, inTurn } from "./turns.js";
import { hasWordsApart, keepApart } from "./words_apart.js";

const REST = 200; // ms of quiet before Plotly draws what a moving hand has left to the ink

export default inTurn(".gb-figure", (root) => new FigureView(root));

class FigureView {
  /** @type {FigureHeader} */ header;
  /** @type {Arrays} */ arrays;
  /** @type {Tell} */ tell;
  /** @type {Sent<FigureHeader>} */ served;
  /** @type {ScrubBar | undefined} */ bar;
  /** @type {() => void} */ unfollow;
  /** @type {() => void} */ unhang;
  /** @type {string | null} */ digest;
  /** @type {string | null} */ looks;
  /** @type {string | null} */ axes;
  /** @type {Figure} */ figure;
  /** @type {Plotly} */ Plotly;
  height = 0;
  resting = 0;
  left = false;
  tight = false;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.canvas = /** @type {HTMLDivElement & PlotlyElement} */ (element("div", { class: "gb-canvas", role: "img" }));
    this.ink = new Ink();
    const release = () => scrub.jump(this.swept().name, this.index());
    this.cursor = new Cursor(() => this.hold(), release);
    this.point = new HeldPoint(() => this.holdPoint(), release);
    root.replaceChildren(element("div", { class: "gb-drawing" }, this.canvas, this.ink.node, this.cursor.node, this.point.node));
    this.resizing = new ResizeObserver(() => this.resize());
    this.resizing.observe(this.canvas);
    this.sight = new InSight(root, REST);
    root.addEventListener("gb-theme", () => { if (this.digest) this.update(this); });
  }

  /** @param {Sent<FigureHeader>} payload @param {Tell} tell */
  async take(payload, tell) {
    Object.assign(this, { served: payload, tell });
    // While a hand is ahead of what the server has heard, newer pictures stand here or are on their way.
    if (!this.header || !page(payload.header.page).isAhead(payload.header.received)) await this.update(payload);
  }

  leave() {
    this.left = true;
    clearTimeout(this.resting);
    this.sight.leave();
    this.bar?.leave();
    this.resizing.disconnect();
    this.unfollow?.();
    this.unhang?.();
    this.Plotly?.purge(this.canvas);
  }

  /** @param {Sent<FigureHeader>} payload */
  update(payload) { return attempt(this.root, () => this.redraw(payload), () => this.forget()); }

  /** Nothing of a picture that could not be drawn is kept: the next one is drawn from the beginning. */
  forget() {
    clearTimeout(this.resting);
    this.Plotly?.purge(this.canvas);
    Object.assign(this, { resting: 0, figure: null, digest: null, axes: null, listening: null });
  }

  /** @param {Sent<FigureHeader>} sent */
  async redraw({ header, arrays }) {
    this.unhang ??= hang(header.name, this.root, (payload) => this.update(payload), (forgot) => this.back(forgot));
    const { digest } = header;
    Object.assign(this, { header, arrays });
    this.height = fitted(this.root, header.height);
    this.canvas.style.height = `${this.height}px`;
    this.canvas.setAttribute("aria-label", header.summary);
    if (header.sweep) this.attachSweep();
    this.toolbar();
    const looks = `${palette(this.root).paper} ${this.height} ${isPresenting()} ${this.roomForWords()}`;
    if (digest === this.digest && looks === this.looks) return;
    this.Plotly = await plotly(header.plotly);
    if (this.left || digest !== this.header.digest) return; // newer data came while Plotly was on its way
    this.prepare();
    const axes = JSON.stringify([looks, this.figure.layout, this.figure.data.map(({ type, xaxis, yaxis }) => [type, xaxis, yaxis])]);
    if (axes === this.axes && this.inkable && stays(this.figure)) this.drawInk(); // other curves on the same axes
    else this.drawPlot();
    Object.assign(this, { digest, looks, axes });
  }

  /** Also called when a reader leaves the page: then there is no place left to fit into, and Plotly would object. */
  resize() {
    if (!this.canvas.data || !this.canvas.isConnected || !this.canvas.clientWidth) return;
    if (fitted(this.root, this.header.height) === this.height && !this.roomForWords()) this.Plotly.relayout(this.canvas, { width: this.canvas.clientWidth });
    else this.update(this); // a window of another height, or the whole screen
  }

  /** The width on which it depends which words and numbers are shown and where, if it does. */
  roomForWords() {
    const { clientWidth } = this.canvas;
    return this.tight || isNarrow(clientWidth) || hasWordsApart(this.header.figure) ? clientWidth : 0;
  }

  prepare() {
    const figure = this.coloured(palette(this.root));
    this.figure = isPresenting() ? enlarged(figure, this.canvas.clientWidth) : figure;
    this.tight = makeRoom(this.figure, this.canvas.clientWidth);
    keepApart(this.figure, this.canvas.clientWidth, this);
    this.inkable = canInk(this.figure, (this.header.sweep?.rows ?? []).map(({ path }) => path));
  }

  /** Plotly's data and layout in these colours. @param {Palette} colours @returns {Figure} */
  coloured(colours) {
    const { data, layout } = coloured(structuredClone(this.header.figure), colours);
    for (const trace of data) restore(trace, this.arrays);
    Object.assign(layout, {
      separators: SEPARATORS, height: this.height, paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)",
      font: { ...layout.font, color: colours.ink, family: palette(this.root).font },
    });
    return { data, layout };
  }

  /** One step of the axis. Plotly is asked only where nothing quicker will do. */
  draw() {
    if (!this.header.sweep?.rows.length) this.drawCursor();
    else if (this.inkable) this.drawInk();
    else this.drawPlot();
  }

  drawInk() {
    clearTimeout(this.resting);
    this.resting = setTimeout(() => this.drawPlot(), REST);
    this.takeRows();
    this.ink.draw(this.canvas, this.figure.data);
    this.root.classList.add("gb-inked");
    this.drawCursor();
    this.root.dataset.digest = this.header.digest;
  }

  /** Hangs the rows at the present step on their places in the figure. */
  takeRows({ data, layout } = this.figure) {
    const index = this.index();
    for (const { path, array } of this.header.sweep?.rows ?? []) {
      const rows = this.arrays[array];
      const width = rows.length / rows.shape[0];
      assign({ data, layout }, path, rows.subarray(index * width, (index + 1) * width), rows.shape.length === 1);
    }
  }

  drawPlot() {
    clearTimeout(this.resting);
    this.resting = 0;
    this.takeRows();
    const { data, layout } = this.figure;
    const traces = data.map((trace) => ({ ...trace })); // a new object tells Plotly.react to look again
    const config = { responsive: false, displayModeBar: false, scrollZoom: false };
    const width = this.canvas.clientWidth || undefined; // else Plotly keeps the width that it found at first
    const dragmode = false; // no axis moves under a drag, and a finger scrolls the page
    this.Plotly.react(this.canvas, traces, { ...layout, width, dragmode, datarevision: this.index() }, config);
    this.root.classList.remove("gb-inked");
    if (!this.listening) {
      this.listening = this.canvas.on("plotly_afterplot", () => this.place());
      if (hasFalling(this.figure)) fallOnSight(this.canvas);
    }
    this.place();
    this.root.dataset.digest = this.header.digest;
  }

  drawCursor() {
    const sweep = this.header.sweep;
    this.root.dataset.drawn = String(this.index());
    if (sweep?.cursor) this.cursor.move(this.canvas._fullLayout, ...this.focus());
    this.point.move(sweep?.held ? this.spot(this.index()) : null);
  }

  /** The line is taken hold of. Returns what moves it to where the pointer is: to the step nearest to it. */
  hold() {
    this.bar?.pause();
    const { left } = this.canvas.getBoundingClientRect(), places = this.places();
    return (/** @type {number} */ across) => scrub.set(this.swept().name, nearest(places, across - left));
  }

  /** The point is taken hold of. Returns what moves the axis to the step that puts it nearest to the pointer. */
  holdPoint() {
    this.bar?.pause();
    const { left, top } = this.canvas.getBoundingClientRect();
    const spots = Array.from({ length: this.swept().length }, (_, i) => this.spot(i));
    return (/** @type {{ clientX: number, clientY: number }} */ { clientX, clientY }) => (
      scrub.set(this.swept().name, nearestSpot(spots, clientX - left, clientY - top)));
  }

  /** Where the point stands at a step, in px from the upper left corner. @param {number} index */
  spot(index) {
    const { xaxis, yaxis } = this.canvas._fullLayout, [x, y] = /** @type {string[]} */ (this.swept().held);
    return [xaxis._offset + xaxis.d2p(this.arrays[x][index]), yaxis._offset + yaxis.d2p(this.arrays[y][index])];
  }

  /** Where each step stands on the axis, in px from the left edge. */
  places() {
    const { xaxis } = this.canvas._fullLayout, { along } = this.swept();
    const inside = (/** @type {number} */ place) => Math.min(Math.max(place || 0, 0), xaxis._length); // the logarithm of 0 has no place
    return along ? Array.from(this.arrays[along], (x) => xaxis._offset + inside(xaxis.d2p(x))) : [];
  }

  /** Puts the control under its axis, and the focus in its place on it: the axes may have changed. */
  place() {
    this.placeBar();
    this.drawCursor();
  }

  placeBar() {
    if (this.header.sweep?.along && this.canvas._fullLayout) this.bar?.place(this.places());
  }

  index() { return this.header.sweep ? scrub.at(this.header.sweep.name) : 0; }

  swept() { return /** @type {SweepHeader} */ (this.header.sweep); }

  cursorOf() { return /** @type {NonNullable<SweepHeader["cursor"]>} */ (this.swept().cursor); }

  /** Where the focus is: x, and {axis, value} on each axis. @returns {[number, { axis: string, value: number }[]]} */
  focus() {
    const { x, marks } = this.cursorOf();
    const index = this.index();
    return [this.arrays[x][index], marks.map(({ axis, array }) => ({ axis, value: this.arrays[array][index] }))];
  }

  attachSweep() {
    const { name, label, control, sets } = this.swept();
    this.unfollow ??= scrub.follow(name, (at) => this.follow(at));
    this.cursor.node.inert = this.point.node.inert = this.header.fixed?.includes(sets) ?? false;
    if (!control) return;
    this.bar ??= new ScrubBar(this.root, label, (name, value) => this.tell(name, value));
    this.bar.update(/** @type {{ header: SweptHeader, arrays: Arrays }} */ (this));
    this.placeBar();
  }

  /** Where the axis stands now. It may have grown already for those that come, while this figure is about to go. Out of
   * sight it leaves the frame to those in sight, and catches up when it comes into sight or the hand rests. @param {number} at */
  follow(at) {
    if (!this.header.sweep || at >= this.header.sweep.length) return;
    this.bar?.follow(at);
    this.sight.draw(() => {
      if (this.figure && this.index() < this.swept().length) attempt(this.root, () => this.draw(), () => this.forget());
    });
  }

  /** Drops a step that the server has not heard of, and if a control `forgot` its value, what was drawn of that. @param {boolean} forgot */
  back(forgot) {
    this.bar?.back();
    if (forgot) this.update(this.served);
  }

  toolbar() {
    if (this.tools) return;
    this.tools = pictureMenu(this.root, this.header, (wide) => this.kept(wide), () => figureTable(this.canvas.data, this.header.figure.layout),
      hasFalling(this.header.figure) ? () => fall(this.canvas) : null);
    this.root.append(this.tools);
  }

  /** The picture as an SVG on a light ground, with its axes as they stand; `wide`: for a sheet of 16 : 9. @param {boolean} wide */
  async kept(wide) {
    const colours = light(), figure = this.coloured(colours), { width } = this.canvas.getBoundingClientRect();
    const height = wide ? highOnSheet(width) : this.height;
    figure.layout.height = height;
    makeRoom(figure, width);
    keepApart(figure, width, this);
    this.takeRows(figure);
    for (const [name, axis] of axesOf(this.canvas.layout)) Object.assign(figure.layout[name] ??= {}, { range: axis.range });
    const picture = this.header.sweep?.cursor ? withCursor(figure.data, figure.layout, colours.focus, ...this.focus()) : figure;
    const url = await this.Plotly.toImage(picture, { format: "svg", width: Math.round(width), height });
    return decodeURIComponent(url.slice(url.indexOf(",") + 1));
  }
}

/** Whether other numbers leave the axes of a figure as they are, and the widths of its marks. @param {Figure} figure */
function stays({ data, layout }) {
  return axesOf(layout).every(([, { range }]) => range) && data.every(({ type }) => type === "scatter");
}
