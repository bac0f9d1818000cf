// A number is scrubbed by dragging its label: to the right it grows, a step for every few pixels.
const STRIDE = 6; // px

/** `step(count)` is called while a hand drags the label. @param {HTMLElement} label @param {(count: number) => void} step */
export function dragged(label, step) {
  let from = /** @type {number | null} */ (null), moved = false;
  label.classList.add("gb-draggable");
  label.onpointerdown = (event) => {
    if (event.button) return;
    [from, moved] = [event.clientX, false];
    label.setPointerCapture(event.pointerId);
  };
  label.onpointermove = ({ clientX }) => {
    if (from === null) return;
    const steps = Math.trunc((clientX - from) / STRIDE);
    if (!steps) return;
    from += steps * STRIDE;
    moved = true;
    step(steps);
  };
  label.ondragstart = (event) => event.preventDefault(); // of selected words that the label stands between
  label.onlostpointercapture = () => { from = null; };
  label.onclick = (event) => { if (moved) event.preventDefault(); }; // a drag does not end in the field
}
