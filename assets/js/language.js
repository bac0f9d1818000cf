// The language of a document, which `lang` in its address names and which English has none of (ui/languages/preferred.py).
import { linkAt, opensBeside } from "./links.js";
import { onceStill } from "./once_still.js";

const NAME = "lang";

// The way to another language leads to the same page as it stands: to its address, once that says what a hand has just set.
document.addEventListener("click", (event) => {
  const way = linkAt(event, "a.gb-language");
  if (!way || opensBeside(event)) return;
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

/** @param {URL} address @param {string} language */
function inLanguage(address, language) {
  if (language === "en") address.searchParams.delete(NAME);
  else address.searchParams.set(NAME, language);
  return address.href;
}
