// A link to another page waits until the server has heard what a hand has just set: told after the link, it would bring
// the page before back; heard while the next page comes, it would stand in that one's address.
import { isReceived, onceReceived, sendNow } from "./once_still.js";

/** @type {WeakSet<HTMLAnchorElement>} */ const free = new WeakSet(); // links that have waited

document.addEventListener("click", (event) => {
  const link = linkAt(event, "a[href]:not(.gb-language, [download], [target=_blank])");
  if (!link || free.delete(link) || leadsBeside(link) || opensBeside(event) || isReceived()) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  sendNow();
  onceReceived(() => {
    free.add(link);
    link.click();
  });
}, true);

/** Whether a link leads to another site or to a place on this page. @param {HTMLAnchorElement} link */
const leadsBeside = ({ origin, pathname }) => origin !== location.origin || pathname === location.pathname;

/** @param {Event} event @param {string} which */
export function linkAt({ target }, which) {
  return target instanceof Element ? /** @type {HTMLAnchorElement | null} */ (target.closest(which)) : null;
}

/** Whether a click opens its link in a tab or a window of its own. @param {MouseEvent} event */
export const opensBeside = ({ ctrlKey, metaKey, shiftKey }) => ctrlKey || metaKey || shiftKey;
