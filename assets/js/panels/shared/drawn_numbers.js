// A list of numbers drawn by hand: a slider for each, and a pointer that sets all that it passes over.
import { element } from "../../element.js";

/** @typedef {Payload<{ field: string, low: number, high: number, label: string, names: string[] }, Arrays<"values">>} Data */

/** @type {Mount<Data>} */
export function mount(root, payload, zoom, hand) {
  let values = /** @type {number[]} */ ([]), { field, low, high } = payload.header, drawing = false;
  const { label } = payload.header, box = element("div", { class: "gb-draw", role: "group", "aria-label": label });
  root.replaceChildren(element("div", { class: "gb-label gb-dim", "aria-hidden": "true" }, label), box);

  const set = (/** @type {number} */ n, /** @type {number} */ value) => {
    values[n] = +value.toPrecision(3);
    /** @type {HTMLInputElement} */ (box.children[n]).value = String(values[n]);
    hand.change({ [field]: values.join(" ") });
  };
  const under = (/** @type {PointerEvent} */ { clientX, clientY }) => {
    const { left, top, width, height } = box.getBoundingClientRect(), share = (clientX - left) / width;
    const n = Math.min(Math.max(Math.floor(share * values.length), 0), values.length - 1);
    set(n, high - (high - low) * Math.min(Math.max((clientY - top) / height, 0), 1));
  };
  box.onpointerdown = (event) => {
    if (event.button) return;
    event.preventDefault();
    drawing = true;
    box.setPointerCapture(event.pointerId);
    under(event);
  };
  box.onpointermove = (event) => drawing && under(event);
  box.onlostpointercapture = () => { drawing = false; };

  const update = (/** @type {Data} */ { header, arrays }) => {
    if (drawing) return; // what comes back is a little older than what the hand draws
    values = [...arrays.values];
    ({ field, low, high } = header);
    box.inert = header.fixed?.includes(field) ?? false;
    box.replaceChildren(...values.map((value, n) => element("input", {
      type: "range", min: low, max: high, step: "any", value, "aria-label": header.names[n],
      oninput: ({ target }) => set(n, +(/** @type {HTMLInputElement} */ (target).value)),
    })));
  };
  update(payload);
  return { draw() {}, update };
}
