// Every key's weight for one query at the temperature in sight, as bars under the text, and the numbers in a sentence.
import { CanvasView } from "../../../canvas_layout.js";
import { element } from "../../../element.js";
import { count, fixed, number } from "../../../numbers.js";
import { palette } from "../../../palette.js";
import { upwards } from "../../shared/drawing.js";
import { fitted } from "../../shared/heatmap.js";
import { dim } from "../../shared/words.js";

const HIGH = 96, WORDS = 58; // px

export const mount = (root) => new Keys(root);

class Keys extends CanvasView {
  constructor(root) {
    super();
    this.sentence = element("p", { class: "gb-headline" });
    root.replaceChildren(this.sentence, this.canvas);
  }

  update({ header, arrays }) { Object.assign(this, { header, arrays }); }

  draw(step) {
    this.at = step;
    this.tell();
    if (this.layout.measure()) this.paint();
  }

  tell() {
    const { header, arrays, at } = this, largest = arrays.largest[at], bits = arrays.entropy[at], value = arrays.values[at];
    this.canvas.setAttribute("aria-label", `Weights of ${header.labels.length} keys at temperature ${number(value, 3)}`);
    this.sentence.replaceChildren(dim(`${header.name}, query `), element("bdi", {}, `“${header.labels[header.query]}”`),
      dim(` (place ${count(header.query + 1)}): `), element("strong", { class: "gb-focus" }, `T = ${number(value, 3)}`),
      `, entropy ${fixed(bits, 3)} bits, as of ${number(2 ** bits, 3)} keys alike`,
      dim(` of ${count(header.allowed)}`), `; largest weight ${number(largest)}`,
      ...(header.sink ? [`; the sink takes ${number(arrays.sink[at])}`] : []), dim(` · ${header.scores}`));
  }

  paint() {
    const { header, layout } = this, keys = header.labels.length;
    layout.fit(HIGH + WORDS);
    const pen = layout.pen(), colours = palette(this.canvas), row = this.arrays.weights.subarray(this.at * keys, (this.at + 1) * keys);
    const step = layout.width / keys, bar = Math.max(1, step - (step > 4 ? 2 : 0));
    pen.font = layout.font(12);
    pen.textBaseline = "middle";
    pen.fillStyle = colours.soft;
    pen.fillRect(0, 0, step * keys, HIGH);
    for (let key = 0; key < keys; key++) {
      pen.fillStyle = key === header.query ? colours.focus : colours.category1;
      const high = Math.max(row[key] > 0 ? 1 : 0, HIGH * row[key]);
      pen.fillRect(key * step, HIGH - high, bar, high);
      if (step < 12) continue;
      pen.fillStyle = key === header.query ? colours.focus : colours.muted;
      upwards(pen, fitted(pen, header.labels[key], WORDS - 6), (key + 0.5) * step, HIGH + 4, "right");
    }
  }
}
