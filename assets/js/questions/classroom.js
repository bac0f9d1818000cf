// A class answers a question together (ui/rooms.py): a teacher opens a room, phones send guesses, the teacher shows the answer.
import { element } from "../element.js";
import { crowd, middle } from "./crowd.js";
import { keep, kept, roomOf } from "../kept.js";
import { worded } from "../worded.js";

let again = 1.5; // seconds from one look at a room to the next: a server at which many look asks for more
const LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"; // none that is taken for a digit, or for another
const CLOSED = worded("This room is closed."), SENT = worded("Sent. You can send another guess until the answer is shown.");
const REFUSED = new Map([
  [404, CLOSED], [409, worded("The answer has been shown: the room takes no more guesses.")],
  [507, worded("This room is full.")],
]);

/** Which guess the page holds against the answer for a class. @type {Texts} */
const MIDDLE = {
  mark: worded("The sentences above are about the middle guess of the class."), sketch: worded("The sentences above are about the mean of the curves of the class."),
  pick: worded("The sentences above are about the most frequent guess of the class."),
};
Object.assign(MIDDLE, { amount: MIDDLE.mark, order: MIDDLE.pick });

/** So many random bytes. @param {number} many */
const random = (many) => crypto.getRandomValues(new Uint8Array(many));

/** @param {string} code @param {string} method @param {string} key @param {unknown} [body] */
function ask(code, method, key, body) {
  const headers = { "Content-Type": "application/json", ...(key && { "X-Glassbox-Key": key }) };
  return fetch(new URL(`../../room/${code}`, import.meta.url), { method, headers, body: method === "GET" ? undefined : JSON.stringify(body ?? {}) });
}

/** What stands in a room, null where it has closed, and undefined where nothing was heard.
 * @param {string} code @param {string} key @returns {Promise<Room | null | undefined>} */
async function lookInto(code, key) {
  const response = await ask(code, "GET", key);
  if (!response.ok) return undefined;
  const room = await response.json();
  again = room?.again ?? again;
  return room;
}

/** Looks at a room as long as `node` is on the page. @param {HTMLElement} node @param {() => Promise<boolean>} look says whether to go on */
function watch(node, look) {
  setTimeout(async () => {
    const goes = document.hidden || !node.isConnected || await look().catch(() => true); // a line that is down comes back
    if (goes && node.dataset.left === undefined) watch(node, look);
  }, 1_000 * again);
}

/** Who opens a room, sees all guesses come, and shows the answer. */
export class Teacher {
  code = [...random(5)].map((byte) => LETTERS[byte % LETTERS.length]).join("");
  key = "";
  /** @type {string[]} */ guesses = [];
  isFound = false; // whether the room has been heard of
  isRevealed = false;

  /** `see(guess)` has the page answer the guess in the middle of all; `closed()` is called when the room has gone.
   * @param {string} slug @param {Question} question @param {(guess: string) => void} see @param {() => void} closed */
  constructor(slug, question, see, closed) {
    this.slug = slug;
    this.place = roomOf(slug, question);
    Object.assign(this, kept(this.place));
    this.question = question;
    this.see = see;
    this.closed = closed;
    const { lang } = document.documentElement;
    const link = `${location.origin}${location.pathname}?room=${this.code}${lang === "en" ? "" : `&lang=${lang}`}`;
    const code = element("img", { alt: worded("QR code of the link to this question"), width: 160, height: 160, src: new URL(`../../qr.svg?link=${encodeURIComponent(link)}`, import.meta.url).href });
    this.picture = element("div", {});
    this.status = element("p", { role: "status" }, worded("Opening a room …"));
    this.show = element("button", { type: "button", class: "gb-button", disabled: true, onclick: () => this.reveal() }, worded("Show the answer"));
    const close = element("button", { type: "button", class: "gb-quiet", onclick: () => this.leave() }, worded("Close the room"));
    this.join = element("div", { class: "gb-join", hidden: true }, code, element("p", {}, worded("Room "), element("b", { class: "gb-code" }, this.code)),
      element("p", { class: "gb-why" }, link),
      element("button", { type: "button", class: "gb-quiet", onclick: () => this.join.requestFullscreen?.().catch(() => {}) }, worded("Code on the whole screen")));
    this.node = element("section", { class: "gb-class", "aria-label": worded("Your class") }, this.join, this.status, this.picture,
      element("div", { class: "gb-row" }, this.show, close));
  }

  /** Opens the room, or goes on with the one that the tab has kept. */
  async open() {
    if (this.key) {
      if (await this.look().catch(() => true)) watch(this.node, () => this.look());
      return;
    }
    const response = await ask(this.code, "PUT", "", { slug: this.slug, question: this.question.name }).catch(() => null);
    if (response?.status !== 201) {
      this.status.textContent = response?.status === 503 ? worded("Too many rooms are open. Try again in a while.")
        : worded("The room cannot be opened. Try again in a while.");
      return;
    }
    this.key = (await response.json()).key;
    keep(this.place, { code: this.code, key: this.key });
    this.isFound = true;
    this.draw();
    watch(this.node, () => this.look());
  }

  async look() {
    const room = await lookInto(this.code, this.key);
    if (room === undefined) return true;
    if (!room) { this.gone(); return false; }
    const news = !this.isFound || room.guesses.join() !== this.guesses.join();
    Object.assign(this, { isFound: true, guesses: room.guesses, isRevealed: this.isRevealed || room.isRevealed });
    if (news) this.draw();
    return true;
  }

  /** The question as it stands now, perhaps with its answer. @param {Question} question */
  update(question) {
    this.question = question;
    if (this.isFound) this.draw();
  }

  draw() {
    const { length } = this.guesses;
    this.join.hidden = this.isRevealed; // what the class thought stands in its place
    const many = [worded("0 guesses"), worded("1 guess")][length] ?? worded`${length} guesses`;
    const ofAll = length && this.question.guess === middle(this.question, this.guesses) ? MIDDLE[this.question.kind] : "";
    this.status.textContent = this.isRevealed ? `${many}. ${ofAll}`.trim() : worded`${many} so far.`;
    this.show.disabled = !length || this.isRevealed;
    this.picture.replaceChildren(...(length ? [crowd(this.question, this.guesses)] : []));
  }

  async reveal() {
    const response = await ask(this.code, "POST", this.key, { show: true }).catch(() => null);
    if (!response?.ok) { this.status.textContent = REFUSED.get(response?.status ?? 0) ?? worded("The answer cannot be shown. Try again."); return; }
    this.isRevealed = true;
    this.draw();
    this.see(this.question.guess || middle(this.question, this.guesses));
  }

  leave() {
    ask(this.code, "DELETE", this.key).catch(() => {}); // it closes by itself, too
    this.gone();
  }

  /** The room has closed: by our own word, or by itself. A look that was on its way meanwhile says so once more. */
  gone() {
    if (this.node.dataset.left !== undefined) return;
    this.node.dataset.left = "";
    keep(this.place, null);
    this.closed();
  }
}

/** Who answers on a phone. */
export class Pupil {
  name = [...random(8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  question = "";
  guess = "";
  isRevealed = false;

  /** `see(question, guess)` has the page answer once the teacher has shown it; `ended()` is called when the room takes no more.
   * @param {string} code @param {(question: Question, guess: string) => void} see @param {() => void} ended */
  constructor(code, see, ended) {
    this.code = code;
    Object.assign(this, kept(`guess in ${code}`));
    this.see = see;
    this.ended = ended;
    this.node = element("p", { class: "gb-class", role: "status" });
  }

  /** Looks into the room until it is heard of, as long as `root` is on the page. @param {Question[]} questions @param {HTMLElement} root */
  async enter(questions, root) {
    const look = () => lookInto(this.code, "").catch(() => undefined);
    let room = await look();
    while (room === undefined && root.isConnected) {
      await new Promise((done) => { setTimeout(done, 1_000 * again); });
      room = await look();
    }
    const { question, isRevealed } = room || { question: questions[0].name, isRevealed: true };
    this.question = question;
    this.isRevealed = isRevealed;
    this.node.textContent = isRevealed ? room ? worded("The answer has been shown.") : CLOSED
      : this.guess ? SENT : worded("Your class answers this question. What you send has no name on it.");
    if (!isRevealed) watch(this.node, () => this.look(questions));
  }

  /** @param {Question} question @param {string} guess */
  async send(question, guess) {
    const response = await ask(this.code, "POST", "", { pupil: this.name, guess }).catch(() => null);
    if (response?.ok) keep(`guess in ${this.code}`, { name: this.name, guess: this.guess = guess });
    this.node.textContent = response?.ok ? SENT : REFUSED.get(response?.status ?? 0) ?? worded("It was not sent. Try again.");
  }

  /** @param {Question[]} questions */
  async look(questions) {
    const room = await lookInto(this.code, "");
    if (room === undefined) return true;
    if (room && !room.isRevealed) return true;
    this.isRevealed = true;
    this.node.textContent = room ? worded("The answer has been shown.") : CLOSED;
    this.ended();
    if (!room) return false;
    const question = questions.find(({ name }) => name === this.question);
    if (question && this.guess) this.see(question, this.guess);
    return false;
  }
}
