// The language of a document, which `lang` in its address names and which English has none of (ui/languages/asked.py).
import { page } from "./road.js";

const NAME = "lang";
const OFTEN = 50; // ms
const LASTS = 3; // looks: Streamlit runs a page a moment after it was asked to
const LONGEST = 200; // looks: a line that is down is not waited for

// The way to another language leads to the same page as it stands: to its address, once that says what a hand has just set.
document.addEventListener("click", (event) => {
  const way = linkAt(event, "a.gb-language");
  if (!way || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  onceStill(() => location.assign(inLanguage(new URL(location.href), way.hreflang)));
});

// A page that a browser opens beside this one speaks its language, too; within this document the server keeps it.
for (const kind of ["pointerdown", "focusin"]) {
  document.addEventListener(kind, (event) => {
    const link = linkAt(event, "a[href]:not(.gb-language, [download])"), { lang } = document.documentElement;
    if (!link || link.origin !== location.origin || lang === "en") return;
    const address = new URL(link.href);
    if (!address.searchParams.has(NAME)) link.href = inLanguage(address, lang);
  });
}

/** @param {Event} event @param {string} which */
function linkAt({ target }, which) {
  return target instanceof Element ? /** @type {HTMLAnchorElement | null} */ (target.closest(which)) : null;
}

/** @param {URL} address @param {string} language */
function inLanguage(address, language) {
  if (language === "en") address.searchParams.delete(NAME);
  else address.searchParams.set(NAME, language);
  return address.href;
}

/** Waits until the server has heard what a hand has set, and has run the page. @param {() => void} act */
function onceStill(act, looks = 0, calm = 0) {
  const app = /** @type {HTMLElement | null} */ (document.querySelector("[data-testid=stApp]"));
  const isCalm = document.querySelector("[data-untold]") === null && !isBehind() && app?.dataset.testScriptState === "notRunning";
  if ((isCalm && calm + 1 >= LASTS) || looks >= LONGEST) act();
  else setTimeout(() => onceStill(act, looks + 1, isCalm ? calm + 1 : 0), OFTEN);
}

/** Whether the server has been told of something that its page does not show yet: a busy one begins late. */
function isBehind() {
  const { page: name, heard } = /** @type {HTMLElement | null} */ (document.querySelector(".gb-copy"))?.dataset ?? {};
  return name !== undefined && page(name).isAhead(Number(heard));
}
