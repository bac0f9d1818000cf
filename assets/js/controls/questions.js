// Questions that a reader answers before the page does (core/questions): a guess, what is, and the gap between them.
import { element } from "../element.js";
import { attempt } from "../turns.js";
import { Control } from "./control.js";
import { defined } from "./defined.js";
import { kept, roomOf } from "../kept.js";
import { keepGuesses } from "../questions/lesson.js";
import { joined } from "../numbers.js";
import { worded } from "../worded.js";

const COMING = 6_000; // ms that a page may take until all of it stands

export class Questions extends Control {
  at = 0;
  unopened = true;
  resumed = false;
  /** @type {import("../questions/classroom.js").Pupil | null} of a class that answers together */ pupil = null;
  /** @type {Map<string, import("../questions/classroom.js").Teacher>} the rooms that this reader has opened, by their question */ taught = new Map();
  /** @type {string | undefined} what stands in the body */ drawn;
  ledTo = false; // a lesson opens it: the words of the lesson, above the page, stay in sight
  /** @type {string | undefined} the question whose answer is on its way */ current;
  /** @type {Map<string, { instead: string, text: () => string }>} what a hand has put in the place of a guess, by question, until it is answered: a card may be drawn anew meanwhile */ begun = new Map();

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
    this.done.textContent = worded`${done} of ${questions.length}`;
    this.teaser.textContent = questions[0].text.map(([words]) => words).join("");
    if (!questions.find(({ name }) => name === this.current)?.guess) this.current = undefined; // it was refused, or taken back
    keepGuesses(this.header.value);
    if (this.header.opened && this.unopened) {
      this.ledTo = !this.box.open;
      this.lead(this.header.opened);
    }
    if (!this.resumed) this.resume();
    if (this.header.room && !this.pupil) this.join(this.header.room);
    this.draw();
  }

  /** Opens the question that a lesson asks. @param {string} name */
  lead(name) {
    this.unopened = false;
    this.at = Math.max(0, this.header.questions.findIndex((one) => one.name === name));
    this.box.open = true;
  }

  /** Goes on with the rooms that the tab has opened here before the page was left, or loaded again. */
  resume() {
    const { questions, slug } = this.header;
    this.resumed = true;
    for (const question of questions.filter((one) => slug && kept(roomOf(slug, one)))) {
      this.lead(question.name);
      this.teach(question);
    }
  }

  /** Takes part in a room. @param {string} code */
  async join(code) {
    const { Pupil } = await import("../questions/classroom.js");
    if (this.pupil) return;
    this.pupil = new Pupil(code, (question, guess) => this.see(question, guess), () => this.goOnAlone());
    await this.pupil.enter(this.header.questions, this.root);
    this.at = Math.max(0, this.header.questions.findIndex(({ name }) => name === this.pupil?.question));
    this.drawn = undefined;
    this.box.open = true;
    await this.draw();
    this.stay();
  }

  /** Who has sent nothing before the room took no more may still see. The card stays: a hand may be at its answer. */
  goOnAlone() {
    const see = this.body.querySelector(".gb-see");
    if (see && this.question.name === this.pupil?.question) see.textContent = worded("See");
  }

  /** Keeps the card in sight while the page around it is still coming, until a hand is at it: a pupil came for it. */
  stay() {
    const watch = new ResizeObserver(() => this.box.scrollIntoView({ block: "nearest" })), stop = () => watch.disconnect();
    for (const node of [this.box, document.querySelector(".stMainBlockContainer")]) if (node) watch.observe(node);
    for (const kind of ["pointerdown", "wheel", "keydown"]) addEventListener(kind, stop, { once: true, passive: true });
    setTimeout(stop, COMING);
  }

  /** Opens a room, in which a class answers the question. @param {Question} question */
  async teach(question) {
    const { Teacher } = await import("../questions/classroom.js");
    const teacher = new Teacher(this.header.slug, question, (guess) => this.see(question, guess), () => {
      this.taught.delete(question.name);
      this.drawn = undefined;
      this.draw();
    });
    this.taught.set(question.name, teacher);
    this.drawn = undefined;
    await Promise.all([teacher.open(), this.draw()]);
  }

  get question() { return this.header.questions[this.at]; }

  /** Below the main picture, where the screen is narrow. */
  async unfold() {
    await this.draw();
    if (this.box.open && this.drawn && !this.ledTo) this.box.scrollIntoView({ block: "nearest" });
    this.ledTo = false;
  }

  /** The question that is open, unless it stands there as it is: a hand may be at its answer. */
  async draw() {
    if (!this.box.open) return;
    const { question } = this, { name, answer } = question;
    if (answer || !question.guess) this.current = this.current === name && !answer ? name : undefined;
    const state = JSON.stringify([question, this.current]);
    if (this.drawn === state) return;
    this.drawn = state;
    await attempt(this.root, async () => {
      const { answering } = await import("../questions/answering.js"), { answered } = await import("../questions/answered.js");
      if (this.drawn !== state) return;
      const text = element("p", { class: "gb-asked", tabindex: "-1" }, ...question.text.map(defined));
      const rest = answer ? this.reply(question, answered(question)) : question.kind === "goal" ? this.aim(question) : this.ask(question, answering);
      const class_ = this.taught.get(name), pupil = this.pupil?.question === name ? this.pupil.node : null;
      class_?.update(question);
      const held = this.body.contains(document.activeElement);
      this.body.replaceChildren(...[this.steps(), text, ...rest, class_?.node, pupil].filter((node) => node instanceof Node));
      if (held) this.focus();
    }, () => { this.drawn = undefined; });
  }

  /** The way from one question to the next. */
  steps() {
    const { questions } = this.header;
    const step = (/** @type {string} */ sign, /** @type {number} */ to, /** @type {string} */ label) => element("button", {
      type: "button", class: "gb-step", "aria-label": label, disabled: !questions[to], onclick: () => this.go(to),
    }, sign);
    return element("div", { class: "gb-row" }, step("‹", this.at - 1, worded("Previous question")),
      element("span", {}, worded`Question ${this.at + 1} of ${questions.length}`), step("›", this.at + 1, worded("Next question")));
  }

  /** @param {number} at */
  async go(at) {
    this.at = at;
    await this.draw();
    this.focus();
  }

  /** Where a reader of a screen goes on: what had the focus is no longer there. */
  focus() { /** @type {HTMLElement | null} */ (this.body.querySelector(".gb-verdict") ?? this.body.querySelector(".gb-asked"))?.focus(); }

  /** What stands as the guess: what a hand has begun, or what was told. @param {Question} question */
  guessOf({ name, guess }) {
    const begun = this.begun.get(name);
    return begun?.instead === guess ? begun.text() : guess;
  }

  /** How the question is answered, and the way to its answer.
   * @param {Question} question @param {(question: Question, changed: (is?: boolean) => void) => Answering} answering */
  ask(question, answering) {
    const { name } = question, guess = this.guessOf(question), waits = this.current === name;
    const pupil = this.pupil?.question === name && !this.pupil.isRevealed ? this.pupil : null;
    const act = () => (pupil && !pupil.isRevealed ? pupil.send(question, way.text()) : this.see(question, way.text()));
    const see = element("button", { type: "button", class: "gb-button gb-see", disabled: waits || !guess, onclick: act }, pupil ? worded("Send") : waits ? worded("Computing …") : worded("See"));
    const way = answering({ ...question, guess }, (is = true) => {
      see.disabled = !is;
      this.begun.set(name, { instead: question.guess, text: () => way.text() });
    });
    way.node.onkeydown = ({ key, target }) => { if (key === "Enter" && target instanceof HTMLInputElement) see.click(); };
    const teach = element("button", { type: "button", class: "gb-quiet", hidden: !this.header.slug || this.pupil || this.taught.has(name), onclick: () => this.teach(question) }, worded("Ask a class"));
    return [way.node, element("div", { class: "gb-row" }, see, pupil ? null : this.skip(), teach)];
  }

  /** The way into a goal. @param {Question} question */
  aim(question) {
    return [element("div", { class: "gb-row" },
      element("button", { type: "button", class: "gb-button gb-see", onclick: () => this.see(question, "") }, worded("Start there")), this.skip())];
  }

  skip() {
    const last = this.at + 1 === this.header.questions.length;
    return element("button", { type: "button", class: "gb-quiet", hidden: last, onclick: () => this.go(this.at + 1) }, worded("Skip"));
  }

  /** What is said of the guess.
   * @param {Question} question @param {HTMLElement | null} picture */
  reply(question, picture) {
    const answer = /** @type {QuestionAnswer} */ (question.answer);
    this.begun.delete(question.name);
    const again = element("button", { type: "button", class: "gb-quiet", onclick: () => this.change(`${question.name}~`) }, worded("Ask me again"));
    const settings = element("button", { type: "button", class: "gb-quiet", hidden: answer.stands, onclick: () => this.change(`${question.name}~${question.guess}`) }, worded("Show it in the picture"));
    const said = (/** @type {Piece[]} */ pieces, lead = "") => pieces.length ? element("p", {}, lead ? element("strong", {}, lead) : null, ...pieces.map(defined)) : null;
    return [
      element("div", { class: "gb-reply", "data-right": String(answer.right), "aria-live": "polite" }, picture,
        element("p", { class: "gb-verdict", tabindex: "-1" }, joined(answer.sentence)), said(answer.belief), said(answer.why), said(answer.next, worded("Try next: "))),
      element("div", { class: "gb-row" }, settings, question.kind === "goal" ? null : again),
    ];
  }

  /** @param {Question} question @param {string} guess */
  see(question, guess) {
    this.current = question.kind === "goal" ? undefined : question.name;
    this.change(`${question.name}~${guess}`);
    if (this.current) this.draw();
  }
}
