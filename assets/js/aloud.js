// What a page says is read out to those who do not see it: once it has changed and nothing moves any more, not at every step of an axis.
import { element } from "./element.js";

const REST = 800; // ms
const SENTENCE = ".gb-headline:not(.gb-opened)"; // a formula is read out when a hand opens it

/** @type {HTMLElement | undefined} */
let region;

/** @param {string} text */
function say(text) {
  region ??= document.body.appendChild(element("div", { class: "gb-aloud", role: "status" }));
  region.textContent = text;
}

/** To be called whenever a view has drawn. @param {HTMLElement} root */
export function aloud(root) {
  let resting = 0, /** @type {string | undefined} */ said;
  say(""); // a place that is there before its words is listened to
  return () => {
    clearTimeout(resting);
    resting = setTimeout(() => {
      const text = root.querySelector(SENTENCE)?.textContent ?? "";
      if (root.isConnected && said !== undefined && text !== said) say(text);
      said = text;
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
