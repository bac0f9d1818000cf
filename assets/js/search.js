// The search over all explorers: a combobox (https://www.w3.org/WAI/ARIA/apg/patterns/combobox/) whose list the server ranks
// (ui/search.py) while a reader types. What is chosen is told to the shell, which turns to its page.
import { element } from "./element.js";
import { worded } from "./worded.js";

/** @type {Record<string, number>} */
const WAYS = { ArrowDown: 1, ArrowUp: -1 };

/** @param {ComponentArguments} sent */
export default function render({ parentElement, setTriggerValue }) {
  const root = /** @type {HTMLElement & { finder?: Finder }} */ (parentElement.querySelector(".gb-finder"));
  root.finder ??= new Finder(root);
  root.finder.tell = (slug) => setTriggerValue("chosen", slug);
}

/** @typedef {{ slug: string, title: string, why: string }} Found */

class Finder {
  /** @type {(slug: string) => void} */ tell;
  /** @type {Found[]} */ found = [];
  query = "";
  at = 0;
  hasAnswer = true; // to the query
  chooses = false; // the first that is found, once it is

  /** @param {HTMLElement} root */
  constructor(root) {
    this.input = element("input", {
      type: "search", role: "combobox", "aria-label": worded("Search explorers"), placeholder: worded("Search explorers"), autocomplete: "off",
      spellcheck: "false", "aria-expanded": "false", "aria-controls": "gb-found", "aria-autocomplete": "list",
      oninput: () => this.ask(), onfocus: () => this.ask(), onkeydown: (event) => this.key(event),
    });
    this.list = element("ul", { class: "gb-found", role: "listbox", id: "gb-found", "aria-label": worded("Explorers found"), hidden: true });
    this.list.addEventListener("mousedown", (event) => event.preventDefault()); // the focus stays, and so the list
    root.addEventListener("focusout", ({ relatedTarget: to }) => { if (!(to instanceof Node && root.contains(to))) this.close(); });
    root.replaceChildren(this.input, this.list);
  }

  /** Answers may come out of order: only that to the last question counts. */
  async ask() {
    const query = this.input.value.trim();
    Object.assign(this, { query, hasAnswer: !query, chooses: false });
    if (!query) { this.show(null); return; }
    const { lang } = document.documentElement;
    const params = new URLSearchParams({ q: query.toWellFormed?.() ?? query, ...(lang === "en" ? {} : { lang }) });
    /** @type {Found[] | null} */
    const found = await fetch(new URL(`../search.json?${params}`, import.meta.url)).then((answer) => (answer.ok ? answer.json() : null)).catch(() => null);
    if (query !== this.query) return;
    this.hasAnswer = true;
    this.show(found); // without an answer nothing: what stands there was found for another query
    if (this.chooses && this.found.length) this.choose(this.found[0].slug);
  }

  /** Nothing is asked any more, and what is still answered opens no list. */
  close() {
    this.query = "";
    this.hasAnswer = true;
    this.show(null);
  }

  /** What was found; `null` where nothing was asked. @param {Found[] | null} found */
  show(found) {
    this.found = found ?? [];
    const option = (/** @type {Found} */ { slug, title, why }, /** @type {number} */ i) => element("li",
      { role: "option", id: `gb-found-${i}`, onclick: () => this.choose(slug) }, // not at once: a finger may have come to scroll the list
      element("b", {}, title), element("span", {}, why));
    const none = element("li", { role: "option", "aria-disabled": "true" }, worded("No explorer is about that yet."));
    this.list.replaceChildren(...(this.found.length ? this.found.map(option) : [none]));
    this.list.hidden = found === null;
    this.input.setAttribute("aria-expanded", String(found !== null));
    this.mark(0);
  }

  /** @param {number} at */
  mark(at) {
    this.at = at;
    if (!this.found.length) { this.input.removeAttribute("aria-activedescendant"); return; }
    [...this.list.children].forEach((node, i) => node.setAttribute("aria-selected", String(i === at)));
    this.input.setAttribute("aria-activedescendant", `gb-found-${at}`);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.isComposing) return; // Enter ends a word that is put together of several keys
    const way = WAYS[event.key], count = this.found.length;
    if (event.key === "Escape") { this.input.value = ""; this.close(); }
    if (event.key === "Enter" && !this.hasAnswer) { this.chooses = true; return; } // the list is of what stood there before
    if (!count) return;
    if (way) {
      event.preventDefault();
      this.mark((this.at + way + count) % count);
      this.list.children[this.at].scrollIntoView({ block: "nearest" });
    }
    if (event.key === "Enter") this.choose(this.found[this.at].slug);
  }

  /** @param {string} slug */
  choose(slug) {
    this.input.value = "";
    this.close();
    this.tell(slug);
  }
}
