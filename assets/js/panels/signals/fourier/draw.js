// A signal drawn by hand: a slider for each sample, and a pointer that sets all that it passes over.
import { element } from "../../../element.js";

/** @typedef {Payload<{ reach: number }, Arrays<"samples">>} Data */

/** @type {Mount<Data>} */
export function mount(root, payload, zoom, hand) {
  let values = /** @type {number[]} */ ([]), reach = 1, drawing = false;
  const box = element("div", { class: "gb-draw", role: "group", "aria-label": "Your signal, to be drawn" });
  root.replaceChildren(box);

  const set = (/** @type {number} */ n, /** @type {number} */ value) => {
    values[n] = +value.toPrecision(3);
    /** @type {HTMLInputElement} */ (box.children[n]).value = String(values[n]);
    hand.change({ values: values.join(" ") });
  };
  const under = (/** @type {PointerEvent} */ { clientX, clientY }) => {
    const { left, top, width, height } = box.getBoundingClientRect(), share = (clientX - left) / width;
    const n = Math.min(Math.max(Math.floor(share * values.length), 0), values.length - 1);
    set(n, reach * Math.min(Math.max(1 - (2 * (clientY - top)) / height, -1), 1));
  };
  box.onpointerdown = (event) => {
    event.preventDefault();
    drawing = true;
    box.setPointerCapture(event.pointerId);
    under(event);
  };
  box.onpointermove = (event) => drawing && under(event);
  box.onpointerup = box.onpointercancel = () => { drawing = false; };

  const update = (/** @type {Data} */ { header, arrays }) => {
    if (drawing) return; // what comes back is a little older than what the hand draws
    [values, reach] = [[...arrays.samples], header.reach];
    box.replaceChildren(...values.map((value, n) => element("input", {
      type: "range", min: -reach, max: reach, step: "any", value, "aria-label": `x[${n}]`,
      oninput: ({ target }) => set(n, +(/** @type {HTMLInputElement} */ (target).value)),
    })));
  };
  update(payload);
  return { draw() {}, update };
}
