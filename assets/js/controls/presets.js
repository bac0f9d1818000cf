import { element } from "../element.js";
import { Control } from "./control.js";
import { defined } from "./defined.js";
import { joined } from "../numbers.js";
import { page } from "../road.js";
import { worded } from "../worded.js";

/** Settings worth trying. The one that stands is marked, and its sentence is below. */
export class Presets extends Control {
  /** @param {HTMLElement} root @param {ControlHeader} header */
  constructor(root, header) {
    super(root, header);
    this.why = element("p", { class: "gb-why", "aria-live": "polite" });
    this.buttons = header.options.map(([name, title, why]) => {
      const button = element("button", { type: "button", class: "gb-preset", title: why, onclick: () => this.change(name) }, joined(title));
      return { name, why, button };
    });
    this.row = element("div", { class: "gb-presets", role: "group", "aria-label": header.label },
      element("span", { class: "gb-try", "aria-hidden": "true" }, header.label), ...this.buttons.map(({ button }) => button));
    this.all = element("button", { type: "button", class: "gb-all", "aria-expanded": "false", onclick: ({ detail }) => this.unfold(!this.unfolded, !detail) },
      worded`All ${this.buttons.length}`);
    root.replaceChildren(element("div", { class: "gb-preset-line" }, this.row, this.all), this.why);
    new ResizeObserver(() => this.fit()).observe(this.row);
  }

  /** One line of presets leaves the screen to the picture; the button is there where that line does not hold all. */
  fit() {
    this.all.hidden = !this.unfolded && this.row.scrollHeight <= this.row.clientHeight + 2 && this.row.scrollWidth <= this.row.clientWidth + 2;
    for (const { button } of this.buttons) button.tabIndex = !this.unfolded && this.isBelow(button) ? -1 : 0;
  }

  /** Whether it is out of sight in the one line. @param {HTMLElement} button */
  isBelow(button) { return button.offsetTop - this.first().offsetTop > button.offsetHeight / 2; }

  /** The one beside the label. */
  first() { return /** @type {HTMLElement} */ (this.row.children[1]); }

  /** By a key, the focus goes to the first that has come into sight. @param {boolean} unfolded @param {boolean} byKey */
  unfold(unfolded, byKey = false) {
    const below = [...this.row.querySelectorAll("button")].find((button) => this.isBelow(button));
    this.unfolded = unfolded;
    this.row.classList.toggle("gb-unfolded", unfolded);
    this.all.setAttribute("aria-expanded", String(unfolded));
    this.all.textContent = unfolded ? worded("Fewer") : worded`All ${this.buttons.length}`;
    this.fit();
    if (unfolded && byKey) below?.focus();
  }

  /** Those of the view that is open come first: one line may hold no more. */
  arrange() {
    const here = new Set(this.header.here), focused = /** @type {HTMLElement} */ (document.activeElement);
    const order = [...this.buttons].sort((one, other) => Number(here.has(other.name)) - Number(here.has(one.name)));
    if (order.every(({ button }, i) => this.row.children[i + 1] === button)) return; // after the label
    this.row.append(...order.map(({ button }) => button));
    if (this.row.contains(focused)) focused.focus(); // which it loses when it is moved
    this.fit();
  }

  /** @param {string} value */
  show(value) {
    this.arrange();
    this.why.textContent = "\u00a0";
    for (const { name, why, button } of this.buttons) {
      button.setAttribute("aria-pressed", String(name === value));
      if (name === value) this.why.replaceChildren(...(value === this.header.value ? this.header.why.map(defined) : [why]));
    }
  }

  /** @param {ControlHeader} header @param {(value: unknown) => void} tell */
  update(header, tell) {
    super.update(header, tell);
    const road = page(header.page);
    road.onMoved = () => this.dim();
    if (!road.isAhead(header.received)) road.moved.clear();
    this.dim();
  }

  /** The sentence is dimmed while something stands elsewhere of which it tells: its numbers are not those of the picture. */
  dim() {
    const { elsewhere, sets, page: name } = this.header;
    this.why.classList.toggle("gb-elsewhere", elsewhere || sets.some((field) => page(name).moved.has(field)));
  }

  /** @param {string} name */
  change(name) {
    this.show(name);
    super.change(name);
    page(this.header.page).moved.clear();
    this.why.classList.remove("gb-elsewhere");
  }
}
