// Two sentences, one above the other, and lines where each word of the lower one looks. The lower one is being written:
// what comes after the word in focus is still dim. A press on one of its words brings that word into focus.
import { element, renew, svg, write } from "../../../element.js";
import { fixed, number } from "../../../numbers.js";
import { palette } from "../../../palette.js";
import { scrub } from "../../../scrub.js";
import { worded } from "../../../worded.js";
import { dim, quoted } from "../../shared/words.js";

const HIGH = 84; // px between the sentences
const FAINT = 0.05; // weights below have no line

/** @typedef {{ left: number, right: number, middle: number }} Stretch where a word stands */
/** @typedef {Payload<{ english: string[], french: string[], title: string }, Arrays<"weights" | "chance">>} Data
 * `weights` [french, english], `chance` [french] */

/** @type {Mount<Data>} */
export const mount = (root) => new Alignment(root);

class Alignment {
  /** @type {Data["header"]} */ header;
  /** @type {Data["arrays"]} */ arrays;
  /** @type {{ above: Stretch[], below: Stretch[], from: number, width: number } | null} */ places = null;
  /** @type {{ weight: number, path: SVGPathElement }[][]} */ rows = [];
  at = 0;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.said = element("p", { class: "gb-headline" });
    this.above = element("div", { class: "gb-sentence", lang: "en" });
    this.below = element("div", { class: "gb-sentence", lang: "fr" });
    this.lines = svg("svg", { "aria-hidden": "true", height: HIGH });
    this.body = element("div", { class: "gb-aligned" }, this.above, this.lines, this.below);
    this.frame = element("div", { class: "gb-scrolled" }, this.body);
    this.frame.onscroll = () => { if (this.places) this.places.from = this.frame.scrollLeft; };
    root.replaceChildren(this.said, this.frame);
    // No step moves a word, so where they stand is read when that has changed, and not at every step.
    this.watch = new ResizeObserver(() => this.body.isConnected && (this.measure(), this.draw(this.at)));
    this.below.onclick = ({ target }) => {
      const word = /** @type {Element} */ (target).closest("button");
      if (word) scrub.jump(this.header.follow, Number(word.dataset.word));
    };
  }

  /** @param {Data} payload */
  update({ header, arrays }) {
    Object.assign(this, { header, arrays });
    this.above.replaceChildren(...header.english.map((word) =>
      element("span", {}, element("small", {}, " "), element("bdi", {}, word))));
    this.below.replaceChildren(...header.french.map((word, t) =>
      element("button", { type: "button", "data-word": t }, word)));
    this.places = null;
    this.watch.disconnect();
    for (const part of [this.frame, ...this.above.children, ...this.below.children]) this.watch.observe(part);
  }

  /** @param {number} t */
  row(t) {
    const many = this.header.english.length;
    return this.arrays.weights.subarray(t * many, (t + 1) * many);
  }

  measure() {
    const places = (/** @type {HTMLElement} */ { children, offsetLeft: first }) => [...children].map((child) => {
      const word = /** @type {HTMLElement} */ (child);
      const [left, width] = [word.offsetLeft - first, word.offsetWidth];
      return { left, right: left + width, middle: left + width / 2 };
    });
    const { scrollLeft: from, clientWidth: width } = this.frame;
    const found = (this.places = { above: places(this.above), below: places(this.below), from, width });
    this.lines.setAttribute("width", String(Math.max(this.above.scrollWidth, this.below.scrollWidth)));
    const bend = HIGH / 2;
    this.rows = found.below.map(({ middle: from }, t) => [...this.row(t).entries()]
      .filter(([, weight]) => weight >= FAINT)
      .map(([j, weight]) => {
        const to = found.above[j].middle;
        return { weight, path: svg("path", { d: `M${from} ${HIGH}C${from} ${bend} ${to} ${bend} ${to} 0`, fill: "none" }) };
      }));
    this.lines.replaceChildren(...this.rows.flat().map(({ path }) => path));
    return found;
  }

  /** @param {number} step */
  draw(step) {
    this.at = step;
    const { below } = this.places ?? this.measure(), colours = palette(this.body), row = this.row(step), best = row.indexOf(Math.max(...row));
    [...this.above.children].forEach((word, j) => {
      write(/** @type {Node} */ (word.firstChild), row[j] < 0.005 ? " " : fixed(row[j], 2));
      word.classList.toggle("gb-focus", j === best);
    });
    [...this.below.children].forEach((word, t) => {
      word.className = t === step ? "gb-focus gb-written" : t > step ? "gb-dim" : "";
      word.setAttribute("aria-current", String(t === step));
    });
    this.say(step, best, row[best]);
    this.keepInSight(below[step]);
    for (const [t, row] of this.rows.entries()) for (const { path, weight } of row) this.ink(path, t, weight, step, colours);
    this.lines.append(...this.rows[step].map(({ path }) => path)); // on top
  }

  /** @param {SVGPathElement} path @param {number} t @param {number} weight @param {number} step @param {Palette} colours */
  ink(path, t, weight, step, colours) {
    const here = t === step;
    const looks = here ? [colours.focus, 1 + 4 * weight, 0.3 + 0.7 * weight]
      : [colours.category1, 1 + 1.5 * weight, (t > step ? 0.1 : 0.55) * weight];
    ["stroke", "stroke-width", "stroke-opacity"].forEach((name, i) => {
      if (path.getAttribute(name) !== String(looks[i])) path.setAttribute(name, String(looks[i]));
    });
  }

  /** A long sentence is scrolled to the word in focus. @param {Stretch} word */
  keepInSight({ left, right }) {
    const { places } = this;
    if (places && (left < places.from || right > places.from + places.width)) this.frame.scrollLeft = places.from = (left + right - places.width) / 2;
  }

  /** @param {number} step @param {number} best @param {number} weight */
  say(step, best, weight) {
    const { english, french, title } = this.header;
    const [word, target] = [element("bdi", {}, quoted(french[step])), element("bdi", {}, quoted(english[best]))];
    const where = dim(best === step ? worded(", in the same place") : step < english.length
      ? worded`; in the same place stands “${english[step]}”` : worded("; in the same place stands no word"));
    renew(this.said,
      dim(worded("Writing ")), element("strong", {}, word), dim(worded` (probability ${chance(this.arrays.chance[step])}), ${title} looks most at `),
      element("strong", { class: "gb-focus" }, target), ` (${fixed(weight, 2)})`, where, ".");
  }
}

const chance = (/** @type {number} */ value) => (value > 0.99995 && value < 1 ? `> ${number(0.9999, 4)}` : `= ${number(value, 4)}`);
