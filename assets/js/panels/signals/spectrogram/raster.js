// A spectrogram at every length of its window: the wave above, the spectrum at the pointer beside, and the cell of
// time and frequency to scale. Pixels come as levels 0 … 255 on a grid of their own for each length; no place of the
// screen is drawn from anything but the cell of the grid that it lies in.
import { aloudFrom } from "../../../aloud.js";
import { CanvasView } from "../../../canvas_layout.js";
import { element } from "../../../element.js";
import { exact, fixed, joined, number } from "../../../numbers.js";
import { palette } from "../../../palette.js";
import { worded } from "../../../worded.js";
import { select } from "../../../zoom.js";
import { arrow } from "../../shared/arrow_keys.js";
import { clipped, evenTicks, outlined, upwards } from "../../shared/drawing.js";
import { frequencyAxis, note, unevenTicks } from "./axes.js";
import { fill, grid, level, lookup, named, offsets, pinnedPicture, rowOf } from "./pixels.js";
import { decibels, unitWithin } from "./words.js";

const WAVE = 40, GAP = 8, BOTTOM = 34, LEFT = 58;
/** @typedef {import("./pixels.js").Grid} Grid */
/** @typedef {import("./pixels.js").Picture} Picture */
/** @typedef {import("./pixels.js").Of & { from: number, to: number, low: number, high: number, scale: import("./axes.js").Spacing, floor: number, ceiling: number, measure: import("./words.js").Measure }} Ends */
/** @typedef {Ends & { of: string, pointer: [number, number], pinned?: import("./pixels.js").Pinned }} Fields */
/** @typedef {"pixels" | "edges" | "rows" | "columns" | "start" | "column" | "wave" | "colours" | "length" | "time" | "frequency"} Names */
/** @typedef {Payload<Fields, Arrays<Names, "pinned.pixels" | "pinned.edges" | "pinned.colours">>} Data */
/** @typedef {{ height: number, area: Box, slice: { x: number, w: number } }} Places */
/** @typedef {{ of: string, step: number, picture: Grid }} Finer */
/** @typedef {{ x: number, w: number, name?: string }} Side */
/** @typedef {Side & { picture: Picture }} Shown */

/** @type {{ time: number, hz: number }} */
let pointer; // the place that a reader looks at outlives new data, as long as it is in the picture
/** @type {Spectrogram | null} */
let live = null;
/** @type {Finer | null} */
let fine = null; // the picture at rest, in all its cells (fine.js)

/** A finer picture of one length has come. @param {Finer} found */
export function rest(found) {
  fine = found;
  if (live?.canvas.isConnected && live.shows(found)) live.draw(found.step);
}

/** @type {Mount<Data>} */
export const mount = (root, payload, zoom) => (live = new Spectrogram(root, zoom));

/** @extends {CanvasView<Data, Places>} */
class Spectrogram extends CanvasView {
  /** @type {import("./axes.js").FrequencyAxis} */ axis;
  /** @type {{ pixel: number, edge: number }[]} */ place = [];
  /** @type {Uint32Array} */ lut;
  /** @type {Picture | null} */ pinned = null;
  frameRequest = 0;

  /** @param {HTMLElement} root @param {import("../../../zoom.js").Zoom | null} zoom */
  constructor(root, zoom) {
    super("crosshair", { tabindex: 0 });
    const { canvas } = this;
    this.zoom = zoom;
    this.reading = aloudFrom(canvas, element("output", { class: "gb-readout" }));
    root.replaceChildren(canvas, element("div", { class: "gb-pointed" }, this.reading));
    const selecting = select(canvas, () => this.zoom, {
      frame: (start) => {
        const side = this.sides().find(({ x, w }) => start.x >= x && start.x <= x + w);
        return side && start.y <= this.box.area.y + this.box.area.h ? { ...this.box.area, x: side.x, w: side.w } : null;
      },
      values: (axis, low, high) => [low, high].map((share) => (axis === "y" ? this.axis.from(share)
        : this.header.from + share * (this.header.to - this.header.from))),
      only: (start) => (start.y < this.box.area.y ? "x" : null),
    });
    canvas.onpointermove = canvas.onpointerdown = (event) => { if (!selecting.busy) this.point(event); };
    canvas.onkeydown = (event) => this.step(event);
  }

  /** Pictures are large: none is kept for a page that is not there. */
  leave() { if (live === this) live = fine = null; }

  /** @param {Data} payload */
  update(payload) {
    super.update(payload);
    const { header, arrays } = payload;
    this.axis = frequencyAxis(header.scale, header.low, header.high);
    this.place = offsets(arrays);
    this.lut = lookup(arrays.colours);
    this.pinned = header.pinned ? pinnedPicture(header.pinned, arrays) : null;
    if (!pointer || pointer.time < header.from || pointer.time > header.to || pointer.hz < header.low || pointer.hz > header.high) {
      pointer = { time: header.pointer[0], hz: header.pointer[1] };
    }
  }

  /** @param {number} step */
  draw(step) {
    this.at = step;
    this.paint();
    this.read();
  }

  /** Whether a finer picture is one of what is shown here. @param {Finer} found */
  shows(found) { return found.of === this.header.of && found.step === this.at; }

  /** All that the picture is drawn from. @returns {Picture} */
  picture() {
    const picture = this.scrubbed(this.at ?? 0);
    return fine && this.shows(fine) ? { ...picture, ...fine.picture } : picture;
  }

  /** @param {number} step */
  scrubbed(step) {
    const { header: { rate, window }, arrays: { length }, place, lut } = this;
    return { ...grid(this.arrays, place[step], step), lut, label: named({ rate, window, length: length[step] }) };
  }

  arrange() {
    const width = this.layout.measure(), narrow = width < 560;
    const around = WAVE + GAP + BOTTOM, height = this.layout.high(around + (narrow ? 210 : 232)) - around, slice = narrow ? 56 : 118;
    const area = { x: LEFT, y: WAVE + GAP, w: Math.max(40, width - LEFT - slice - 18), h: height };
    return { height: around + height, area, slice: { x: area.x + area.w + 12, w: slice } };
  }

  paint() {
    const box = this.arrange(), { layout } = this;
    Object.assign(this, { box });
    layout.fit(box.height);
    this.colours = palette(this.canvas);
    const pen = layout.pen(), mine = this.picture(), pictured = this.pictured(mine);
    pen.setTransform(1, 0, 0, 1, 0, 0);
    for (const { picture, x, w } of pictured) fill(pen, picture, this.axis, [this.header.from, this.header.to], { x, y: box.area.y, w, h: box.area.h }, layout.ratio);
    layout.scale(pen);
    for (const side of pictured) this.frame(pen, side);
    this.ticks(pen);
    this.slice(pen, mine);
    this.cell(pen);
    this.cursor(pen);
  }

  /** The whole width, or two halves with the same axes. @returns {Side[]} */
  sides() {
    const { x, w } = this.box.area, half = (w - 10) / 2;
    return this.pinned ? [{ x, w: half, name: "A" }, { x: x + half + 10, w: half, name: "B" }] : [{ x, w }];
  }

  /** What is drawn there. @param {Picture} mine @returns {Shown[]} */
  pictured(mine) { return this.sides().map((side) => ({ ...side, picture: side.name === "A" && this.pinned ? this.pinned : mine })); }

  /** Where the present picture is. */
  side() { return this.sides()[this.pinned ? 1 : 0]; }

  /** @param {number} time @param {Side} side */
  across(time, side = this.side()) {
    return side.x + ((time - this.header.from) / (this.header.to - this.header.from)) * side.w;
  }

  /** @param {number} hz */
  down(hz) { return this.box.area.y + this.box.area.h * (1 - this.axis.to(hz)); }

  /** The wave above a picture, its axis of time below, its name where there are two. @param {Pen} pen @param {Shown} side */
  frame(pen, { picture, x, w, name }) {
    const { area } = this.box, { wave } = this.arrays, { colours } = this;
    const points = wave.length / 2, middle = WAVE / 2;
    const scale = (middle - 1) / wave.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-9);
    const at = (/** @type {number} */ p) => x + ((p + 0.5) / points) * w;
    pen.beginPath();
    for (let p = 0; p < points; p++) pen.lineTo(at(p), middle - wave[points + p] * scale - 0.5);
    for (let p = points - 1; p >= 0; p--) pen.lineTo(at(p), middle - wave[p] * scale + 0.5);
    pen.fillStyle = colours.category1;
    pen.fill();
    pen.fillStyle = colours.muted;
    pen.textBaseline = "top";
    pen.textAlign = "center";
    const { from, to } = this.header;
    for (const time of evenTicks(from, to, w / 90)) {
      const text = exact(time), end = x + w - pen.measureText(text).width / 2; // beside it begins another axis
      pen.fillText(text, Math.min(this.across(time, { x, w }), end), area.y + area.h + 5);
    }
    pen.fillText(name ? `${name}: ${picture.label}` : worded("time (s)"), x + w / 2, area.y + area.h + 19);
  }

  /** @param {Pen} pen */
  ticks(pen) {
    const { area } = this.box, { scale, low, high } = this.header;
    pen.fillStyle = this.colours.muted;
    pen.textAlign = "right";
    pen.textBaseline = "middle";
    const ticks = scale === "linear" ? evenTicks(low, high, area.h / 40) : unevenTicks(this.axis, low, high, 22 / area.h);
    for (const hz of ticks) {
      const y = this.down(hz);
      pen.fillText(exact(hz), area.x - 7, Math.min(Math.max(y, area.y + 4), area.y + area.h - 4));
      pen.fillRect(area.x - 4, y - 0.5, 4, 1);
    }
    upwards(pen, worded("frequency (Hz)"), 9, area.y + area.h / 2);
  }

  /** @param {Pen} pen @param {Picture} picture */
  slice(pen, picture) {
    const { area, slice } = this.box, { colours } = this;
    pen.fillStyle = colours.soft;
    pen.fillRect(slice.x, area.y, slice.w, area.h);
    pen.beginPath();
    pen.moveTo(slice.x, area.y + area.h);
    for (let row = 0; row < picture.rows; row++) {
      const x = slice.x + (level(picture, pointer.time, row) / 255) * slice.w;
      pen.lineTo(x, this.down(picture.edges[row]));
      pen.lineTo(x, this.down(picture.edges[row + 1]));
    }
    pen.lineTo(slice.x, area.y);
    pen.globalAlpha = 0.18;
    pen.fillStyle = colours.category1;
    pen.fill();
    pen.globalAlpha = 1;
    pen.strokeStyle = colours.category1;
    pen.lineWidth = 1.5;
    pen.stroke();
    pen.fillStyle = colours.muted;
    pen.textBaseline = "top";
    const { floor, ceiling, measure } = this.header;
    const wide = (/** @type {string} */ words) => pen.measureText(words).width, under = area.y + area.h + 5;
    const [low, high] = [floor, ceiling].map(exact), room = slice.w - wide(low) - wide(high);
    pen.textAlign = "left";
    pen.fillText(low, slice.x, under);
    pen.textAlign = "right";
    pen.fillText(high, slice.x + slice.w, under);
    pen.textAlign = "center";
    pen.fillText(unitWithin(measure, room, wide), slice.x + wide(low) + room / 2, under);
    if (slice.w > 100) pen.fillText(worded`spectrum at ${number(pointer.time, 3)} s`, slice.x + slice.w / 2, area.y + area.h + 19);
  }

  /** ±Δt by ±Δf about the pointer, to scale; a light and a dark line, so that it shows on any colour. @param {Pen} pen */
  cell(pen) {
    const { area, slice } = this.box, side = this.side(), at = this.at ?? 0;
    const [dt, df] = [this.arrays.time[at], this.arrays.frequency[at]];
    const [x0, x1] = [this.across(pointer.time - dt), this.across(pointer.time + dt)];
    const [y0, y1] = [this.down(pointer.hz + df), this.down(Math.max(0, pointer.hz - df))];
    const [x, y] = [this.across(pointer.time), this.down(pointer.hz)];
    clipped(pen, { ...area, x: side.x, w: side.w }, () => outlined(pen, [["rgba(255,255,255,.85)", 4], [this.colours.focus, 2]],
      () => pen.rect(x0, y0, Math.max(2, x1 - x0), Math.max(2, y1 - y0))));
    pen.fillStyle = this.colours.focus;
    pen.fillRect(Math.round(x), 0, 1, WAVE);
    pen.fillRect(slice.x, Math.round(y), slice.w, 1);
  }

  /** Where the sound is that plays. @param {Pen} pen */
  cursor(pen) {
    const sound = [...document.querySelectorAll("audio")].find((one) => !one.paused);
    if (!sound) return;
    const time = this.header.from + sound.currentTime, { area } = this.box;
    if (time > this.header.to) return;
    pen.fillStyle = "#ffffff";
    for (const side of this.sides()) pen.fillRect(this.across(time, side) - 1, area.y, 2, area.h);
    pen.fillStyle = this.colours.ink;
    for (const side of this.sides()) pen.fillRect(this.across(time, side) - 1, 0, 2, WAVE);
  }

  /** @param {Spot} spot */
  point({ offsetX, offsetY }) {
    const { area } = this.box;
    const side = this.sides().find(({ x, w }) => offsetX >= x && offsetX <= x + w);
    if (!side || offsetY > area.y + area.h) return;
    const share = 1 - (Math.max(offsetY, area.y) - area.y) / area.h;
    const { from, to } = this.header;
    pointer = { time: from + ((offsetX - side.x) / side.w) * (to - from), hz: offsetY < area.y ? pointer.hz : this.axis.from(share) };
    this.moved();
  }

  /** @param {KeyboardEvent} event */
  step(event) {
    const move = arrow(event);
    if (["+", "="].includes(event.key)) this.closer();
    if (event.key === "-") this.zoom?.out();
    if (!move) return;
    const { from, to } = this.header, far = event.shiftKey ? 0.1 : 0.01;
    const share = Math.min(1, Math.max(0, this.axis.to(pointer.hz) - move[1] * far));
    pointer = { time: Math.min(to, Math.max(from, pointer.time + move[0] * far * (to - from))), hz: this.axis.from(share) };
    this.moved();
  }

  /** A third of what is shown, about the pointer. */
  closer() {
    const { from, to } = this.header, part = (to - from) / 3;
    const begin = Math.min(Math.max(from, pointer.time - part / 2), to - part);
    this.zoom?.in({ x: [begin, begin + part] });
  }

  moved() {
    this.frameRequest ||= requestAnimationFrame(() => { this.frameRequest = 0; this.paint(); this.read(); });
  }

  read() {
    const picture = this.picture();
    this.reading.textContent = joined(`${fixed(pointer.time, 3)} s · ${number(pointer.hz)} Hz · ` +
      `${pointer.hz > 8 ? note(pointer.hz) : worded("below all notes")} · ${decibels(this.header, level(picture, pointer.time, rowOf(picture, pointer.hz)))}`);
  }
}

// Media events do not bubble, but they can be caught on their way down.
document.addEventListener("play", () => {
  const follow = () => {
    if (!live?.canvas.isConnected) return;
    live.paint();
    if ([...document.querySelectorAll("audio")].some((one) => !one.paused)) requestAnimationFrame(follow);
  };
  requestAnimationFrame(follow);
}, true);
