// The layout of a panel's canvas: how wide it is, how its letters look, and how many pixels it takes. Width and
// letters are read when they may have changed: to ask for them at every step is to have the browser lay the page out
// in the middle of the step, and once more for the frame.
import { fitted } from "./bench.js";
import { element, penOf } from "./element.js";
import { hold } from "./hold.js";
import { palette } from "./palette.js";

const TITLE = 28; // px above a canvas, where the screen is narrow and every one counts

/** A view on a canvas of its own, which is drawn again where it stands when its width has changed.
 * @template {AnyPayload} [P=AnyPayload] what it draws
 * @template [B=Box] where on the canvas */
export class CanvasView {
  /** @type {P["header"]} */ header;
  /** @type {P["arrays"]} */ arrays;
  /** @type {Palette} */ colours;
  /** @type {B} */ box;
  /** @type {number | undefined} */ at;
  stale = false;
  held = false; // by a pointer

  /** With a `cursor` where it is there for a pointer, with a `tabindex` where keys move in it. */
  constructor(cursor = "", attributes = {}) {
    this.canvas = element("canvas", { role: "img", ...attributes });
    this.canvas.style.cssText = `width:100%;display:block${cursor && `;touch-action:pan-y pinch-zoom;cursor:${cursor}`}`;
    this.ground = document.createElement("canvas"); // what stays while the axis moves
    this.layout = new CanvasLayout(this.canvas, () => this.at !== undefined && this.draw(this.at));
  }

  /** @abstract @param {number} step */
  draw(step) { throw new TypeError(String(step)); }

  /** @param {P} payload */
  update({ header, arrays }) {
    Object.assign(this, { header, arrays, stale: true });
    this.canvas.setAttribute("aria-label", header.summary);
  }

  /** Whether other data have come since this was last asked. */
  renewed() {
    const { stale } = this;
    this.stale = false;
    return stale;
  }

  /** Leaves so many px free around the box in which is drawn. @param {Record<"left" | "right" | "top" | "bottom", number>} pad @param {number} height */
  inset({ left, right, top, bottom }, height) {
    Object.assign(this, { box: { x: left, y: top, w: this.layout.width - left - right, h: height - top - bottom } });
  }

  /** Calls `press(spot)` for a press in the `zone`, and as long as it is dragged; then `release()`. What is dragged out of the
   * zone stays at its edge. @param {() => Box | undefined} zone @param {(spot: Spot) => void} press */
  onPress(zone, press, release = () => {}) {
    hold(this.canvas, (event) => {
      this.held = true;
      let within = false; // whether the pointer has been in the zone
      const follow = (/** @type {Spot} */ spot, presses = true) => {
        const box = zone(), near = box && nearest(box, spot);
        if (!near) return;
        within ||= near.offsetX === spot.offsetX && near.offsetY === spot.offsetY;
        if (within && presses) press(near);
      };
      follow(event, false);
      return (spot) => follow(spot);
    }, () => { this.held = false; release(); });
  }
}

/** @param {Box} box @param {Spot} spot @returns {Spot} */
const nearest = ({ x, y, w, h }, { offsetX, offsetY }) => ({
  offsetX: Math.min(Math.max(offsetX, x), x + w), offsetY: Math.min(Math.max(offsetY, y), y + h) });

class CanvasLayout {
  width = 0;
  ratio = 1;
  family = "";
  /** @type {string | undefined} */ paper;
  /** @type {ResizeObserver | undefined} */ watch;

  /** `redraw` is called when the width may have changed. @param {HTMLCanvasElement} canvas @param {() => void} redraw */
  constructor(canvas, redraw) {
    this.canvas = canvas;
    this.redraw = redraw;
  }

  /** The width in CSS px; 0 while there is none, and nothing can be drawn. */
  measure() {
    this.watch ??= this.observe();
    if (!this.width) {
      this.width = this.canvas.clientWidth;
      this.family = getComputedStyle(this.canvas).fontFamily;
    }
    return this.width;
  }

  observe() {
    const watch = new ResizeObserver(() => {
      if (!this.canvas.isConnected) { watch.disconnect(); return; } // another canvas has taken its place
      this.width = 0;
      if (this.measure()) this.redraw();
    });
    watch.observe(/** @type {HTMLElement} */ (this.canvas.parentElement));
    return watch;
  }

  /** The height in CSS px for what would be `height` px high on a laptop. @param {number} height */
  high(height) {
    const room = fitted(this.canvas, height);
    return room < height ? room - TITLE : room;
  }

  /** @param {string | number} weight */
  font(size = 11, weight = "normal") { return `${weight} ${size}px ${this.family}`; }

  /** Makes the canvas, and `ground` if there is one, so many CSS px high; says whether they are empty, or of old colours.
   * @param {number} height @param {HTMLCanvasElement} [ground] */
  fit(height, ground) {
    const { canvas } = this, { paper } = palette(canvas);
    this.ratio = (devicePixelRatio || 1) * (canvas.currentCSSZoom ?? 1);
    const [wide, high] = [Math.round(this.width * this.ratio), Math.round(height * this.ratio)];
    if (canvas.width === wide && canvas.height === high && this.paper === paper) return false;
    this.paper = paper;
    canvas.style.height = `${height}px`;
    for (const one of [canvas, ground ?? canvas]) Object.assign(one, { width: wide, height: high });
    return true;
  }

  /** A pen in CSS px for the canvas, which is empty then but for `ground`. @param {HTMLCanvasElement} [ground] */
  pen(ground) {
    const pen = this.clear(this.canvas);
    if (!ground) return pen;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.drawImage(ground, 0, 0);
    return this.scale(pen);
  }

  /** The same for the ground itself. @param {HTMLCanvasElement} canvas */
  clear(canvas) {
    const pen = penOf(canvas);
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.font = this.font();
    return this.scale(pen);
  }

  /** @param {Pen} pen */
  scale(pen) {
    pen.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    return pen;
  }
}
