import { element } from "../element.js";
import { localNumber, typed } from "../number_signs.js";
import { worded } from "../worded.js";
import { Control } from "./control.js";
import { dragged } from "./drag_number.js";

/** @type {Record<string, number>} */
const WAYS = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 };
const ROOM = 7, MORE = 9; // signs that stand between the buttons of the narrowest field, and of one for two in a row (style.css)

/** A number, typed, stepped with the arrow keys and the buttons, or dragged by its label; perhaps a slider below it. */
export class NumberControl extends Control {
  /** @param {HTMLElement} root @param {ControlHeader} header */
  constructor(root, header) {
    super(root, header);
    const { label, drag, unit } = header;
    this.input = element("input", {
      id: this.id, type: "text", inputmode: header.whole ? "numeric" : "decimal", autocomplete: "off", spellcheck: "false",
      role: "spinbutton", "aria-label": label, ...this.named,
    });
    this.input.onkeydown = (event) => {
      const way = WAYS[event.key];
      if (way) { event.preventDefault(); this.step(way); }
    };
    // On the way to a number there is much that is none ("-", "1e"): only a hand that leaves means it.
    this.input.oninput = () => { this.fit(); this.soon(() => isNumber(typed(this.input.value)) && this.commit(this.typed())); };
    this.input.onchange = () => { this.leave(); this.commit(this.typed()); };
    const button = (/** @type {string} */ sign, /** @type {number} */ way) => element("button", {
      type: "button", tabindex: -1, "aria-hidden": "true", onpointerdown: (event) => this.hold(event, way) }, sign);
    this.box = element("div", { class: "gb-number" }, element("div", { class: "gb-typed" }, this.input),
      unit ? element("span", { class: "gb-unit", "aria-hidden": "true" }, unit) : null, button("−", -1), button("+", 1));
    root.replaceChildren(element("label", { class: "gb-label", for: this.id }, unit ? label.replace(` (${unit})`, "") : label), this.box);
    if (drag) {
      const slider = this.slider = element("input", { type: "range", min: 0, max: 1, step: "any", "aria-label": worded`${label}, slider` });
      let before = ""; // a finger that has come to scroll the page moves nothing
      slider.onpointerdown = () => { before = this.text ?? ""; };
      slider.onpointercancel = () => { this.commit(before); slider.value = String(this.part(+before)); };
      slider.oninput = () => this.commit(this.written(this.at(+slider.value)));
      root.append(slider);
    }
    dragged(this.furnish(), (steps) => this.step(steps, this.grain()));
  }

  /** `text` is the value; a reader sees it plus header.base. @param {string} text */
  show(text) {
    const { low, high, base } = this.header, written = plus(text, base);
    if (!this.isWriting(written)) this.input.value = localNumber(written);
    this.fit();
    this.input.setAttribute("aria-valuemin", plain.format(low + base)); // the range may follow other settings
    this.input.setAttribute("aria-valuemax", plain.format(high + base));
    if (isNumber(written)) this.input.setAttribute("aria-valuenow", plain.format(+written));
    else this.input.removeAttribute("aria-valuenow");
    this.slider?.setAttribute("aria-valuetext", localNumber(written));
    if (this.slider && document.activeElement !== this.slider) this.slider.value = String(this.part(+text));
    this.text = text;
  }

  /** Many digits are smaller, and have the place of the buttons where there is little (style.css). */
  fit() {
    const { value, style } = this.input, signs = value.length + this.header.unit.length;
    style.setProperty("--gb-digits", String(value.length || 1));
    this.box.classList.toggle("gb-long", signs > ROOM);
    this.box.classList.toggle("gb-longer", signs > MORE);
    this.input.title = value.length > ROOM ? value : "";
  }

  /** The value of what stands in the field. */
  typed() { return plus(typed(this.input.value), -this.header.base); }

  /** The same number, as a hand at the keys writes it ("0." on the way to 0.5), is left to the hand. @param {string} text */
  isWriting(text) {
    const value = typed(this.input.value);
    return this.input.value === localNumber(text) || (document.activeElement === this.input && isNumber(value) && +value === +text);
  }

  /** @param {string} text */
  commit(text) {
    if (text === this.text) return;
    this.show(text);
    this.change(text);
  }

  /** So many steps: of a whole number each, or of a tenth of the number's leading digit's place. @param {number} count */
  step(count, size = this.header.whole ? 1 : this.grain()) {
    const next = Math.round(this.value() / size + count) * size;
    this.commit(this.written(Math.max(this.header.low, Math.min(this.header.high, next))));
  }

  value() { return Number.isFinite(+this.typed()) ? +this.typed() : this.header.low; }

  grain() {
    const size = 10 ** (Math.floor(Math.log10(Math.abs(this.value()) || 1)) - 1);
    return this.header.whole ? Math.max(1, size) : size;
  }

  /** The button repeats as long as it is held. A finger may have come to scroll the page: it is waited for. @param {PointerEvent} event @param {number} way */
  hold(event, way) {
    if (event.button) return;
    event.preventDefault();
    let waits = event.pointerType === "touch";
    if (!waits) this.step(way);
    let wait = setTimeout(() => { waits = false; wait = setInterval(() => this.step(way), 60); }, 400);
    const stop = (/** @type {Event} */ { type }) => {
      clearTimeout(wait);
      clearInterval(wait);
      if (waits && type === "pointerup") this.step(way);
      waits = false;
    };
    for (const over of ["pointerup", "pointerleave", "pointercancel"]) event.target?.addEventListener(over, stop, { once: true });
  }

  /** @param {number} value */
  written(value) { return String(this.header.whole ? Math.round(value) : +value.toPrecision(6)); }

  /** The slider runs from 0 to 1; small numbers get more of it where the range spans orders of magnitude. @param {number} part */
  at(part) {
    const { low, high, log, whole } = this.header;
    if (log) return +(low * (high / low) ** part).toPrecision(3);
    return whole && high - low > 1000 ? low + (high - low) * part ** 3 : low + (high - low) * part;
  }

  /** @param {number} value */
  part(value) {
    const { low, high, log, whole } = this.header;
    if (log) return Math.log(value / low) / Math.log(high / low);
    return whole && high - low > 1000 ? Math.cbrt((value - low) / (high - low)) : (value - low) / (high - low);
  }
}

/** As ARIA takes numbers: without powers of ten. */
const plain = new Intl.NumberFormat("en", { useGrouping: false, maximumSignificantDigits: 15 });
/** A whole number moved by `base`; what is none stays as it was typed. @param {string} text @param {number} base */
const plus = (text, base) => (base && /^-?\d+$/.test(text) ? String(+text + base) : text);
/** @param {string} text */
const isNumber = (text) => text.trim() !== "" && Number.isFinite(+text);
