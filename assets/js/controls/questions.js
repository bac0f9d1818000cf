// Questions that a reader answers before the page does (core/questions.py): a guess, what is, and the gap between them.
import { element } from "../element.js";
import { attempt } from "../turns.js";
import { Control } from "./control.js";
import { defined } from "./defined.js";

export class Questions extends Control {
  at = 0;
  /** @type {string | undefined} what stands in the body */ drawn;
  /** @type {string | undefined} the question whose answer is on its way */ asked;

  /** @param {HTMLElement} root @param {ControlHeader} header */
  constructor(root, header) {
    super(root, header);
    this.done = element("span", { class: "gb-done" });
    this.teaser = element("p", { class: "gb-why" });
    this.body = element("div", { class: "gb-question" });
    this.box = element("details", { class: "gb-questions", ontoggle: () => this.unfold() },
      element("summary", {}, element("span", { class: "gb-ask" }, header.label), this.done, this.teaser), this.body);
    root.replaceChildren(this.box);
  }

  show() {
    const { questions } = this.header, done = questions.filter(({ answer }) => answer).length;
    this.done.textContent = `${done} of ${questions.length}`;
    this.teaser.textContent = questions[0].text.map(([words]) => words).join("");
    this.draw();
  }

  get question() { return this.header.questions[this.at]; }

  /** Below the main picture, where the screen is narrow. */
  async unfold() {
    await this.draw();
    if (this.box.open && this.drawn) this.box.scrollIntoView({ block: "nearest" });
  }

  /** The question that is open, unless it stands there as it is: a hand may be at its answer.*/
  async draw() {
    if (!this.box.open) return;
    const { question } = this, { name, answer } = question;
    if (answer || !question.guess) this.asked = this.asked === name && !answer ? name : undefined;
    const state = JSON.stringify([question, this.asked]);
    if (this.drawn === state) return;
    this.drawn = state;
    await attempt(this.root, async () => {
      const [{ answering }, { answered }] = await Promise.all([import("../questions/answering.js"), import("../questions/answered.js")]);
      if (this.drawn !== state) return;
      const text = element("p", { class: "gb-asked", tabindex: "-1" }, ...question.text.map(defined));
      const rest = answer ? this.reply(question, answered(question)) : this.ask(question, answering);
      this.body.replaceChildren(this.steps(), text, ...rest);
    }, () => { this.drawn = undefined; });
  }

  /** The way from one question to the next. */
  steps() {
    const { questions } = this.header;
    const step = (/** @type {string} */ sign, /** @type {number} */ to, /** @type {string} */ label) => element("button", {
      type: "button", class: "gb-step", "aria-label": label, disabled: !questions[to], onclick: () => this.go(to),
    }, sign);
    return element("div", { class: "gb-row" }, step("‹", this.at - 1, "Previous question"),
      element("span", {}, `Question ${this.at + 1} of ${questions.length}`), step("›", this.at + 1, "Next question"));
  }

  /** @param {number} at */
  async go(at) {
    this.at = at;
    await this.draw();
    /** @type {HTMLElement | null} */ (this.body.querySelector(".gb-asked"))?.focus();
  }

  /** How the question is answered, and the way to its answer.
   * @param {Question} question @param {(question: Question, changed: () => void) => Answering} answering */
  ask(question, answering) {
    const goal = question.kind === "goal", waits = this.asked === question.name;
    const see = element("button", { type: "button", class: "gb-button gb-see", disabled: waits || !(goal || question.guess), onclick: () => this.see(question, way?.text() ?? "") },
      goal ? "Start there" : waits ? "Computing …" : "See");
    /** @type {Answering | null} */
    const way = goal ? null : answering(question, () => { see.disabled = false; });
    const last = this.at + 1 === this.header.questions.length;
    const skip = element("button", { type: "button", class: "gb-quiet", hidden: last, onclick: () => this.go(this.at + 1) }, "Skip");
    return [way?.node, element("div", { class: "gb-row" }, see, skip)].filter((node) => node !== undefined);
  }

  /** What is said of the guess.
   * @param {Question} question @param {HTMLElement | null} picture */
  reply(question, picture) {
    const answer = /** @type {QuestionAnswer} */ (question.answer);
    const again = element("button", { type: "button", class: "gb-quiet", onclick: () => this.change(`${question.name}~`) }, "Ask me again");
    const settings = element("button", { type: "button", class: "gb-quiet", hidden: answer.stands, onclick: () => this.change(`${question.name}~${question.guess}`) }, "Show it in the picture");
    const said = (/** @type {Piece[]} */ pieces, kind = "") => pieces.length ? element("p", { class: kind }, ...pieces.map(defined)) : null;
    return [
      element("div", { class: "gb-reply", "data-right": String(answer.right), "aria-live": "polite" }, picture,
        element("p", { class: "gb-verdict" }, answer.sentence), said(answer.belief), said(answer.why), said(answer.next, "gb-next")),
      element("div", { class: "gb-row" }, settings, question.kind === "goal" ? null : again),
    ];
  }

  /** @param {Question} question @param {string} guess */
  see(question, guess) {
    this.asked = question.kind === "goal" ? undefined : question.name;
    this.change(`${question.name}~${guess}`);
    if (this.asked) this.draw();
  }
}
