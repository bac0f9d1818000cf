// A number is scrubbed by dragging its label: to the right it grows, a step for every few pixels.
import { hold } from "../hold.js";

const STRIDE = 6; // px

/** `step(count)` is called while a hand drags the label. @param {HTMLElement} label @param {(count: number) => void} step */
export function dragged(label, step) {
  let from = 0, moved = false;
  label.classList.add("gb-draggable");
  hold(label, (event) => {
    [from, moved] = [event.clientX, false];
    return ({ clientX }) => {
      const steps = Math.trunc((clientX - from) / STRIDE);
      if (!steps) return;
      from += steps * STRIDE;
      moved = true;
      step(steps);
    };
  }, () => {}, false);
  label.onclick = (event) => { if (moved) event.preventDefault(); }; // a drag does not end in the field
}
