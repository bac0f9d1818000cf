// What concerns the page as it stands, its address above all, waits until that says what a hand has just set.
import { isBringing, isSending } from "./bringing.js";
import { page } from "./road.js";

const OFTEN = 50; // ms
const LASTS = 3; // looks: Streamlit runs a page a moment after it was asked to
const LONG = 40, LONGEST = 200; // looks: a line that is down is not waited for

/** Acts once the server has heard what a hand has set, and has run the page: at so many looks in turn. @param {() => void} act */
export function onceStill(act, lasts = LASTS) {
  let calm = 0;
  once(() => {
    const app = /** @type {HTMLElement | null} */ (document.querySelector("[data-testid=stApp]"));
    calm = isReceived() && app?.dataset.testScriptState === "notRunning" ? calm + 1 : 0;
    return calm >= lasts;
  }, act, LONGEST, isSending);
}

/** Acts once the server has heard what a hand has set, whether or not it has run the page to its end. @param {() => void} act */
export const onceReceived = (act) => once(isReceived, act, LONG);

/** Acts once no file that a reader has brought is on its way. @param {() => void} act */
export const onceBrought = (act) => once(() => !isBringing(), act, LONGEST, isSending);

/** Acts once that is so, or after so many looks, of which none counts while `waits`.
 * @param {() => boolean} is @param {() => void} act @param {number} longest @param {() => boolean} waits */
function once(is, act, longest, waits = () => false, looks = 0) {
  if (is() || looks >= longest) act();
  else setTimeout(() => once(is, act, longest, waits, looks + Number(!waits())), OFTEN);
}

/** Whether the server has heard all that a hand has set, and its page shows it: a busy one begins late. */
export function isReceived() {
  const { name, received } = pageInSight();
  return !isBringing() && document.querySelector("[data-unsent]") === null && !(name !== undefined && page(name).isAhead(Number(received)));
}

/** Tells what a hand has set without waiting until it rests. */
export function sendNow() {
  const { name } = pageInSight();
  if (name !== undefined) page(name).sendFirst(() => {});
}

/** The page in sight, and until when the server had heard of it. */
function pageInSight() {
  const { page: name, received } = /** @type {HTMLElement | null} */ (document.querySelector(".gb-copy"))?.dataset ?? {};
  return { name, received };
}
