// A pointer takes hold of something and moves it. A finger may have come to scroll the page: it moves nothing before it has
// gone across, and further than up or down.
const ACROSS = 16; // px

/** A drag over selected words that the node stands between would be the browser's, which drags the words. @param {Event} event */
export const still = (event) => event.preventDefault();

/** `begin(event)` is called when the main pointer comes down on `node`; what it returns is called with the pointer as long as that
 * is dragged, and where it `presses` before, or with a finger that is lifted again. Then `release()`.
 * @param {HTMLElement} node @param {(event: PointerEvent) => (event: PointerEvent) => void} begin @param {() => void} release */
export function hold(node, begin, release, presses = true) {
  node.ondragstart = still;
  node.onpointerdown = (event) => {
    node.onpointermove = node.onpointerup = null;
    if (event.button || !event.isPrimary) return; // two fingers enlarge the page
    node.setPointerCapture(event.pointerId);
    const { clientX, clientY, pointerType } = event, follow = begin(event);
    let waits = pointerType === "touch";
    if (presses && !waits) follow(event);
    node.onpointermove = (moved) => {
      const across = Math.abs(moved.clientX - clientX), down = Math.abs(moved.clientY - clientY);
      if (waits && (across < ACROSS || across < down)) return;
      waits = false;
      follow(moved);
    };
    node.onpointerup = (lifted) => { if (presses && waits) follow(lifted); };
  };
  node.onlostpointercapture = () => { node.onpointermove = node.onpointerup = null; release(); };
}
