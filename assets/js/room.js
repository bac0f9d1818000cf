// The room that a panel's canvas has: how wide it is, how its letters look, and how many pixels it takes. Width and
// letters are read when they may have changed: to ask for them at every step is to have the browser lay the page out
// in the middle of the step, and once more for the frame.
import { fitted } from "./bench.js";
import { palette } from "./glassbox.js";

const TITLE = 28; // px above a canvas, where the screen is narrow and every one counts

export class Room {
  /** `redraw` is called when the width may have changed. The canvas is in its place already. */
  constructor(canvas, redraw) {
    this.canvas = canvas;
    const watch = new ResizeObserver(() => {
      if (!canvas.isConnected) { watch.disconnect(); return; } // another canvas has taken its place
      this.width = 0;
      if (this.measure()) redraw();
    });
    watch.observe(canvas.parentElement);
  }

  /** The width in CSS px; 0 while there is none, and nothing can be drawn. */
  measure() {
    if (!this.width) {
      this.width = this.canvas.clientWidth;
      this.family = getComputedStyle(this.canvas).fontFamily;
    }
    return this.width;
  }

  /** The height in CSS px for what would be `height` px high on a laptop. */
  high(height) {
    const room = fitted(this.canvas, height);
    return room < height ? room - TITLE : room;
  }

  font(size = 11, weight = "normal") { return `${weight} ${size}px ${this.family}`; }

  /** Makes the canvas, and `ground` if there is one, so many CSS px high; says whether they are empty, or of old colours. */
  fit(height, ground) {
    const { canvas } = this, { paper } = palette(canvas);
    this.ratio = devicePixelRatio || 1;
    const [wide, high] = [Math.round(this.width * this.ratio), Math.round(height * this.ratio)];
    if (canvas.width === wide && canvas.height === high && this.paper === paper) return false;
    this.paper = paper;
    canvas.style.height = `${height}px`;
    for (const one of [canvas, ground ?? canvas]) Object.assign(one, { width: wide, height: high });
    return true;
  }

  /** A pen in CSS px for the canvas, which is empty then but for `ground`. */
  pen(ground) {
    const pen = this.clear(this.canvas);
    if (!ground) return pen;
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.drawImage(ground, 0, 0);
    return this.scale(pen);
  }

  /** The same for the ground itself. */
  clear(canvas) {
    const pen = canvas.getContext("2d");
    pen.setTransform(1, 0, 0, 1, 0, 0);
    pen.clearRect(0, 0, canvas.width, canvas.height);
    pen.font = this.font();
    return this.scale(pen);
  }

  scale(pen) {
    pen.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    return pen;
  }
}
