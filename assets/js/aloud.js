// What a page says is read out to those who do not see it: once it has changed and nothing moves any more, not at every step of an axis.
import { element } from "./element.js";

const REST = 800; // ms
const SENTENCE = ".gb-headline:not(.gb-opened)"; // a formula is read out when a hand opens it
const WORKED = ".gb-worked"; // the arithmetic of the number in focus: on a page without a sentence it is what the page says

/** @type {HTMLElement | undefined} */
let region;

/** @param {string} text */
function say(text) {
  region ??= document.body.appendChild(element("div", { class: "gb-aloud", role: "status" }));
  region.textContent = text;
}

/** To be called whenever a view has drawn. @param {HTMLElement} root */
export function aloud(root) {
  let resting = 0, /** @type {string[] | undefined} */ said;
  say(""); // a place that is there before its words is listened to
  return () => {
    clearTimeout(resting);
    resting = setTimeout(() => {
      const lines = [...root.querySelectorAll(document.querySelector(SENTENCE) ? SENTENCE : WORKED)].map(({ textContent }) => textContent ?? "");
      const changed = lines.filter((line) => said && !said.includes(line));
      if (root.isConnected && changed.length) say(changed.join(" "));
      said = lines;
    }, REST);
  };
}

/** What a canvas says of the place that is looked at: to who moves that place, not to who moves the axis.
 * @template {HTMLElement} T @param {HTMLElement} canvas @param {T} reading */
export function aloudFrom(canvas, reading) {
  const listen = (/** @type {string} */ how) => () => reading.setAttribute("aria-live", how);
  canvas.addEventListener("focus", listen("polite"));
  canvas.addEventListener("blur", listen("off"));
  reading.setAttribute("aria-live", "off");
  return reading;
}
