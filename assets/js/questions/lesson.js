// The ways through a lesson open each scenario anew, and bring along what this tab has guessed on its page.
import { keep, kept } from "../kept.js";

const LESSON = "lesson", GUESSES = "guess"; // as in core/link.py

/** The name under which a tab keeps the guesses of a lesson on one page; null where there is no lesson. @param {URL} address */
const nameOf = ({ pathname, searchParams }) => (searchParams.has(LESSON) ? `guesses of ${pathname} in ${searchParams.get(LESSON)}` : null);

/** Keeps what stands as the guesses of the page. @param {string} guesses */
export function keepGuesses(guesses) {
  const name = nameOf(new URL(location.href));
  if (name) keep(name, guesses);
}

for (const kind of ["pointerdown", "click"]) {
  document.addEventListener(kind, ({ target }) => {
    const way = target instanceof Element ? target.closest(".gb-lesson nav a") : null;
    if (!(way instanceof HTMLAnchorElement)) return;
    const address = new URL(way.href), guesses = kept(nameOf(address) ?? "");
    if (guesses) address.searchParams.set(GUESSES, guesses);
    address.hash = location.hash; // who presents this scenario presents the next one
    way.href = address.href;
  }, true);
}
