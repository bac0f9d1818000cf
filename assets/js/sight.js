// Which views a reader sees, or nearly: what is further away leaves the frame to them, and hears `gb-seen` when it comes near.
const MARGIN = "100px"; // round the window

/** @type {WeakSet<Element>} */ const unseen = new WeakSet();
const observer = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    unseen[isIntersecting ? "delete" : "add"](target);
    if (isIntersecting) target.dispatchEvent(new Event("gb-seen"));
  }
}, { rootMargin: MARGIN });

/** Before the first look everything counts as seen. @param {Element} root */
export const isSeen = (root) => !unseen.has(root);

/** Looks after a view. Returns how to stop. @param {Element} root */
export function watch(root) {
  observer.observe(root);
  return () => observer.unobserve(root);
}
