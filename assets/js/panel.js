// A panel: a view of an explorer's own, drawn in the browser from data sent once, that follows a swept axis.
// Its module exports `mount(root, {header, arrays}, zoom, hand)` → {draw(index), update({header, arrays}), leave()}. All
// data go to `update`, where there is one, so that a view may keep what stays the same; else the view is mounted anew.
// `leave`, where there is one, stops what the view has started. `zoom` is there where the view selects a stretch of its
// axes (zoom.js); with `hand.change({field: value})` a view sets fields of the page, as a control does.
import { aloud } from "./aloud.js";
import { element } from "./element.js";
import { pictureMenu } from "./export.js";
import { lighten, palette } from "./palette.js";
import { hang, page } from "./road.js";
import { scrub } from "./scrub.js";
import { highOnSheet } from "./sheet.js";
import { InSight } from "./sight.js";
import { svgOf } from "./svg_export.js";
import { attempt, inTurn } from "./turns.js";
import { Zoom } from "./zoom.js";
import { worded } from "./worded.js";

const REST = 100; // ms

export default inTurn(".gb-panel", (root) => new Panel(root));

/** @typedef {{ mount: Mount }} Module */

class Panel {
  /** @type {AnyPayload} */ served;
  /** @type {Tell} */ tell;
  /** @type {AnyPayload | undefined} */ payload;
  /** @type {string} */ from;
  /** @type {string} */ page;
  /** @type {string[] | undefined} fields that a lesson keeps as they are */ fixed;
  /** @type {string | null} */ digest;
  /** @type {string} */ paper;
  /** @type {Module | undefined} */ module;
  /** @type {View | null} */ view;
  /** @type {Zoom | null} */ zoom = null;
  /** @type {HTMLElement} */ back;
  /** @type {() => void} */ unfollow;
  /** @type {() => void} */ unhang;
  left = false;
  stale = false;

  /** @param {HTMLElement} root */
  constructor(root) {
    this.root = root;
    this.body = element("div", { class: "gb-body" });
    root.replaceChildren(this.body);
    this.sight = new InSight(root, REST);
    this.aloud = aloud(root);
    root.addEventListener("gb-theme", () => { if (this.payload) attempt(this.root, () => this.draw(scrub.at(this.present().header.follow)), () => this.forget()); });
  }

  /** @param {AnyPayload} payload @param {Tell} tell */
  async take(payload, tell) {
    const { header } = payload, { paper } = palette(this.root);
    Object.assign(this, { served: payload, tell });
    this.unhang ??= this.enter(header);
    const road = page(header.page);
    road.receives(header.received);
    // While a hand is ahead of what the server has heard, newer data stand here or are on their way.
    if (!this.digest || !road.isAhead(header.received)) await this.update(payload);
    if (this.paper && this.paper !== paper) this.follow(scrub.at(header.follow)); // what is drawn is of the old colours
    this.paper = paper;
  }

  /** Once the first data are here. Returns how to leave the page's pictures. @param {PanelHeader} header */
  enter(header) {
    if (!header.drawn) this.root.dataset.elsewhere = ""; // style.css gives it no place
    if (header.kept) this.root.append(pictureMenu(this.root, header, (wide) => this.kept(wide)));
    if (header.zoom) this.zoom = new Zoom();
    this.unfollow = scrub.follow(header.follow, (index) => this.follow(index));
    return hang(header.name, this.root, (payload) => this.update(payload), (forgot) => forgot && this.update(this.served));
  }

  leave() {
    this.left = true;
    this.sight.leave();
    this.unfollow?.();
    this.unhang?.();
    this.view?.leave?.();
  }

  /** @param {AnyPayload} payload */
  async update(payload) {
    const { header } = payload;
    this.zoom?.update(header, (name, value) => this.tell(name, value));
    this.offerWayBack();
    Object.assign(this, { page: header.page, fixed: header.fixed });
    if (this.digest === header.digest) return;
    this.digest = header.digest;
    let module = this.from === header.module ? this.module : undefined;
    await attempt(this.root, async () => {
      module ??= await import(new URL(`./panels/${header.module}`, import.meta.url).href);
    }, () => this.forget());
    if (this.left || this.digest !== header.digest) return; // newer data came while the module was on its way
    if (module && this.module !== module) this.begin(header.module, module);
    Object.assign(this, { payload, stale: true });
    this.follow(scrub.at(header.follow));
  }

  /** Another module draws from now on, into a place that holds nothing of the one before.
   * @param {string} from @param {Module} module */
  begin(from, module) {
    this.view?.leave?.();
    const body = element("div", { class: "gb-body" });
    this.body.replaceWith(body);
    Object.assign(this, { from, module, body, view: null });
  }

  /** A button beside those for pictures, as long as there is more to be seen than is shown. */
  offerWayBack() {
    if (!this.zoom) return;
    this.back ??= element("button", { type: "button", class: "gb-quiet", onclick: () => this.zoom?.out() }, worded("Zoom out"));
    if (this.zoom.within) this.root.querySelector(".gb-pictures")?.prepend(this.back);
    else this.back.remove();
  }

  /** What lets a view set fields of the page, all of them at once. */
  hand() {
    return {
      change: (/** @type {Record<string, unknown>} */ values) => {
        if (this.fixed?.some((field) => field in values)) return;
        const texts = Object.fromEntries(Object.entries(values).map(([field, value]) => [field, String(value)]));
        page(this.page).changeAll(texts, (message) => this.tell("values", message));
      },
    };
  }

  /** A panel out of sight leaves the frame to those in sight, and catches up when it comes into sight or the hand rests.
   * @param {number} index */
  follow(index) {
    if (!this.payload) return;
    this.sight.draw(() => {
      attempt(this.root, () => this.draw(index), () => this.forget());
      this.root.dataset.drawn = String(index);
    });
  }

  /** The picture as an SVG on a light ground; `wide`: what is drawn takes the height of a sheet of 16 : 9. The page is
   * not painted in between. @param {boolean} wide */
  kept(wide) {
    const { dark } = palette(this.root), index = scrub.at(this.present().header.follow);
    if (wide) this.root.dataset.sheet = String(this.highOnSheet());
    if (dark) lighten(this.root, true);
    if (dark || wide) this.draw(index);
    const svg = svgOf(this.body);
    delete this.root.dataset.sheet;
    if (dark) lighten(this.root, false);
    if (dark || wide) this.draw(index);
    return svg;
  }

  /** The height of its canvas on a sheet of 16 : 9, beside the words that stand with it. */
  highOnSheet() {
    const { width, height } = this.body.getBoundingClientRect();
    const drawn = this.body.querySelector("canvas")?.getBoundingClientRect().height ?? 0;
    return Math.max(Math.floor(highOnSheet(width) - (height - drawn)), drawn);
  }

  /** @param {number} index */
  draw(index) {
    const { header } = this.present();
    this.root.dataset.digest = header.digest;
    if (this.stale || !this.view) this.renew();
    this.view?.draw(Math.max(0, Math.min(index, header.length - 1)));
    this.aloud();
  }

  /** What came last. */
  present() { return /** @type {AnyPayload} */ (this.payload); }

  renew() {
    const { mount } = /** @type {Module} */ (this.module);
    this.stale = false;
    if (!this.view?.update) {
      this.view?.leave?.();
      this.view = mount(this.body, this.present(), this.zoom, this.hand());
    }
    this.view.update?.(this.present());
  }

  /** A view that threw is not asked again: the next step, or other data, begin with a new one. */
  forget() {
    this.view?.leave?.();
    Object.assign(this, { view: null, digest: null });
  }
}
