import { element } from "../element.js";
import { Control } from "./control.js";

/** A line or a text, taken when the hand rests or goes elsewhere, or at once with Enter, in a text with Ctrl. */
export class TextControl extends Control {
  /** @type {string | undefined} */ value;
  /** @type {string | undefined} */ written;

  /** @param {HTMLElement} root @param {ControlHeader} header */
  constructor(root, header) {
    super(root, header);
    const { kind, label, height, placeholder } = header, named = { id: this.id, placeholder, spellcheck: "false", ...this.named };
    this.input = kind === "line" ? element("input", { type: "text", autocomplete: "off", ...named }) : element("textarea", named);
    if (height) this.input.style.height = `${height}px`;
    this.input.oninput = (event) => { if (!(/** @type {InputEvent} */ (event).isComposing)) this.soon(() => this.commit()); };
    this.input.addEventListener("compositionend", () => this.soon(() => this.commit()));
    this.input.onchange = () => { this.leave(); this.commit(); };
    this.input.onkeydown = (event) => {
      if (event.key === "Enter" && (kind === "line" || event.ctrlKey || event.metaKey) && !event.isComposing) this.commit();
    };
    root.replaceChildren(element("label", { class: "gb-label", for: this.id }, label), element("div", { class: "gb-text" }, this.input));
    this.furnish();
  }

  /** What a hand is writing stands until it is taken, unless something else comes from elsewhere. @param {string} text */
  show(text) {
    if (text === this.value) return;
    this.value = text;
    this.input.value = moved(text, this.header.base);
    this.written = this.input.value; // a field has line ends of its own
  }

  drop() {
    this.value = undefined;
    super.drop();
  }

  commit() {
    if (this.input.value === this.written) return;
    this.written = this.input.value;
    const text = (this.value = moved(this.written, -this.header.base));
    this.change(text.toWellFormed?.() ?? text);
  }
}

/** Places in a text, that a reader counts from header.base: every whole number moved by as much, as core/text.py does. */
const moved = (/** @type {string} */ text, /** @type {number} */ base) => (base ? text.replace(/(?<!\d)-?\d{1,15}(?!\d)/g, (place) => String(+place + base)) : text);
