// The point that a swept axis moves, taken hold of in the picture itself: the axis goes to the step whose place is nearest.
import { element } from "./element.js";
import { nearest } from "./track.js";

export class HeldPoint {
  /** `hold()` returns what moves the axis to where a pointer is, `release()` ends that.
   * @param {() => (spot: { clientX: number, clientY: number }) => void} hold @param {() => void} release */
  constructor(hold, release) {
    this.node = element("div", { class: "gb-held", hidden: true, "aria-hidden": "true" });
    this.node.onpointerdown = (event) => {
      if (event.button) return;
      event.preventDefault();
      this.node.setPointerCapture(event.pointerId);
      this.node.onpointermove = hold();
    };
    this.node.onlostpointercapture = () => { this.node.onpointermove = null; release(); };
  }

  /** Puts the grip on the point, which is nowhere where a coordinate is no number. @param {number[] | null} spot */
  move(spot) {
    const there = spot?.every(Number.isFinite) ?? false;
    if (this.node.hidden === there) this.node.hidden = !there;
    if (spot && there) this.node.style.transform = `translate(${spot[0]}px, ${spot[1]}px)`;
  }
}

/** Which of the places is nearest to a spot in the plane. @param {number[][]} places @param {number} across @param {number} down */
export const nearestSpot = (places, across, down) =>
  nearest(places.map(([x, y]) => Math.hypot(x - across, y - down)), 0);
