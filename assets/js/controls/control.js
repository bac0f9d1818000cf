// What all controls have in common: what stands in them, what a hand has set, and when the server is told.
import { page } from "../road.js";
import { furnish } from "./label.js";

const PAUSE = 600; // ms of quiet after which what was typed is taken
let made = 0;

export class Control {
  /** @type {ControlHeader} */ header;
  /** @type {(value: unknown) => void} */ tell;
  /** @type {string | null} */ digest = null;

  /** @param {HTMLElement} root @param {ControlHeader} header */
  constructor(root, { label, help = [] }) {
    this.id = `gb-control-${(made += 1)}`;
    this.help = help;
    this.named = { "aria-describedby": help.length ? `${this.id}-help` : null };
    this.root = root;
    this.label = label;
  }

  /** Once all is in its place: what the label does. */
  furnish() {
    const label = /** @type {HTMLElement} */ (this.root.querySelector(".gb-label, label"));
    furnish(label, { help: this.help, id: `${this.id}-help`, name: this.label, reset: () => this.reset() });
    return label;
  }

  /** Back to what stands there on a page that nobody has touched. */
  reset() {
    if (this.header.default === undefined || this.header.default === this.header.value) return;
    this.show(this.header.default);
    this.change(this.header.default);
  }

  /** @param {ControlHeader} header @param {(value: unknown) => void} tell */
  update(header, tell) {
    Object.assign(this, { header, tell });
    this.root.inert = Boolean(header.locked); // a lesson keeps it as it is
    const road = page(header.page);
    road.controls.set(header.field, this);
    road.receives(header.received);
    if (this.typing || header.digest === this.digest || road.isAhead(header.received)) return;
    this.digest = header.digest;
    this.show(header.value);
  }

  /** Its axis moves. @param {string} text */
  follow(text = this.header.value) { if (!this.typing) this.show(text); }

  /** Shows the setting as it stands. @abstract @param {string} text */
  show(text) { throw new TypeError(text); }

  /** What is being typed is taken when the hand has rested. Until then nothing from elsewhere stands in its place.
   * @param {() => void} commit */
  soon(commit) {
    this.leave();
    this.typing = setTimeout(() => { this.leave(); commit(); }, PAUSE);
    page(this.header.page).begun.set(this.header.field, () => this.drop());
  }

  /** The Back button: what was typed and never taken goes. */
  drop() {
    this.leave();
    this.show(this.header.value);
  }

  leave() {
    clearTimeout(this.typing);
    this.typing = 0;
  }

  /** @param {string} text */
  change(text) {
    this.leave();
    this.digest = null; // what stands here now is the hand's
    page(this.header.page).change(this.header.field, text, (message) => this.tell(message),
      () => this.show(this.header.value), !this.header.rearranges);
  }
}
