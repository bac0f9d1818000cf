// A control of a page: a number, a choice, a list, a switch or a text. It takes the short road, so the picture follows the hand.
import { Pick, Several } from "./controls/lists.js";
import { NumberControl } from "./controls/number.js";
import { Choice, Switch } from "./controls/options.js";
import { Presets } from "./controls/presets.js";
import { Questions } from "./controls/questions.js";
import { TextControl } from "./controls/text.js";
import { inTurn } from "./turns.js";

const KINDS = {
  presets: Presets, questions: Questions, number: NumberControl, choice: Choice, pick: Pick, several: Several, switch: Switch, line: TextControl, text: TextControl,
};

/** @typedef {{ update(header: ControlHeader, tell: (value: unknown) => void): void, leave(): void }} Kind */

export default inTurn(".gb-control", (root) => new Place(root));

/** Where a control stands: another label or list of options needs another one. */
class Place {
  /** @type {Kind | undefined} */ control;
  /** @type {string | undefined} */ build;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    // A text that is half in sight is focused without a scroll. Under a pointer that presses an option nothing may
    // move: it would let go over something else, and the press be lost.
    root.addEventListener("focusin", ({ target }) => {
      if (target instanceof Element && target.matches(":focus-visible")) root.scrollIntoView({ block: "nearest" });
    });
  }

  /** @param {Sent<ControlHeader>} sent @param {Tell} tell */
  take({ header }, tell) {
    const build = structure(header);
    if (this.build !== build) {
      this.control?.leave();
      this.control = new KINDS[header.kind](this.root, header);
      this.build = build;
    }
    this.control?.update(header, (message) => tell("value", message));
  }

  leave() { this.control?.leave(); }
}

/** What a control is built from. @param {ControlHeader} header */
function structure({ kind, label, help, drag, options, placeholder, height }) {
  return JSON.stringify([kind, label, help, drag, options, placeholder, height]);
}
