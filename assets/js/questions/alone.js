// The questions of a file that has no server (ui/questions.py: kept): what guesses are held against stands in the file.
import { Questions } from "../controls/questions.js";
import { scrub } from "../scrub.js";
import { isBelief, verdict } from "./verdict.js";

/** Questions beside the swept `axis`, which a guess moves to where the question is asked. */
export class Alone extends Questions {
  /** @param {HTMLElement} root @param {ControlHeader} header @param {string} axis */
  constructor(root, header, axis) {
    super(root, header);
    this.header = header;
    this.axis = axis;
    scrub.follow(axis, (index) => this.meet(index));
    this.show();
  }

  get kept() { return /** @type {KeptQuestion[]} */ (this.header.questions); }

  /** @param {string} text what a page would tell its server: the name of a question, and a guess */
  change(text) {
    const [name, guess] = text.split("~"), question = /** @type {KeptQuestion} */ (this.kept.find((one) => one.name === name));
    question.guess = guess;
    question.answer = guess ? this.said(question) : null;
    const { step } = question.held;
    if (step !== undefined && (guess || question.kind === "goal")) scrub.jump(this.axis, step);
    this.show();
  }

  /** A goal is met however the axis came there, and stays so. @param {number} index */
  meet(index) {
    const met = this.kept.filter(({ answer, held }) => !answer && held.met?.includes(index));
    for (const question of met) question.answer = this.said(question);
    if (met.length) this.show();
  }

  /** @param {KeptQuestion} question */
  said(question) {
    const { truth = "met", theory = null, why, next, belief } = question.held;
    return { ...verdict(question), truth, theory, stands: true, why, next, belief: belief && isBelief(question) ? belief.words : [] };
  }
}
