// The training of a tokenizer at one step: the pair about to merge, the leading pairs, the text and the words behind it.
import { element, renew, write } from "../../../element.js";
import { count, number } from "../../../numbers.js";
import { scrub } from "../../../scrub.js";
import { worded } from "../../../worded.js";
import { tableHead } from "../../shared/tables.js";
import { dim } from "../../shared/words.js";
import { Words, chip } from "./chips.js";

const RECENT = 24; // merges listed behind the present step

const DIGITS = 4; // of a score

/** @typedef {{ tokens: string[], base: number, tie: string, ending: string, counted: boolean, inside: string, given: boolean, single: string, signs: Record<string, string> }} Fields */
/** @typedef {"left" | "right" | "merged" | "left_count" | "right_count" | "count" | "replaced" | "tied" | "source_words" | "symbol" | "boundary_step" | "word_offset"} OfSteps */
/** @typedef {"leaders_left" | "leaders_right" | "leaders_count" | "source_word" | "source_occurrences"} Listed [steps, listed] */
/** @typedef {Payload<Fields, Arrays<OfSteps | Listed | "frequency" | "length" | "passage", "scores" | "winning_scores">>} Data
 * `scores` and `winning_scores` are WordPiece's; with them `inside` stands before a piece inside a word */
/** @typedef {Record<"node" | "rank" | "pair" | "value" | "bar" | "text" | "times", HTMLElement> & { left?: number, right?: number }} Row */
/** @typedef {{ node: HTMLElement, look: string | null, word: number, version: number }} Place of a word in the text */

/** @type {Mount<Data>} */
export const mount = (root) => new Board(root);

class Board {
  /** @type {Data["arrays"]} */ arrays;
  /** @type {Data["header"]} */ header;
  /** @type {string[]} */ tokens = [];
  /** @type {Words} */ words;
  /** @type {Row[]} */ rows = [];
  /** @type {Place[]} */ places = [];
  /** @type {Map<number, HTMLElement>} */ listed = new Map();
  steps = 0;
  width = 0;
  text = "";

  /** @param {HTMLElement} root */
  constructor(root) {
    const part = (/** @type {string} */ name, /** @type {string} */ title, /** @type {Node[]} */ ...children) =>
      element("section", { class: `gb-part-${name}` }, element("h3", {}, title), ...children);
    this.headline = element("p", { class: "gb-headline", "aria-live": "off" });
    this.passage = element("div", { class: "gb-passage", role: "region", tabindex: 0, "aria-label": worded("The text, as tokens") });
    this.passageTitle = element("h3");
    this.leaders = element("tbody");
    this.sources = element("div");
    this.sum = element("p", { class: "gb-sum" });
    this.before = element("li", { class: "gb-dim" });
    this.recent = element("ol", { class: "gb-recent" }, this.before);
    this.columns = element("table", { class: "gb-leaders" });
    root.replaceChildren(element("div", { class: "gb-board" },
      this.headline,
      element("div", {},
        element("section", { class: "gb-part-passage" }, this.passageTitle, this.passage),
        part("sources", worded("Before and after, in the words that hold it"), this.sources)),
      element("div", {},
        part("leaders", worded("Leading pairs"), this.columns),
        part("sum", worded("How the count comes about"), this.sum)),
      part("recent", worded("Merges so far"), this.recent)));
  }

  /** Takes other data. What looks the same in them stays on the screen: laying it out again would cost a frame. @param {Data} payload */
  update({ header, arrays }) {
    Object.assign(this, { header, arrays, tokens: header.tokens, steps: header.length - 1 });
    this.listed.forEach((item) => item.remove());
    this.listed = new Map();
    this.words = new Words({
      tokens: header.tokens, symbol: arrays.symbol, boundary: arrays.boundary_step, offset: arrays.word_offset, length: arrays.length,
      signs: header.signs, inside: header.inside,
    });
    this.prepareLeaders();
    this.prepareSources();
    this.preparePassage();
  }

  prepareLeaders() {
    const scored = Boolean(this.arrays.scores);
    this.rows = Array.from({ length: this.arrays.leaders_left.shape[1] }, (_, rank) => {
      const bar = element("span", { class: "gb-bar" }), text = element("span"), pair = element("td"), times = element("td", { class: "gb-times" });
      const place = element("td", { class: "gb-rank" }, rank + 1), value = element("td", { class: "gb-value" }, bar, text);
      return { rank: place, pair, value, bar, text, times, node: element("tr", {}, place, pair, scored ? times : null, value) };
    });
    const names = scored ? [worded("Rank"), worded("Pair"), worded("Count"), worded("Score")] : [worded("Rank"), worded("Pair"), worded("Count")];
    this.columns.classList.toggle("gb-scored", scored);
    this.columns.replaceChildren(tableHead(names, { "data-screen-only": !scored }), this.leaders);
    this.leaders.replaceChildren(...this.rows.map((row) => row.node));
  }

  prepareSources() {
    const { source_word: source, source_words: all } = this.arrays;
    this.width = source.shape[1];
    const most = Math.min(Math.max(1, ...all), this.width);
    this.sources.style.minHeight = `${2.1 * most}rem`;
  }

  preparePassage() {
    const { passage, frequency } = this.arrays;
    const { counted } = this.header;
    const times = (/** @type {number} */ word) => (counted ? `×${count(frequency[word])}` : "");
    const text = Array.from(passage, (word) => this.words.look(word, 0) + times(word)).join(" ");
    this.passageTitle.textContent = counted ? worded("The words") : worded("The text, as tokens");
    const before = this.text === text ? this.places : /** @type {Place[]} */ ([]);
    this.places = Array.from(passage, (word, i) => ({ ...(before[i] ?? { node: element("span"), look: null }), word, version: -1 }));
    if (this.text === text) return;
    this.text = text;
    this.passage.replaceChildren(...this.places.flatMap(({ node, word }) => [node,
      counted ? element("span", { class: "gb-dim gb-times" }, times(word)) : "", " "]));
    // Single characters take the most room: the height at the start is enough for every step, and stays.
    this.drawPassage(0);
    requestAnimationFrame(() => { this.passage.style.height = `${this.passage.scrollHeight}px`; });
  }

  /** @param {number} step */
  draw(step) {
    this.drawHeadline(step);
    this.drawLeaders(step);
    this.drawPassage(step);
    this.drawSources(step);
    this.drawRecent(step);
  }

  /** @param {number} step */
  drawHeadline(step) {
    const { arrays } = this;
    if (step >= this.steps) {
      this.headline.replaceChildren(this.header.ending);
      return;
    }
    const [left, right, merged] = [arrays.left[step], arrays.right[step], arrays.merged[step]];
    const times = count(arrays.count[step]);
    renew(this.headline,
      dim(worded`Merge ${count(step + 1)}: `),
      this.chip(left, true), " + ", this.chip(right, true), " → ", this.chip(merged),
      element("strong", {}, ` ${times}×`), this.scoreOf(step), this.tieSentence(step));
  }

  /** @param {number} step */
  scoreOf(step) {
    const { winning_scores: scores } = this.arrays;
    return scores ? element("span", {}, worded(", score "), element("strong", {}, number(scores[step], DIGITS))) : "";
  }

  /** @param {number} step */
  tieSentence(step) {
    const { leaders_left: left, leaders_right: right } = this.arrays;
    if (this.header.given) return dim(`${worded(" · the leading pair stands ")}${count(this.arrays.leaders_count[step * left.shape[1]])}×`);
    const rivals = this.arrays.tied[step] - 1;
    if (rivals < 1) return dim(worded(" · no tie"));
    const named = Math.min(rivals, 3);
    const names = [];
    for (let k = 1; k <= named; k++) {
      const at = step * left.shape[1] + k;
      names.push(k > 1 ? ", " : "", this.pair(left[at], right[at]));
    }
    const more = rivals > named ? worded` and ${count(rivals - named)} more` : "";
    return element("span", {}, worded(" · won a tie "), dim(`(${this.header.tie}) `), worded("against "), ...names, more);
  }

  /** @param {number} step */
  drawLeaders(step) {
    const { leaders_left: left, leaders_right: right, leaders_count: counts, scores } = this.arrays;
    const width = left.shape[1], values = scores ?? counts;
    const top = values[step * width] || 1;
    this.rows.forEach((row, rank) => {
      const at = step * width + rank;
      row.node.hidden = left[at] < 0;
      if (left[at] < 0) return;
      const leads = this.leads(step, rank), ties = leads && rank > 0 && !this.header.given;
      row.node.className = leads && !ties ? "gb-wins" : "";
      if (row.left !== left[at] || row.right !== right[at]) {
        [row.left, row.right] = [left[at], right[at]];
        renew(row.pair, this.pair(left[at], right[at]));
      }
      write(row.times, count(counts[at]));
      write(row.text, (scores ? number(scores[at], DIGITS) : count(counts[at])) + (ties ? worded(" tie") : ""));
      row.bar.style.width = `${(100 * values[at]) / top}%`;
    });
  }

  /** Whether the pair of a row is the next merge, or ties with it; a file's next merge need not lead.
   * @param {number} step @param {number} rank */
  leads(step, rank) {
    if (step >= this.steps) return false;
    const { leaders_left: lefts, leaders_right: rights, leaders_count: counts, scores, left, right } = this.arrays;
    const first = step * lefts.shape[1], at = first + rank, values = scores ?? counts;
    if (this.header.given) return lefts[at] === left[step] && rights[at] === right[step];
    return values[at] === (values[first] || 1);
  }

  /** @param {number} step */
  drawPassage(step) {
    for (const place of this.places) {
      const version = this.words.version(place.word, step);
      if (version === place.version) continue;
      const look = this.words.look(place.word, step);
      place.version = version;
      if (look === place.look) continue;
      place.look = look;
      renew(place.node, this.words.chips(place.word, step));
    }
  }

  /** @param {number} step */
  drawSources(step) {
    if (step >= this.steps) {
      this.sources.replaceChildren(element("p", { class: "gb-dim" }, worded("No further merge.")));
      this.sum.replaceChildren();
      return;
    }
    const { source_word: source, source_occurrences: occurrences, frequency } = this.arrays;
    const rows = [], terms = [];
    let rest = this.arrays.count[step];
    for (let k = 0; k < this.width; k++) {
      const word = source[step * this.width + k];
      if (word < 0) break;
      const [times, here] = [frequency[word], occurrences[step * this.width + k]];
      rest -= times * here;
      rows.push(element("div", { class: "gb-source" }, this.words.chips(word, step), element("span", { class: "gb-arrow" }, "→"),
        this.after(word, step), dim(`×${count(times)}`)));
      terms.push(terms.length ? " + " : "", element("span", { class: "gb-term" },
        `${count(times)} × ${here}`, element("small", {}, this.plain(word))));
    }
    const others = this.arrays.source_words[step] - rows.length;
    if (others > 0) terms.push(" + ", element("span", { class: "gb-term" }, count(rest), element("small", {}, others === 1 ? worded("1 more word") : worded`${count(others)} more words`)));
    renew(this.sources, ...rows);
    renew(this.sum, worded("count("), this.pair(this.arrays.left[step], this.arrays.right[step]), ") = ", ...terms,
      " = ", element("strong", {}, count(this.arrays.count[step])), this.replaced(step), this.division(step));
  }

  /** WordPiece divides by how often the two tokens occur at all. @param {number} step */
  division(step) {
    const { winning_scores: scores, left_count: first, right_count: second, count: both } = this.arrays;
    if (!scores) return "";
    return element("span", {}, worded(". Score = count(pair) / (count("), this.chip(this.arrays.left[step]), worded(") × count("), this.chip(this.arrays.right[step]),
      `)) = ${count(both[step])} / (${count(first[step])} × ${count(second[step])}) = `, element("strong", {}, number(scores[step], DIGITS)));
  }

  /** Overlapping occurrences (aaa holds a a twice) are counted but cannot all merge. @param {number} step */
  replaced(step) {
    const [all, merged] = [this.arrays.count[step], this.arrays.replaced[step]];
    return merged === all ? "" : element("span", { class: "gb-dim" },
      worded`. Occurrences overlap: ${count(merged)} of them can merge.`);
  }

  /** @param {number} word @param {number} step */
  after(word, step) {
    const node = this.words.chips(word, step + 1, false);
    const made = this.tokens[this.arrays.merged[step]];
    for (const one of node.querySelectorAll(".gb-chip")) one.classList.toggle("gb-lit", one.textContent === made);
    return node;
  }

  /** @param {number} word */
  plain(word) {
    const text = this.words.at(word, Infinity).map(({ text }, i) => (i ? text.slice(this.header.inside.length) : text)).join("");
    return text.length > 24 ? `${text.slice(0, 23)}…` : text;
  }

  /** The latest first. A step to the next merge adds one item: those that stay are left where they are. @param {number} step */
  drawRecent(step) {
    const first = Math.max(0, step - RECENT);
    const kept = new Map();
    for (const [s, item] of this.listed) {
      if (s >= first && s < step) kept.set(s, item);
      else item.remove();
    }
    let place = this.recent.firstChild;
    for (let s = step - 1; s >= first; s--) {
      const item = kept.get(s) ?? this.recentItem(s);
      if (place !== item) this.recent.insertBefore(item, place);
      place = item.nextSibling;
      kept.set(s, item);
    }
    this.listed = kept;
    write(this.before, !step ? worded`none yet: every token is a single ${this.header.single}` : first ? worded`and ${count(first)} before` : "");
  }

  /** @param {number} s */
  recentItem(s) {
    return element("li", {}, element("button", { type: "button", class: "gb-quiet", title: worded("Go to this merge"), onclick: () => scrub.jump(this.header.follow, s) },
      dim(`${count(s + 1)} `), this.tokens[this.arrays.merged[s]],
      dim(` ${count(this.arrays.count[s])}`)));
  }

  /** @param {number} token */
  chip(token, lit = false) { return chip(this.tokens[token], token < this.header.base ? 1 : 3, lit); }

  /** @param {number} left @param {number} right */
  pair(left, right) { return element("span", { class: "gb-pair" }, this.chip(left), this.chip(right)); }
}
