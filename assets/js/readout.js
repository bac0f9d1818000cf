// Where a swept axis stands, in words. Where a reader may write the value itself, the words hold a field for it.
import { element, write } from "./element.js";
import { localNumber, typed } from "./number_signs.js";
import { joined, number } from "./numbers.js";
import { worded } from "./worded.js";

const DIGITS = 4; // digits of a value that can be written

export class Readout {
  value = "";
  written = "";

  /** `take(value)` is given what a hand has written. @param {string} label @param {(value: number) => void} take */
  constructor(label, take) {
    this.take = take;
    this.node = element("output", { class: "gb-readout", "aria-live": "off" }); // the slider tells it
    this.before = element("span");
    this.after = element("span");
    this.input = element("input", { type: "text", inputmode: "decimal", autocomplete: "off", "aria-label": label });
    this.input.onchange = () => this.commit();
  }

  /** @param {string} text */
  show(text) { write(this.node, joined(text)); }

  /** The words on either side of `value`, and of which other value it is the nearest that is drawn.
   * @param {string} before @param {number} value @param {string} after @param {number | undefined} requested */
  showField(before, value, after, requested) {
    if (!this.input.isConnected) this.node.replaceChildren(element("span", { class: "gb-pair" }, this.before, this.input), this.after);
    const near = +value.toPrecision(DIGITS);
    this.value = localNumber(String(near));
    if (!this.input.matches(":focus") || this.input.value === this.written) this.input.value = this.value;
    const other = requested !== undefined && +requested.toPrecision(DIGITS) !== near;
    write(this.before, before);
    write(this.after, joined(after).replace(/^ /, "\u00a0") + (other ? worded`, the nearest drawn to ${number(requested)}` : ""));
  }

  commit() {
    this.written = this.input.value;
    const value = Number(typed(this.written).replace(/,/g, "") || NaN);
    if (Number.isFinite(value)) this.take(value);
    else this.input.value = this.value;
  }
}
