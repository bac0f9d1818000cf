// Any Plotly figure, plus an optional swept axis that is scrubbed without a round trip. Stays mounted for the life
// of the page: new data redraws with Plotly.react, and only a release (or a pause) tells the server where we are.
import { fitted } from "./bench.js";
import { Cursor, withCursor } from "./cursor.js";
import { figureTable } from "./figure_table.js";
import { coloured, count, element, palette, pictureMenu, plotly, scrub } from "./glassbox.js";
import { ICONS, icon } from "./icons.js";
import { Ink, canInk } from "./ink.js";
import { number } from "./numbers.js";
import { hang, page, whenHeard } from "./road.js";
import { assign, restore } from "./swept_arrays.js";
import { attempt, inTurn } from "./turns.js";

const SETTLE = 250; // ms of quiet before the server hears: held arrow keys fire "change" at every step
const REST = 200; // ms of quiet before Plotly draws what a moving hand has left to the ink

export default inTurn(".gb-figure", (root) => new Figure(root));

class Figure {
  constructor(root) {
    this.root = root;
    this.canvas = element("div", { class: "gb-canvas", role: "img" });
    this.ink = new Ink();
    this.cursor = new Cursor(() => this.hold(), () => scrub.jump(this.header.sweep.name, this.index()));
    root.replaceChildren(element("div", { class: "gb-drawing" }, this.canvas, this.ink.node, this.cursor.node));
    this.settling = 0;
    this.resizing = new ResizeObserver(() => this.resize());
    this.resizing.observe(this.canvas);
  }

  async take(payload, tell) {
    Object.assign(this, { served: payload, tell });
    // While a hand is ahead of what the server has heard, newer pictures stand here or are on their way.
    if (!this.header || !page(payload.header.page).isAhead(payload.header.heard)) await this.update(payload);
  }

  leave() {
    this.left = true;
    clearInterval(this.playing);
    clearTimeout(this.settling);
    clearTimeout(this.resting);
    this.resizing.disconnect();
    this.unfollow?.();
    this.unhang?.();
    this.Plotly?.purge(this.canvas);
  }

  update(payload) { return attempt(this.root, () => this.redraw(payload), () => this.forget()); }

  /** Nothing of a picture that could not be drawn is kept: the next one is drawn from the beginning. */
  forget() {
    clearTimeout(this.resting);
    this.Plotly?.purge(this.canvas);
    Object.assign(this, { resting: 0, figure: null, digest: null, axes: null, listening: null });
  }

  async redraw({ header, arrays }) {
    this.unhang ??= hang(header.name, (payload) => this.update(payload), (forgot) => this.back(forgot));
    const { digest } = header;
    Object.assign(this, { header, arrays });
    this.height = fitted(this.root, header.height);
    this.canvas.style.height = `${this.height}px`;
    this.canvas.setAttribute("aria-label", header.summary);
    if (header.sweep) this.attachSweep();
    this.toolbar();
    const { paper } = palette(this.root);
    if (digest === this.digest && paper === this.paper && this.height === this.drawnHeight) return;
    this.Plotly = await plotly(header.plotly);
    if (this.left || digest !== this.header.digest) return; // newer data came while Plotly was on its way
    this.colour();
    const axes = JSON.stringify([paper, this.height, this.figure.layout, this.figure.data.map(({ type, xaxis, yaxis }) => [type, xaxis, yaxis])]);
    if (axes === this.axes && this.inkable && stays(this.figure)) this.drawInk(); // other curves on the same axes
    else this.drawPlot();
    Object.assign(this, { digest, paper, axes, drawnHeight: this.height });
  }

  /** Also called when a reader leaves the page: then there is no place left to fit into, and Plotly would object. */
  resize() {
    if (!this.canvas.data || !this.canvas.isConnected || !this.canvas.clientWidth) return;
    if (fitted(this.root, this.header.height) === this.height) this.Plotly.Plots.resize(this.canvas);
    else this.update(this); // a window of another height, or the whole screen
  }

  /** Resolves the palette and hangs each swept array on the place in the figure that it feeds. */
  colour() {
    const colours = palette(this.root);
    const { data, layout } = coloured(structuredClone(this.header.figure), colours);
    for (const trace of data) restore(trace, this.arrays);
    Object.assign(layout, {
      height: this.height, paper_bgcolor: "rgba(0,0,0,0)", plot_bgcolor: "rgba(0,0,0,0)",
      font: { ...layout.font, color: colours.ink, family: getComputedStyle(this.root).fontFamily },
    });
    this.figure = { data, layout };
    this.inkable = canInk(this.figure, (this.header.sweep?.rows ?? []).map(({ path }) => path));
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
  takeRows() {
    const { data, layout } = this.figure;
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
    this.Plotly.react(this.canvas, traces, { ...layout, datarevision: this.index() }, config);
    this.root.classList.remove("gb-inked");
    if (!this.listening) this.listening = this.canvas.on("plotly_afterplot", () => this.drawCursor());
    this.drawCursor();
    this.root.dataset.digest = this.header.digest;
  }

  drawCursor() {
    const sweep = this.header.sweep;
    this.root.dataset.drawn = this.index();
    if (sweep?.cursor) this.cursor.move(this.canvas._fullLayout, ...this.focus());
  }

  /** The line is taken hold of. Returns what moves it to where the pointer is: to the step nearest to it. */
  hold() {
    if (this.playing) this.pause();
    const { xaxis } = this.canvas._fullLayout, { left } = this.canvas.getBoundingClientRect();
    const places = Array.from(this.arrays[this.header.sweep.cursor.x], (x) => left + xaxis._offset + xaxis.d2p(x));
    return (across) => {
      let near = 0;
      places.forEach((place, i) => { if (Math.abs(place - across) < Math.abs(places[near] - across)) near = i; });
      scrub.set(this.header.sweep.name, near);
    };
  }

  index() { return this.header.sweep ? scrub.at(this.header.sweep.name) : 0; }

  /** Where the focus is: x, and {axis, value} on each axis. */
  focus() {
    const { x, marks } = this.header.sweep.cursor;
    const index = this.index();
    return [this.arrays[x][index], marks.map(({ axis, array }) => ({ axis, value: this.arrays[array][index] }))];
  }

  attachSweep() {
    const { name, control } = this.header.sweep;
    this.unfollow ??= scrub.follow(name, (at) => this.follow(at));
    if (control && !this.bar) this.bar = this.makeBar();
    if (!control) return;
    scrub.onRelease(name, () => this.settle());
    const moved = this.at() !== Math.min(this.told ?? 0, +this.slider.max); // by hand, and not told yet
    const last = this.header.sweep.length - 1;
    this.slider.max = last;
    this.hear(this.header);
    // An axis that is shorter for a while comes back to where it stood.
    scrub.set(name, Math.min(moved ? this.at() : this.told ?? 0, last));
    this.show(this.at());
  }

  /** Where the axis stands now. It may have grown already for those that come, while this figure is about to go. */
  follow(at) {
    if (!(at < this.header.sweep?.length)) return;
    this.show(at);
    if (this.figure) attempt(this.root, () => this.draw(), () => this.forget());
  }

  /** The server's word counts when it says something new (a link, a preset) and has heard our last one. */
  hear({ page: name, index, heard }) {
    if (index === undefined || page(name).isAhead(heard) || index === this.told) return;
    this.told = index;
    scrub.set(this.header.sweep.name, index);
    this.pause();
  }

  makeBar() {
    const { label } = this.header.sweep;
    const button = (title, path, action) => {
      const node = element("button", { type: "button", class: "gb-step", title, "aria-label": title, onclick: action });
      node.append(icon(path));
      return node;
    };
    this.slider = element("input", { type: "range", min: 0, step: 1, "aria-label": label });
    this.slider.oninput = () => { this.pause(); scrub.set(this.header.sweep.name, +this.slider.value); };
    this.slider.onchange = () => this.settle();
    this.playButton = button("Play", ICONS.play, () => (this.playing ? this.pause() : this.play()));
    this.readout = element("output", { class: "gb-readout" });
    const bar = element("div", { class: "gb-scrub" },
      button("First", ICONS.first, () => this.go(0)),
      button("Back", ICONS.back, () => this.go(this.at() - 1)),
      this.playButton,
      button("Next", ICONS.next, () => this.go(this.at() + 1)),
      button("Last", ICONS.last, () => this.go(Infinity)),
      this.slider, this.readout);
    this.root.append(bar);
    return bar;
  }

  at() { return scrub.at(this.header.sweep.name); }

  go(index) {
    this.pause();
    scrub.set(this.header.sweep.name, Math.max(0, Math.min(index, this.header.sweep.length - 1)));
    this.settle();
  }

  /** A hundred and fifty pictures at the most, about eight a second: any axis plays through in twenty seconds. */
  play() {
    const last = this.header.sweep.length - 1;
    if (this.at() >= last) scrub.set(this.header.sweep.name, 0);
    const stride = Math.max(1, Math.ceil(last / 150));
    this.playing = setInterval(() => {
      scrub.set(this.header.sweep.name, Math.min(this.at() + stride, last));
      if (this.at() >= last) this.pause();
    }, 130);
    this.playState("Pause", ICONS.pause);
  }

  pause() {
    if (!this.playing) return;
    clearInterval(this.playing);
    this.playing = 0;
    this.playState("Play", ICONS.play);
    this.settle();
  }

  playState(title, path) {
    this.playButton.title = title;
    this.playButton.setAttribute("aria-label", title);
    this.playButton.replaceChildren(icon(path));
  }

  /** Shows where the axis stands, in figures and to a screen reader. */
  show(index) {
    if (!this.bar) return;
    const { words, values, field, length } = this.header.sweep;
    const value = (at) => (values ? number(this.arrays[values][at], 6) : count.format(at));
    this.slider.value = index;
    const held = field ? number(this.arrays[field][index], 4) : "";
    const text = words.replace("{value}", value(index)).replace("{last}", value(length - 1)).replace("{field}", held);
    this.slider.setAttribute("aria-valuetext", text);
    this.readout.textContent = text;
  }

  settle() {
    this.stopSettling();
    this.root.dataset.untold = "";
    this.settling = setTimeout(() => whenHeard(() => this.tellIndex(), (timer) => { this.settling = timer; }), SETTLE);
  }

  tellIndex() {
    this.stopSettling();
    if (this.at() === this.told) return;
    this.told = this.at();
    this.tell("index", { value: this.told, sent: page(this.header.page).moves() });
  }

  stopSettling() {
    clearTimeout(this.settling);
    this.settling = 0;
    delete this.root.dataset.untold;
  }

  /** Drops a step that the server has not heard of, and if a control `forgot` its value, what was drawn of that. */
  back(forgot) {
    if (this.settling) {
      this.stopSettling();
      scrub.set(this.header.sweep.name, this.told ?? 0);
    }
    if (forgot) this.update(this.served);
  }

  toolbar() {
    if (this.tools) return;
    this.tools = pictureMenu(this.root, this.header.name, async () => {
      if (this.resting) this.drawPlot();
      const { width } = this.canvas.getBoundingClientRect();
      const layout = { ...this.canvas.layout, paper_bgcolor: palette(this.root).paper };
      const picture = this.header.sweep?.cursor
        ? withCursor(this.canvas.data, layout, palette(this.root).focus, ...this.focus())
        : { data: this.canvas.data, layout };
      const url = await this.Plotly.toImage(picture, { format: "svg", width: Math.round(width), height: this.height });
      return decodeURIComponent(url.slice(url.indexOf(",") + 1));
    }, () => figureTable(this.canvas.data));
    this.root.append(this.tools);
  }
}

/** Whether other numbers leave the axes of a figure as they are, and the widths of its marks. */
function stays({ data, layout }) {
  const axes = Object.entries(layout).filter(([name]) => /^[xy]axis\d*$/.test(name));
  return axes.every(([, { range }]) => range) && data.every(({ type }) => type === "scatter");
}
