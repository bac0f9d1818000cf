// Controls that show their options: a choice of one, a switch.
import { element } from "../element.js";
import { Control } from "./control.js";
import { joined } from "../numbers.js";

export class Choice extends Control {
  /** @param {HTMLElement} root @param {ControlHeader} header */
  constructor(root, header) {
    super(root, header);
    this.options = header.options.map(([value, label], i) => {
      const input = element("input", { type: "radio", name: this.id, id: `${this.id}-${i}`, value });
      input.onchange = () => this.change(value);
      return { input, node: element("span", { class: "gb-option" }, input, element("label", { for: input.id }, joined(label))) };
    });
    root.replaceChildren(element("div", { role: "radiogroup", "aria-label": header.label, ...this.named },
      element("span", { class: "gb-label", "aria-hidden": "true" }, header.label),
      element("div", { class: "gb-options" }, ...this.options.map(({ node }) => node))));
    this.furnish();
  }

  /** @param {string} value */
  show(value) { for (const { input } of this.options) input.checked = input.value === value; }
}

export class Switch extends Control {
  /** @param {HTMLElement} root @param {ControlHeader} header */
  constructor(root, header) {
    super(root, header);
    this.input = element("input", { type: "checkbox", role: "switch", id: this.id, ...this.named });
    this.input.onchange = () => this.change(this.input.checked ? "true" : "false");
    root.replaceChildren(element("div", { class: "gb-switch" }, this.input, element("label", { for: this.id }, header.label)));
    this.furnish();
  }

  /** @param {string} value */
  show(value) { this.input.checked = value === "true"; }
}
