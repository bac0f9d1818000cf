// The renders of a component, in their order. Streamlit calls a render for each payload and waits for none of them: one may
// end after the next, and what it returns (the way to leave) is then called at once, while the view lives on. So each
// render of a view has a turn: one that is late draws nothing, and only the last one's way to leave leaves.
import { element } from "./element.js";
import { doubt } from "./palette.js";
import { unpack } from "./wire.js";
import { worded } from "./worded.js";

/** A component's `render`. `open(root)` makes the view of an element; the view has `take(payload, tell)` and `leave()`.
 * @param {string} selector @param {(root: HTMLElement) => Mounted} open */
export function inTurn(selector, open) {
  /** @type {WeakMap<HTMLElement, { view: Mounted, turn: number }>} */
  const views = new WeakMap();
  return async function render(/** @type {ComponentArguments} */ { data, parentElement, setTriggerValue }) {
    const root = /** @type {HTMLElement} */ (parentElement.querySelector(selector));
    doubt(); // another theme is another render
    const one = views.get(root) ?? { view: open(root), turn: 0 }, turn = (one.turn += 1);
    views.set(root, one);
    const payload = data instanceof Uint8Array ? await unpack(data) : data; // unpacked already, in a file to keep
    // A trigger, not a state: a value that is chosen again must be heard again.
    if (turn === one.turn) await one.view.take(payload, setTriggerValue);
    return () => {
      if (turn !== one.turn) return;
      views.delete(root);
      one.view.leave();
    };
  };
}

/** Draws. A view that cannot be drawn says so in its place, until it is drawn again, and `forget` drops what there is of it.
 * @param {HTMLElement} root @param {() => unknown} draw @param {() => void} forget */
export async function attempt(root, draw, forget) {
  try {
    await draw();
    if (root.dataset.failed !== undefined) recover(root);
  } catch (error) {
    console.error(error);
    forget();
    recover(root);
    root.dataset.failed = "";
    root.prepend(element("p", { class: "gb-say gb-error", role: "alert" }, SORRY));
  }
}

const SORRY = worded("This picture could not be drawn. It is tried again as soon as a setting changes.");

/** @param {HTMLElement} root */
function recover(root) {
  delete root.dataset.failed;
  root.querySelector(":scope > .gb-error")?.remove();
}
