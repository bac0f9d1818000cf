// Which views are in sight, or nearly. One that is further away leaves the frame to them.
const MARGIN = "100px"; // round the window

/** @type {WeakSet<Element>} */ const away = new WeakSet();
/** @type {WeakMap<Element, InSight>} */ const views = new WeakMap();
const observer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    away[isIntersecting ? "delete" : "add"](target);
    if (isIntersecting) views.get(target)?.catchUp();
  }
}, { rootMargin: MARGIN });

/** Before the first look everything counts as in sight. @param {Element} root */
export const isInSight = (root) => !away.has(root);

/** What a view draws while an axis moves: at once where it is in sight, else when it comes there or the hand has rested. */
export class InSight {
  /** @type {(() => void) | null} */ waiting = null;
  later = 0;

  /** @param {HTMLElement} root @param {number} rest ms */
  constructor(root, rest) {
    this.root = root;
    this.rest = rest;
    views.set(root, this);
    observer.observe(root);
  }

  /** @param {() => void} draw takes the place of what still waits */
  draw(draw) {
    clearTimeout(this.later);
    this.waiting = draw;
    if (isInSight(this.root)) this.catchUp();
    else {
      this.root.dataset.waits = ""; // tests wait until it is gone
      this.later = setTimeout(() => this.catchUp(), this.rest);
    }
  }

  catchUp() {
    const draw = this.waiting;
    this.waiting = null;
    clearTimeout(this.later);
    delete this.root.dataset.waits;
    draw?.();
  }

  leave() {
    clearTimeout(this.later);
    observer.unobserve(this.root);
  }
}
