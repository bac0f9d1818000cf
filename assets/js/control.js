// A control of a page: a number, a choice, a list, a switch or a text. It takes the short road, so the picture follows the hand.
import { element } from "./glassbox.js";
import { page } from "./road.js";
import { inTurn } from "./turns.js";

const LONG = 20; // options that can be looked through
const PAUSE = 600; // ms of quiet after which what was typed is taken
let made = 0;

export default inTurn(".gb-control", (root) => new Place(root));

/** Where a control stands: another label, range or list of options needs another one. */
class Place {
  constructor(root) {
    this.root = root;
    // A text that is half in sight is focused without a scroll.
    root.addEventListener("focusin", () => root.scrollIntoView({ block: "nearest" }));
  }

  take({ header }, tell) {
    const build = structure(header);
    if (this.build !== build) {
      this.control?.leave();
      this.control = new KINDS[header.kind](this.root, header);
      this.build = build;
    }
    this.control.update(header, (told) => tell("value", told));
  }

  leave() { this.control?.leave(); }
}

/** What a control is built from. */
function structure({ kind, label, help, low, high, drag, options, placeholder, height }) {
  return JSON.stringify([kind, label, help, low, high, drag, options, placeholder, height]);
}

class Control {
  constructor(root, { label, help }) {
    this.id = `gb-control-${(made += 1)}`;
    this.help = help ? element("span", { class: "gb-hint", id: `${this.id}-help` }, help) : null;
    this.named = { "aria-describedby": help ? `${this.id}-help` : null };
    this.root = root;
    this.label = label;
  }

  update(header, tell) {
    Object.assign(this, { header, tell });
    if (this.typing || header.digest === this.digest || page(header.page).isAhead(header.heard)) return;
    this.digest = header.digest;
    this.show(header.value);
  }

  /** What is being typed is taken when the hand has rested. Until then nothing from elsewhere stands in its place. */
  soon(commit) {
    this.leave();
    this.typing = setTimeout(() => { this.leave(); commit(); }, PAUSE);
  }

  leave() {
    clearTimeout(this.typing);
    this.typing = 0;
  }

  change(text) {
    this.leave();
    this.digest = null; // what stands here now is the hand's
    page(this.header.page).change(this.header.field, text, (told) => this.tell(told),
      () => this.show(this.header.value), !this.header.rearranges);
  }
}

/** A number, typed or stepped with the arrow keys and the buttons; perhaps a slider below it. */
class NumberControl extends Control {
  constructor(root, header) {
    super(root, header);
    const { label, low, high, drag } = header;
    this.input = element("input", {
      id: this.id, type: "text", inputmode: header.whole ? "numeric" : "decimal", autocomplete: "off", spellcheck: "false",
      role: "spinbutton", "aria-valuemin": plain.format(low), "aria-valuemax": plain.format(high), ...this.named,
    });
    this.input.onkeydown = (event) => {
      const way = { ArrowUp: 1, ArrowDown: -1, PageUp: 10, PageDown: -10 }[event.key];
      if (way) { event.preventDefault(); this.step(way); }
    };
    // On the way to a number there is much that is none ("-", "1e"): only a hand that leaves means it.
    this.input.oninput = () => this.soon(() => isNumber(this.input.value) && this.commit(this.input.value.trim()));
    this.input.onchange = () => { this.leave(); this.commit(this.input.value.trim()); };
    const button = (sign, way) => element("button", {
      type: "button", tabindex: -1, "aria-hidden": "true", onpointerdown: (event) => this.hold(event, way) }, sign);
    root.replaceChildren(
      element("label", { class: "gb-label", for: this.id }, label),
      element("div", { class: "gb-number" }, this.input, button("−", -1), button("+", 1)));
    if (drag) {
      this.slider = element("input", { type: "range", min: 0, max: 1, step: "any", "aria-label": `${label}, slider` });
      this.slider.oninput = () => this.commit(this.written(this.at(+this.slider.value)));
      root.append(this.slider);
    }
    if (this.help) root.append(this.help);
  }

  show(text) {
    if (!this.isWriting(text)) this.input.value = text;
    if (isNumber(text)) this.input.setAttribute("aria-valuenow", plain.format(+text));
    else this.input.removeAttribute("aria-valuenow");
    this.slider?.setAttribute("aria-valuetext", text);
    if (this.slider && this.root.getRootNode().activeElement !== this.slider) this.slider.value = this.part(+text);
    this.shown = text;
  }

  /** The same number, as a hand at the keys writes it ("0." on the way to 0.5), is left to the hand. */
  isWriting(text) {
    const { value } = this.input;
    return value === text || (document.activeElement === this.input && isNumber(value) && +value === +text);
  }

  commit(text) {
    if (text === this.shown) return;
    this.show(text);
    this.change(text);
  }

  /** One step: a whole number, or a tenth of the number's leading digit's place. */
  step(way) {
    const value = Number.isFinite(+this.input.value) ? +this.input.value : this.header.low;
    const size = this.header.whole ? 1 : 10 ** (Math.floor(Math.log10(Math.abs(value) || 1)) - 1);
    const next = Math.round(value / size + way) * size;
    this.commit(this.written(Math.max(this.header.low, Math.min(this.header.high, next))));
  }

  /** The button repeats as long as it is held. */
  hold(event, way) {
    event.preventDefault();
    this.step(way);
    let wait = setTimeout(() => { wait = setInterval(() => this.step(way), 60); }, 400);
    const stop = () => { clearTimeout(wait); clearInterval(wait); };
    for (const over of ["pointerup", "pointerleave", "pointercancel"]) event.target.addEventListener(over, stop, { once: true });
  }

  written(value) { return String(this.header.whole ? Math.round(value) : +value.toPrecision(6)); }

  /** The slider runs from 0 to 1; small numbers get more of it where the range spans orders of magnitude. */
  at(part) {
    const { low, high, log, whole } = this.header;
    if (log) return +(low * (high / low) ** part).toPrecision(3);
    return whole && high - low > 1000 ? low + (high - low) * part ** 3 : low + (high - low) * part;
  }

  part(value) {
    const { low, high, log, whole } = this.header;
    if (log) return Math.log(value / low) / Math.log(high / low);
    return whole && high - low > 1000 ? Math.cbrt((value - low) / (high - low)) : (value - low) / (high - low);
  }
}

/** As ARIA takes numbers: without powers of ten. */
const plain = new Intl.NumberFormat("en", { useGrouping: false, maximumSignificantDigits: 15 });
const isNumber = (text) => text.trim() !== "" && Number.isFinite(+text);

class Choice extends Control {
  constructor(root, header) {
    super(root, header);
    this.options = header.options.map(([value, shown], i) => {
      const input = element("input", { type: "radio", name: this.id, id: `${this.id}-${i}`, value });
      input.onchange = () => this.change(value);
      return { input, node: element("span", { class: "gb-option" }, input, element("label", { for: input.id }, shown)) };
    });
    root.replaceChildren(element("div", { role: "radiogroup", "aria-label": header.label, ...this.named },
      element("span", { class: "gb-label", "aria-hidden": "true" }, header.label),
      element("div", { class: "gb-options" }, ...this.options.map(({ node }) => node))));
    if (this.help) root.append(this.help);
  }

  show(value) { for (const { input } of this.options) input.checked = input.value === value; }
}

/** A field above a list that is too long to look through: `keep(test)` is given what says whether an option stays. */
function finder(label, count, keep, take = () => {}) {
  if (count <= LONG) return [];
  const field = element("input", {
    type: "search", "aria-label": `${label}: find`, placeholder: `Find among ${count}`, autocomplete: "off", spellcheck: "false",
    oninput: () => {
      const sought = field.value.trim().toLowerCase();
      keep((text) => text.toLowerCase().includes(sought));
    },
    onkeydown: (event) => { if (event.key === "Enter") take(); }, // what a handler returns can stop a key
  });
  return [element("div", { class: "gb-text gb-find" }, field)];
}

/** One of many, from a list that unfolds; keys look it up, and in a long one a field does. */
class Pick extends Control {
  constructor(root, header) {
    super(root, header);
    this.options = header.options.map(([value, shown]) => element("option", { value }, shown));
    this.input = element("select", { id: this.id, ...this.named }, ...this.options);
    this.input.onchange = () => this.change(this.input.value);
    const find = finder(header.label, this.options.length, (test) => this.keep(test), () => this.take());
    root.replaceChildren(element("label", { class: "gb-label", for: this.id }, header.label), ...find,
      element("div", { class: "gb-text" }, this.input));
    if (this.help) root.append(this.help);
  }

  /** What is chosen stays in the list. */
  keep(test) {
    const { value } = this.input;
    this.found = this.options.filter((option) => test(option.text));
    this.input.replaceChildren(...this.options.filter((option) => option.value === value || this.found.includes(option)));
  }

  /** The first that was found. */
  take() {
    const [first] = this.found ?? [];
    if (!first || first.value === this.input.value) return;
    this.input.value = first.value;
    this.change(first.value);
  }

  show(value) {
    const option = this.options.find((one) => one.value === value);
    if (option && !option.isConnected) this.input.append(option); // chosen elsewhere
    this.input.value = value;
  }
}

/** Some of many, told as a list in JSON. */
class Several extends Control {
  constructor(root, header) {
    super(root, header);
    this.inputs = header.options.map(([value], i) => element("input", {
      type: "checkbox", id: `${this.id}-${i}`, value,
      onchange: () => this.change(JSON.stringify(this.inputs.filter((one) => one.checked).map((one) => one.value))),
    }));
    const options = this.inputs.map((input, i) => element("span", { class: "gb-option" },
      input, element("label", { for: input.id }, header.options[i][1])));
    const find = finder(header.label, options.length, (test) => {
      options.forEach((option) => { option.hidden = !test(option.textContent); });
    });
    root.replaceChildren(element("div", { role: "group", "aria-label": header.label, ...this.named },
      element("span", { class: "gb-label", "aria-hidden": "true" }, header.label), ...find,
      element("div", { class: "gb-options gb-several" }, ...options)));
    if (this.help) root.append(this.help);
  }

  show(text) {
    const chosen = JSON.parse(text);
    for (const input of this.inputs) input.checked = chosen.includes(input.value);
  }
}

class Switch extends Control {
  constructor(root, header) {
    super(root, header);
    this.input = element("input", { type: "checkbox", role: "switch", id: this.id, ...this.named });
    this.input.onchange = () => this.change(this.input.checked ? "true" : "false");
    root.replaceChildren(element("div", { class: "gb-switch" }, this.input, element("label", { for: this.id }, header.label)));
    if (this.help) root.append(this.help);
  }

  show(value) { this.input.checked = value === "true"; }
}

/** A line or a text, taken when the hand rests or goes elsewhere, or at once with Enter, in a text with Ctrl. */
class TextControl extends Control {
  constructor(root, header) {
    super(root, header);
    const { kind, label, height, placeholder } = header, named = { id: this.id, placeholder, spellcheck: "false", ...this.named };
    this.input = kind === "line" ? element("input", { type: "text", autocomplete: "off", ...named }) : element("textarea", named);
    if (height) this.input.style.height = `${height}px`;
    this.input.oninput = (event) => { if (!event.isComposing) this.soon(() => this.commit()); };
    this.input.oncompositionend = () => this.soon(() => this.commit());
    this.input.onchange = () => { this.leave(); this.commit(); };
    this.input.onkeydown = (event) => {
      if (event.key === "Enter" && (kind === "line" || event.ctrlKey || event.metaKey) && !event.isComposing) this.commit();
    };
    root.replaceChildren(element("label", { class: "gb-label", for: this.id }, label), element("div", { class: "gb-text" }, this.input));
    if (this.help) root.append(this.help);
  }

  /** What a hand is writing stands until it is taken, unless something else comes from elsewhere. */
  show(text) {
    if (text === this.told) return;
    this.told = text;
    this.input.value = text;
    this.shown = this.input.value; // a field has line ends of its own
  }

  commit() {
    const text = this.input.value;
    if (text === this.shown) return;
    this.told = this.shown = text;
    this.change(text.toWellFormed?.() ?? text);
  }
}

/** Settings worth trying. The one that stands is marked, and its sentence is below. */
class Presets extends Control {
  constructor(root, header) {
    super(root, header);
    this.why = element("p", { class: "gb-why", "aria-live": "polite" });
    this.buttons = header.options.map(([name, title, why]) => {
      const button = element("button", { type: "button", class: "gb-preset", title: why, onclick: () => this.change(name) }, title);
      return { name, why, button };
    });
    this.row = element("div", { class: "gb-presets", role: "group", "aria-label": header.label },
      element("span", { class: "gb-try", "aria-hidden": "true" }, header.label), ...this.buttons.map(({ button }) => button));
    this.all = element("button", { type: "button", class: "gb-all", "aria-expanded": "false", onclick: () => this.unfold(!this.unfolded) },
      `All ${this.buttons.length}`);
    root.replaceChildren(element("div", { class: "gb-preset-line" }, this.row, this.all), this.why);
    new ResizeObserver(() => this.fit()).observe(this.row);
  }

  /** One line of presets leaves the screen to the picture; the button is there where that line does not hold all. */
  fit() {
    this.all.hidden = !this.unfolded && this.row.scrollHeight <= this.row.clientHeight + 2 && this.row.scrollWidth <= this.row.clientWidth + 2;
  }

  unfold(unfolded) {
    this.unfolded = unfolded;
    this.row.classList.toggle("gb-unfolded", unfolded);
    this.all.setAttribute("aria-expanded", String(unfolded));
    this.all.textContent = unfolded ? "Fewer" : `All ${this.buttons.length}`;
    this.fit();
  }

  show(value) {
    this.why.textContent = "\u00a0";
    for (const { name, why, button } of this.buttons) {
      button.setAttribute("aria-pressed", name === value);
      if (name === value) this.why.textContent = why;
    }
  }

  change(name) {
    this.show(name);
    super.change(name);
  }
}

const KINDS = {
  presets: Presets, number: NumberControl, choice: Choice, pick: Pick, several: Several, switch: Switch, line: TextControl, text: TextControl,
};
