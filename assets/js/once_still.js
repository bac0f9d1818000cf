// What concerns the page as it stands, its address above all, waits until that says what a hand has just set.
import { page } from "./road.js";

const OFTEN = 50; // ms
const LASTS = 3; // looks: Streamlit runs a page a moment after it was asked to
const LONGEST = 200; // looks: a line that is down is not waited for

/** Acts once the server has heard what a hand has set, and has run the page: at so many looks in turn. @param {() => void} act */
export function onceStill(act, lasts = LASTS, looks = 0, calm = 0) {
  const app = /** @type {HTMLElement | null} */ (document.querySelector("[data-testid=stApp]"));
  const isCalm = document.querySelector("[data-untold]") === null && !isBehind() && app?.dataset.testScriptState === "notRunning";
  if ((isCalm && calm + 1 >= lasts) || looks >= LONGEST) act();
  else setTimeout(() => onceStill(act, lasts, looks + 1, isCalm ? calm + 1 : 0), OFTEN);
}

/** Whether the server has been told of something that its page does not show yet: a busy one begins late. */
function isBehind() {
  const { page: name, heard } = /** @type {HTMLElement | null} */ (document.querySelector(".gb-copy"))?.dataset ?? {};
  return name !== undefined && page(name).isAhead(Number(heard));
}
