// Two sentences, one above the other, and lines where each word of the lower one looks. The lower one is being written:
// what comes after the word in focus is still dim. A press on one of its words brings that word into focus.
// header: `english`, `french` (words, safe to show), `title`. arrays: `weights` [french, english], `chance` [french].
import { element, palette, scrub } from "../glassbox.js";
import { number } from "./descent_numbers.js";
import { dim } from "./words.js";

const HIGH = 84; // px between the sentences
const FAINT = 0.05; // weights below have no line

export function mount(root, payload) {
  const view = new Alignment(root);
  view.update(payload);
  return view;
}

class Alignment {
  constructor(root) {
    this.said = element("p", { class: "gb-headline" });
    this.above = element("div", { class: "gb-sentence", lang: "en" });
    this.below = element("div", { class: "gb-sentence", lang: "fr" });
    this.lines = svg("svg", { "aria-hidden": "true", height: HIGH });
    this.body = element("div", { class: "gb-aligned" }, this.above, this.lines, this.below);
    root.replaceChildren(this.said, element("div", { class: "gb-scrolled" }, this.body));
    new ResizeObserver(() => this.at !== undefined && this.body.isConnected && this.draw(this.at)).observe(root);
    this.below.onclick = ({ target }) => {
      const word = target.closest("button");
      if (word) scrub.jump(this.header.follow, +word.dataset.word);
    };
  }

  update({ header, arrays }) {
    Object.assign(this, { header, arrays });
    this.above.replaceChildren(...header.english.map((word) =>
      element("span", {}, element("small", {}, " "), element("bdi", {}, word))));
    this.below.replaceChildren(...header.french.map((word, t) =>
      element("button", { type: "button", "data-word": t }, word)));
  }

  row(t) {
    const many = this.header.english.length;
    return this.arrays.weights.subarray(t * many, (t + 1) * many);
  }

  draw(step) {
    this.at = step;
    const colours = palette(this.body), row = this.row(step), best = row.indexOf(Math.max(...row));
    [...this.above.children].forEach((word, j) => {
      word.firstChild.textContent = row[j] < 0.005 ? " " : row[j].toFixed(2);
      word.classList.toggle("gb-focus", j === best);
    });
    [...this.below.children].forEach((word, t) => {
      word.className = t === step ? "gb-focus gb-written" : t > step ? "gb-dim" : "";
      word.setAttribute("aria-current", t === step);
    });
    this.say(step, best, row[best]);
    this.keepInSight(this.below.children[step]);
    this.lines.setAttribute("width", Math.max(this.above.scrollWidth, this.below.scrollWidth));
    const middle = (word) => word.offsetLeft + word.offsetWidth / 2;
    const tops = [...this.above.children].map(middle), bottoms = [...this.below.children].map(middle);
    const paths = [];
    const line = (t, j, weight) => {
      const here = t === step, bend = HIGH / 2;
      paths.push(svg("path", {
        d: `M${bottoms[t]} ${HIGH}C${bottoms[t]} ${bend} ${tops[j]} ${bend} ${tops[j]} 0`, fill: "none",
        stroke: here ? colours.focus : colours.category1, "stroke-width": here ? 1 + 4 * weight : 1 + 1.5 * weight,
        "stroke-opacity": here ? 0.3 + 0.7 * weight : t > step ? 0.1 * weight : 0.55 * weight }));
    };
    const order = [...bottoms.keys()].sort((a, b) => (a === step) - (b === step)); // the one in focus on top
    for (const t of order) this.row(t).forEach((weight, j) => { if (weight >= FAINT) line(t, j, weight); });
    this.lines.replaceChildren(...paths);
  }

  /** A long sentence is scrolled to the word in focus. */
  keepInSight(word) {
    const frame = this.body.parentElement, [left, right] = [word.offsetLeft, word.offsetLeft + word.offsetWidth];
    if (left < frame.scrollLeft || right > frame.scrollLeft + frame.clientWidth) {
      frame.scrollLeft = (left + right - frame.clientWidth) / 2;
    }
  }

  say(step, best, weight) {
    const { english, french, title } = this.header, last = english.length - 1;
    const [word, seen] = [element("bdi", {}, `“${french[step]}”`), element("bdi", {}, `“${english[best]}”`)];
    const diagonal = Math.min(step, last);
    const where = dim(best === diagonal ? ", on the diagonal" : `; the diagonal has “${english[diagonal]}”`);
    this.said.replaceChildren(
      dim("Writing "), element("strong", {}, word), dim(` (p ${chance(this.arrays.chance[step])}), ${title} looks most at `),
      element("strong", { class: "gb-focus" }, seen), ` (${weight.toFixed(2)})`, where, ".");
  }
}

const chance = (value) => (value > 0.99995 && value < 1 ? "> 0.9999" : `= ${number(value, 4)}`);

function svg(tag, attributes) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}
