// The track of a swept axis. Its thumb stands under the place that each step has in the picture, where the steps have
// one there; else the steps are equally far apart. The slider itself lies over it unseen: keys and screen readers use it.
import { element } from "./element.js";
import { hold } from "./hold.js";

export class Track {
  /** The places of the steps on the span: 0 at its left end, 1 at its right. @type {number[]} */
  shares = [];

  /** `move(index)` follows a hand, which lets go with `release()`.
   * @param {string} label @param {(index: number) => void} move @param {() => void} release */
  constructor(label, move, release) {
    this.move = move;
    this.slider = element("input", { type: "range", min: 0, step: 1, "aria-label": label });
    this.slider.oninput = () => move(+this.slider.value);
    this.slider.onchange = () => release();
    this.fill = element("span", { class: "gb-fill" });
    this.thumb = element("span", { class: "gb-thumb" });
    this.span = element("span", { class: "gb-span" }, this.fill, this.thumb, this.slider);
    this.node = element("div", { class: "gb-track" }, this.span);
    hold(this.node, (event) => this.hold(event), release);
  }

  /** As many steps as there are. `placed`: under a picture that will say where, so that none is shown until then.
   * @param {number} length @param {boolean} placed */
  update(length, placed) {
    this.slider.max = String(length - 1);
    this.shares = Array.from({ length }, (_, i) => i / Math.max(1, length - 1));
    const { style } = this.node;
    if (!placed) for (const name of ["--gb-from", "--gb-long"]) style.removeProperty(name);
    style.visibility = placed && !style.getPropertyValue("--gb-long") ? "hidden" : "";
  }

  /** Puts the span under the `places` of the steps, in px from the left edge of the picture. @param {number[]} places */
  place(places) {
    const from = Math.min(...places), long = Math.max(...places) - from;
    this.shares = places.map((place) => (long ? (place - from) / long : 0));
    const { style } = this.node;
    style.setProperty("--gb-from", `${from}px`);
    style.setProperty("--gb-long", `${long}px`);
    style.visibility = "";
  }

  /** @param {number} index */
  show(index) {
    const share = this.shares[index] ?? 0;
    this.slider.value = String(index);
    this.thumb.style.transform = `translateX(${100 * share}%)`;
    this.fill.style.transform = `scaleX(${share})`;
  }

  /** A pointer takes hold: the step nearest to it follows it. Where the span lies is asked once, before any step. @param {PointerEvent} event */
  hold(event) {
    event.preventDefault();
    this.slider.focus({ preventScroll: true });
    const { left, width } = this.span.getBoundingClientRect();
    return (/** @type {{ clientX: number }} */ { clientX }) => this.move(nearest(this.shares, width ? (clientX - left) / width : 0));
  }
}

/** Which of the places is nearest to `at`; of equals the first. @param {number[]} places @param {number} at */
export function nearest(places, at) {
  let near = 0;
  places.forEach((place, i) => { if (Math.abs(place - at) < Math.abs(places[near] - at)) near = i; });
  return near;
}
