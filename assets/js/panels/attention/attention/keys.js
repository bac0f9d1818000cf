// Every key's weight for one query at the temperature in sight, as bars under the text, and the numbers in a sentence.
import { count, element, palette } from "../../../glassbox.js";
import { Room } from "../../../room.js";
import { fitted } from "../../shared/heatmap.js";
import { dim } from "../../shared/words.js";

const HIGH = 96, WORDS = 58; // px

export function mount(root, payload) {
  const said = element("p", { class: "gb-headline" });
  const canvas = element("canvas", { role: "img" });
  canvas.style.cssText = "width:100%;display:block";
  root.replaceChildren(said, canvas);
  let { header, arrays } = payload, at = 0;
  const room = new Room(canvas, () => paint());

  const tell = () => {
    const largest = arrays.largest[at], bits = arrays.entropy[at], value = arrays.values[at];
    canvas.setAttribute("aria-label", `Weights of ${header.labels.length} keys at temperature ${value.toPrecision(3)}`);
    said.replaceChildren(dim(`${header.name}, query `), element("bdi", {}, `“${header.labels[header.query]}”`),
      dim(` (place ${header.query}): `), element("strong", { class: "gb-focus" }, `T = ${+value.toPrecision(3)}`),
      `, entropy ${bits.toFixed(3)} bits, as of ${count.format(+(2 ** bits).toPrecision(3))} keys alike`,
      dim(` of ${count.format(header.seen)}`), `; largest weight ${+largest.toPrecision(4)}`,
      dim(` · T = 1 divides q·k by √${header.width}; undivided it would be T = ${+header.unscaled.toPrecision(3)}.`));
  };

  const paint = () => {
    const width = room.measure(), keys = header.labels.length;
    if (!width) return;
    room.fit(HIGH + WORDS);
    const pen = room.pen(), colours = palette(canvas), row = arrays.weights.subarray(at * keys, (at + 1) * keys);
    const step = width / keys, bar = Math.max(1, step - (step > 4 ? 2 : 0));
    pen.font = room.font(12);
    pen.fillStyle = colours.soft;
    pen.fillRect(0, 0, step * keys, HIGH);
    for (let key = 0; key < keys; key++) {
      pen.fillStyle = key === header.query ? colours.focus : colours.category1;
      const high = Math.max(row[key] > 0 ? 1 : 0, HIGH * row[key]);
      pen.fillRect(key * step, HIGH - high, bar, high);
      if (step < 12) continue;
      pen.save();
      pen.translate((key + 0.5) * step, HIGH + 4);
      pen.rotate(-Math.PI / 2);
      pen.textAlign = "right";
      pen.textBaseline = "middle";
      pen.fillStyle = key === header.query ? colours.focus : colours.muted;
      pen.fillText(fitted(pen, header.labels[key], WORDS - 6), 0, 0);
      pen.restore();
    }
  };

  return {
    update(next) { ({ header, arrays } = next); },
    draw(step) { at = step; tell(); paint(); },
  };
}
