// Options in a list, which is searched where it is long.
import { element } from "../element.js";
import { Control } from "./control.js";
import { joined } from "../numbers.js";
import { worded } from "../worded.js";

const LONG = 20; // options that can be looked through

/** A field above a list that is too long to look through: `keep(test)` is given what says whether an option stays.
 * @param {string} label @param {number} count @param {(test: (text: string) => boolean) => void} keep */
function finder(label, count, keep, take = () => {}) {
  if (count <= LONG) return [];
  const field = element("input", {
    type: "search", "aria-label": worded`${label}: find`, placeholder: worded`Find among ${count}`, autocomplete: "off", spellcheck: "false",
    oninput: () => {
      const sought = field.value.trim().toLowerCase();
      keep((text) => text.toLowerCase().includes(sought));
    },
    onkeydown: (event) => { if (event.key === "Enter") take(); }, // what a handler returns can stop a key
  });
  return [element("div", { class: "gb-text gb-find" }, field)];
}

/** One of many, from a list that unfolds; keys look it up, and in a long one a field does. */
export class Pick extends Control {
  /** @type {HTMLOptionElement[]} */ found = [];

  /** @param {HTMLElement} root @param {ControlHeader} header */
  constructor(root, header) {
    super(root, header);
    this.options = header.options.map(([value, label]) => element("option", { value }, label));
    this.input = element("select", { id: this.id, ...this.named }, ...this.options);
    this.input.onchange = () => this.change(this.input.value);
    const find = finder(header.label, this.options.length, (test) => this.keep(test), () => this.take());
    root.replaceChildren(element("label", { class: "gb-label", for: this.id }, header.label), ...find,
      element("div", { class: "gb-text" }, this.input));
    this.furnish();
  }

  /** What is chosen stays in the list. @param {(text: string) => boolean} test */
  keep(test) {
    const { value } = this.input;
    this.found = this.options.filter((option) => test(option.text));
    this.input.replaceChildren(...this.options.filter((option) => option.value === value || this.found.includes(option)));
  }

  /** The first that was found. */
  take() {
    const [first] = this.found;
    if (!first || first.value === this.input.value) return;
    this.input.value = first.value;
    this.change(first.value);
  }

  /** @param {string} value */
  show(value) {
    const option = this.options.find((one) => one.value === value);
    if (option && !option.isConnected) this.input.append(option); // chosen elsewhere
    this.input.value = value;
  }
}

/** Some of many, told as a list in JSON. */
export class Several extends Control {
  /** @param {HTMLElement} root @param {ControlHeader} header */
  constructor(root, header) {
    super(root, header);
    this.inputs = header.options.map(([value], i) => element("input", {
      type: "checkbox", id: `${this.id}-${i}`, value,
      onchange: () => this.change(JSON.stringify(this.inputs.filter((one) => one.checked).map((one) => one.value))),
    }));
    const options = this.inputs.map((input, i) => element("span", { class: "gb-option" },
      input, element("label", { for: input.id }, joined(header.options[i][1]))));
    const find = finder(header.label, options.length, (test) => {
      options.forEach((option) => { option.hidden = !test(option.textContent ?? ""); });
    });
    root.replaceChildren(element("div", { role: "group", "aria-label": header.label, ...this.named },
      element("span", { class: "gb-label", "aria-hidden": "true" }, header.label), ...find,
      element("div", { class: "gb-options gb-several" }, ...options)));
    this.furnish();
  }

  /** @param {string} text */
  show(text) {
    const chosen = JSON.parse(text);
    for (const input of this.inputs) input.checked = chosen.includes(input.value);
  }
}
