// The control of a swept axis: buttons and a slider. Only a release (or a pause) tells the server where the axis stands.
import { element } from "./element.js";
import { ICONS, icon } from "./icons.js";
import { count, number } from "./numbers.js";
import { keep, kept } from "./kept.js";
import { Readout } from "./readout.js";
import { page, whenConnected } from "./road.js";
import { counted, worded } from "./worded.js";
import { scrub } from "./scrub.js";
import { Track } from "./track.js";

const SETTLE = 250; // ms of quiet before the server hears: held arrow keys fire "change" at every step

// A step that the server had not heard of when the document before this one ended, which was loaded again: no address has it.
const LEFT = "step";
/** @type {{ address: string, name: string, index: number } | null} */ let left = kept(LEFT);
if (left?.address !== location.href) left = null;
keep(LEFT, null);

export class ScrubBar {
  /** @type {Arrays} */ arrays;
  /** @type {HTMLElement} */ root;
  /** @type {Tell} */ tell;
  /** @type {SweepHeader} */ sweep;
  /** @type {ReturnType<typeof page>} */ page;
  /** @type {number | undefined} */ reported;
  /** What a reader has written, and where the axis stood when it was answered. @type {number | undefined} */ requested;
  requestedAt = 0;
  /** @type {number | undefined} */ answer;
  settling = 0;
  playing = 0;
  received = 0;
  sent = 0; // when the server was last told of a step

  /** `tell(name, value)` tells the server. @param {HTMLElement} root @param {string} label @param {Tell} tell */
  constructor(root, label, tell) {
    Object.assign(this, { root, tell });
    const button = (/** @type {string} */ title, /** @type {string} */ path, /** @type {() => void} */ action) => {
      const node = element("button", { type: "button", class: "gb-step", title, "aria-label": title, onclick: action });
      node.append(icon(path));
      return node;
    };
    this.track = new Track(label, (index) => { this.pause(); scrub.set(this.sweep.name, index); }, () => this.settle());
    this.playButton = button(worded("Play"), ICONS.play, () => (this.playing ? this.pause() : this.play()));
    this.readout = new Readout(label, (value) => this.write(value));
    this.node = element("div", { class: "gb-scrub" },
      button(worded("First"), ICONS.first, () => this.go(0)),
      button(worded("Back"), ICONS.back, () => this.go(this.at() - 1)),
      this.playButton,
      button(worded("Next"), ICONS.next, () => this.go(this.at() + 1)),
      button(worded("Last"), ICONS.last, () => this.go(Infinity)),
      this.track.node, this.readout.node);
    root.append(this.node);
    addEventListener("pagehide", this.keepStep);
  }

  /** Puts the track under the places of the steps in the picture, in px from its left edge. @param {number[]} places */
  place(places) {
    this.track.place(places);
    this.track.show(this.at());
  }

  leave() {
    removeEventListener("pagehide", this.keepStep);
    this.page?.bars.delete(this);
    clearInterval(this.playing);
    clearTimeout(this.settling);
  }

  /** @param {Sent<SweptHeader>} sent */
  update({ header, arrays }) {
    const last = header.sweep.length - 1;
    Object.assign(this, { sweep: header.sweep, page: page(header.page), arrays });
    this.page.bars.add(this);
    this.node.inert = header.fixed?.includes(header.sweep.sets) ?? false;
    scrub.fix(this.sweep.name, this.node.inert);
    scrub.onRelease(this.sweep.name, () => this.settle());
    // By hand, and not told yet.
    const moved = this.settling > 0 || this.at() !== Math.min(this.reported ?? 0, +this.track.slider.max);
    this.track.update(header.sweep.length, Boolean(header.sweep.along));
    this.receive(header);
    // An axis that is shorter for a while comes back to where it stood.
    scrub.set(this.sweep.name, Math.min(moved ? this.at() : this.reported ?? 0, last));
    this.forget();
    this.show(this.at());
    this.resume();
  }

  /** Keeps a step that the server may not have heard of for the document that comes; of a control's word it would be part. */
  keepStep = () => {
    const { wanted, inFlight } = this.page, alone = !inFlight.length && !Object.keys(wanted).length;
    if (alone && (this.settling || this.page.isAhead(this.received))) keep(LEFT, { address: location.href, name: this.sweep.name, index: this.at() });
  };

  /** Goes on where the document before was left. */
  resume() {
    if (left?.name !== this.sweep.name) return;
    const { index } = left;
    left = null;
    this.go(index);
  }

  /** What a reader wrote counts while the value stands that answered it: a link, a preset or another setting ends that. */
  forget() {
    const { values } = this.sweep, here = values ? this.arrays[values][this.at()] : NaN;
    if (this.answer !== undefined && here !== this.answer) this.requested = undefined;
    this.requestedAt = this.at();
    this.answer = here;
  }

  /** The server's word counts when it says something new (a link, a preset) and has heard our last one. A hand that has
   * moved meanwhile goes on from there: what the server answers came before. @param {SweptHeader} header */
  receive({ index, received }) {
    this.received = Math.max(this.received, received);
    if (index === undefined || this.page.isAhead(received) || index === this.reported) return;
    this.reported = index;
    if (this.settling) return;
    scrub.set(this.sweep.name, index);
    this.pause();
  }

  at() { return scrub.at(this.sweep.name); }

  /** @param {number} index */
  go(index) {
    this.pause();
    scrub.set(this.sweep.name, Math.max(0, Math.min(index, this.sweep.length - 1)));
    this.settle();
  }

  /** A hundred and fifty pictures at the most, about eight a second: any axis plays through in twenty seconds. */
  play() {
    const last = this.sweep.length - 1;
    if (this.at() >= last) scrub.set(this.sweep.name, 0);
    const stride = Math.max(1, Math.ceil(last / 150));
    this.playing = setInterval(() => {
      scrub.set(this.sweep.name, Math.min(this.at() + stride, last));
      if (this.at() >= last) this.pause();
    }, 130);
    this.playState(worded("Pause"), ICONS.pause);
  }

  pause() {
    if (!this.playing) return;
    clearInterval(this.playing);
    this.playing = 0;
    this.playState(worded("Play"), ICONS.play);
    this.settle();
  }

  /** @param {string} title @param {string} path */
  playState(title, path) {
    this.playButton.title = title;
    this.playButton.setAttribute("aria-label", title);
    this.playButton.replaceChildren(icon(path));
  }

  /** The axis has moved, and with it what the control of its setting shows. @param {number} index */
  follow(index) {
    const { sets, field } = this.sweep, isKnown = index === (this.reported ?? 0) && this.received >= this.sent;
    this.show(index);
    this.page.follow(sets, isKnown ? undefined : String(field ? this.arrays[field][index] : index));
  }

  /** Shows where the axis stands, in figures and to a screen reader. @param {number} index */
  show(index) {
    const { words, values, field, length } = this.sweep;
    const value = (/** @type {number} */ at) => (values ? number(this.arrays[values][at], 6) : count(at));
    this.track.show(index);
    this.page.note(this.sweep.sets, index !== (this.reported ?? 0));
    const held = field ? number(this.arrays[field][index], 4) : "";
    const sentence = words.replace(/^(\{\w+\}) (.*)/, (_, hole, unit) => counted(hole === "{field}" ? held : value(index), unit, hole))
      .replace("{last}", value(length - 1)).replace("{field}", held);
    const text = sentence.replace("{value}", value(index));
    this.track.slider.setAttribute("aria-valuetext", text);
    if (index !== this.requestedAt) this.requested = undefined;
    if (!this.sweep.scale || !values) { this.readout.show(text); return; }
    const [before, after] = sentence.split("{value}");
    this.readout.showField(before, this.arrays[values][index], after, this.requested);
  }

  /** A reader writes the value itself; the server's answer has a step there, or the nearest to it. @param {number} value */
  write(value) {
    this.pause();
    this.stopSettling();
    this.requested = value;
    this.answer = undefined;
    this.page.sendAll();
    this.tell("index", { value: { text: String(+(value / this.sweep.scale).toPrecision(12)) }, sent: this.page.moves() });
  }

  settle() {
    this.stopSettling();
    this.root.dataset.unsent = "";
    this.settling = setTimeout(() => whenConnected(() => this.sendIndex(), (timer) => { this.settling = timer; }), SETTLE);
  }

  sendIndex() {
    this.stopSettling();
    if (this.at() === this.reported) return;
    this.reported = this.at();
    this.page.sendAll();
    this.sent = this.page.moves();
    this.tell("index", { value: this.reported, sent: this.sent });
  }

  stopSettling() {
    clearTimeout(this.settling);
    this.settling = 0;
    delete this.root.dataset.unsent;
  }

  /** Drops a step that the server has not heard of. */
  back() {
    if (!this.settling) return;
    this.stopSettling();
    scrub.set(this.sweep.name, this.reported ?? 0);
  }
}
