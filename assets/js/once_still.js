// What concerns the page as it stands, its address above all, waits until that says what a hand has just set.
import { page } from "./road.js";

const OFTEN = 50; // ms
const LASTS = 3; // looks: Streamlit runs a page a moment after it was asked to
const LONG = 40; // looks
const LONGEST = 200; // looks: a line that is down is not waited for

/** Acts once the server has heard what a hand has set, and has run the page: at so many looks in turn. @param {() => void} act */
export function onceStill(act, lasts = LASTS, looks = 0, calm = 0) {
  const app = /** @type {HTMLElement | null} */ (document.querySelector("[data-testid=stApp]"));
  const isCalm = isTold() && app?.dataset.testScriptState === "notRunning";
  if ((isCalm && calm + 1 >= lasts) || looks >= LONGEST) act();
  else setTimeout(() => onceStill(act, lasts, looks + 1, isCalm ? calm + 1 : 0), OFTEN);
}

/** Acts once the server has heard what a hand has set, whether or not it has run the page to its end; a line that is down is
 * not waited for. @param {() => void} act */
export function onceTold(act, looks = 0) {
  if (isTold() || looks >= LONG) act();
  else setTimeout(() => onceTold(act, looks + 1), OFTEN);
}

/** Whether the server has heard all that a hand has set, and its page shows it: a busy one begins late. */
export function isTold() {
  const { name, heard } = shown();
  return document.querySelector("[data-untold]") === null && !(name !== undefined && page(name).isAhead(Number(heard)));
}

/** Tells what a hand has set without waiting until it rests. */
export function tellNow() {
  const { name } = shown();
  if (name !== undefined) page(name).tellFirst(() => {});
}

/** The page in sight, and until when the server had heard of it. */
function shown() {
  const { page: name, heard } = /** @type {HTMLElement | null} */ (document.querySelector(".gb-copy"))?.dataset ?? {};
  return { name, heard };
}
