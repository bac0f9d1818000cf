// The short road (see ui/road.py): a control asks the server's mathematics itself, and the pictures draw the answer.
// When the hand rests, Streamlit is told too; its run finds the pictures as they stand.
import { isInSight } from "./sight.js";

const REST = 200; // ms of quiet before the page is told
/** @typedef {{ root: HTMLElement, draw(payload: any): unknown, back(forgot: boolean): void }} Picture */
/** @typedef {(message: { value: unknown, sent: number }) => void} Sending */
/** @type {Map<string, Picture>} */ const pictures = new Map();
/** @type {Map<string, Page>} */ const pages = new Map();
const AGAIN = 250; // ms between two looks at a line that is down
let down = false, calm = 0;

// The Back button: what a hand did just before, and the server has not heard, is not to undo it.
addEventListener("popstate", () => {
  const forgot = [...pages.values()].filter((page) => page.forget()).length > 0;
  for (const { back } of pictures.values()) back(forgot);
});

/**
 * Whether Streamlit hears what it is told. What is told on a line that is down is lost, and what is told while a line that
 * has come back runs the page for the first time may be: then nothing is told before that run is over.
 */
function isConnected() {
  const { testConnectionState: line, testScriptState: script } = /** @type {HTMLElement | null} */ (document.querySelector("[data-testid=stApp]"))?.dataset ?? {};
  if (line === undefined) return true;
  if (line !== "CONNECTED") down = true;
  calm = line === "CONNECTED" && script === "notRunning" ? calm + 1 : 0;
  if (calm > 3) down = false;
  return !down;
}

/** Calls `act()` as soon as Streamlit hears; `waits(timer)` is given each timer that waits for that.
 * @param {() => void} act @param {(timer: number) => void} waits */
export function whenConnected(act, waits) {
  if (isConnected()) act();
  else waits(setTimeout(() => whenConnected(act, waits), AGAIN));
}

/** A picture of a page: `draw(payload)` takes an answer, `back(forgot)` drops what the server has not heard. Returns how to leave.
 * @param {string} name @param {HTMLElement} root @param {Picture["draw"]} draw @param {Picture["back"]} back */
export function hang(name, root, draw, back) {
  const picture = { root, draw, back };
  pictures.set(name, picture);
  return () => { if (pictures.get(name) === picture) pictures.delete(name); };
}

/** The names of the pictures in sight, and of those whose data another one draws (figures/plot.py: `drawn`). Those below the
 * window wait for the page's own run when the hand rests. */
const inSight = () => [...pictures].filter(([, { root }]) => isInSight(root) || root.dataset.elsewhere !== undefined).map(([name]) => name);

/** What controls and pictures of one page have in common. @param {string} name @returns {Page} */
export function page(name) {
  const one = pages.get(name) ?? new Page(name);
  pages.set(name, one);
  return one;
}

/** Who answers the short road. In a file to keep that is the file itself (live_picture.js). */
export const server = {
  /** The pictures of a page by their names, with some of its values; `null` where that takes a run.
   * @param {string} page @param {Texts} values @returns {Promise<Record<string, Sent> | null>} */
  async answer(page, values) {
    const response = await fetch(new URL("../draw", import.meta.url), {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ page, values, pictures: inSight() }),
    });
    if (response.status === 429) return {}; // more than a hand asks: the page's own run answers when the hand rests
    if (response.status !== 200) return null;
    const { unpack } = await import("./wire.js");
    const { arrays } = await unpack(new Uint8Array(await response.arrayBuffer()));
    const hanging = Object.entries(arrays).filter(([name]) => pictures.has(name));
    return Object.fromEntries(await Promise.all(hanging.map(async ([name, bytes]) => [name, await unpack(bytes)])));
  },
};

class Page {
  /** @type {number | undefined} */ resting;

  /** @param {string} name */
  constructor(name) {
    this.name = name;
    this.sent = 0; // when a hand last moved, by our clock
    /** @type {Texts} */ this.wanted = {}; // field → text, since the page was last told
    /** @type {{ texts: Texts, sent: number }[]} */ this.inFlight = []; // what it was told, and may not have taken in yet
    /** @type {Map<string, { send: () => void, undo: () => void }>} */ this.unsent = new Map(); // field → what tells Streamlit, and what undoes it
    /** @type {Map<string, () => void>} */ this.begun = new Map(); // field → what drops the text that a hand is writing there
    /** @type {Map<string, { follow(text?: string): void }>} */ this.controls = new Map(); // by their fields
    /** @type {Set<string>} */ this.moved = new Set(); // fields that a hand has moved since the server's last word
    this.onMoved = () => {};
    /** @type {Set<{ sendIndex: () => void, sweep: { sets: string } }>} */ this.bars = new Set(); // the controls of its swept axes
    this.asking = false;
  }

  /** Notes whether a hand has moved a field from where the server knows it. @param {string} field @param {boolean} moved */
  note(field, moved) {
    if (moved === this.moved.has(field)) return;
    if (moved) this.moved.add(field);
    else this.moved.delete(field);
    this.onMoved();
  }

  /** The control of a field shows where its axis stands, or without a `text` what the server knows, but for what a hand has set there.
   * @param {string} field @param {string} [text] */
  follow(field, text) { if (!this.unsent.has(field)) this.controls.get(field)?.follow(text); }

  /** The server may be repeating what it heard some time ago; as long as it has not heard our last word, we know better.
   * @param {number} received */
  isAhead(received) { return received < this.sent; }

  /** The server's own word: what it had heard until then stands in its values. @param {number} received */
  receives(received) { this.inFlight = this.inFlight.filter(({ sent }) => sent > received); }

  /** Drops what a hand did and has not told; says whether there was anything. */
  forget() {
    clearTimeout(this.resting);
    const dropped = this.takeUnsent();
    this.inFlight = [];
    for (const drop of this.begun.values()) drop();
    if (dropped.length) this.sent = 0;
    for (const { undo } of dropped) undo();
    for (const field of [...this.moved]) this.note(field, false);
    return dropped.length > 0;
  }

  /** Notes that a hand has moved, and when. */
  moves() { return (this.sent = Math.max(Date.now(), this.sent + 1)); }

  /** A control has a new value; `send(value)` tells Streamlit, `undo()` is for where it never does. Without `asks` it is told at once.
   * @param {string} field @param {string} text @param {Sending} send @param {() => void} undo @param {boolean} asks? */
  change(field, text, send, undo, asks = true) { this.take({ [field]: text }, text, send, undo, asks); }

  /** Several fields have new values at once; `send` is given all of them. @param {Texts} texts @param {Sending} send */
  changeAll(texts, send) { this.take(texts, texts, send, () => {}, true); }

  /** @param {Texts} texts @param {unknown} value @param {Sending} send @param {() => void} undo @param {boolean} asks */
  take(texts, value, send, undo, asks) {
    const fields = Object.keys(texts);
    if (!asks || [...this.bars].some(({ sweep }) => fields.includes(sweep.sets))) this.sendAxes(); // what is set last counts
    const sent = this.moves();
    Object.assign(this.wanted, texts);
    for (const field of fields) this.note(field, true);
    this.unsent.delete(fields.join()); // the newest word is told last: what answers the words before it is then known to be older
    this.unsent.set(fields.join(), { send: () => send({ value, sent }), undo });
    document.documentElement.dataset.unsent = ""; // tests wait until it is gone
    clearTimeout(this.resting);
    if (!asks) this.sendAll();
    else if (!this.asking) this.ask();
  }

  async ask() {
    this.asking = true;
    const moved = this.sent;
    const drawn = await this.draw(Object.assign({}, ...this.inFlight.map(({ texts }) => texts), this.wanted), moved).catch(() => false); // no way through: the page's own run answers
    this.asking = false;
    if (!this.unsent.size) return;
    if (!drawn) this.sendAll();
    else if (moved !== this.sent) this.ask(); // the hand has moved on
    else this.resting = setTimeout(() => this.sendAll(), REST);
  }

  /** @param {Texts} values @param {number} moved */
  async draw(values, moved) {
    const { wanted } = this, payloads = await server.answer(this.name, values);
    if (this.wanted !== wanted) return true; // told or forgotten meanwhile: pictures of other settings may stand here by now
    if (!payloads) return false;
    // Once everything is at hand, so that the browser paints one frame; and in the page's order: a figure measures its
    // surroundings, which is cheap as long as the panels below it have not changed.
    for (const [name, payload] of Object.entries(payloads)) {
      payload.header.received = moved;
      await pictures.get(name)?.draw(payload);
    }
    return true;
  }

  /** Tells what a hand has set, each with its time. */
  sendAll() {
    whenConnected(() => {
      if (this.unsent.size) this.inFlight.push({ texts: this.wanted, sent: this.sent });
      for (const { send } of this.takeUnsent()) send();
    }, (timer) => { this.resting = timer; });
  }

  /** Tells at once what a hand has set, and then does what is to find it: its word follows. @param {() => void} act */
  sendFirst(act) {
    whenConnected(() => {
      this.sendAxes();
      this.sendAll();
      act();
    }, () => {});
  }

  /** Tells where an axis was let go of without waiting until it rests. */
  sendAxes() {
    whenConnected(() => {
      for (const bar of this.bars) bar.sendIndex();
    }, () => {});
  }

  takeUnsent() {
    const unsent = [...this.unsent.values()];
    this.unsent.clear();
    this.wanted = {};
    delete document.documentElement.dataset.unsent;
    return unsent;
  }
}
