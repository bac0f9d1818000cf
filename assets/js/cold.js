// Stands in the document itself (ui/document.py), so it is there before anything of the page is.
import { embed, tellHeight } from "./embedded.js";
import { attend } from "./present.js";

embed();
attend();
tellHeight();

// The theme's name, by which style.css chooses colours: Streamlit gives the app another class for another theme.
const named = setInterval(() => {
  const app = document.querySelector("[data-testid=stApp]");
  if (!app) return;
  clearInterval(named);
  const name = () => {
    document.documentElement.dataset.gbTheme = getComputedStyle(app).colorScheme === "dark" ? "dark" : "light";
  };
  name();
  new MutationObserver(name).observe(app, { attributeFilter: ["class"] });
}, 50);

// A cold load is over when the page has run and no place on it is empty any more; cold.css lets parts wait until then.
const EMPTY = "[data-testid=stSkeleton], [data-testid=stBidiComponentRegular]:empty, .gb-figure:empty, .gb-canvas:not([style]), .gb-panel:not([data-digest], [data-failed]), .gb-control:empty";
const LONGEST = 15_000; // ms in which no place is filled: what is empty then is not worth waiting for
let empty = -1, since = 0;

const waiting = setInterval(() => {
  const app = document.querySelector("[data-testid=stApp]"), now = document.querySelectorAll(EMPTY).length;
  if (now !== empty) [empty, since] = [now, performance.now()];
  const over = app instanceof HTMLElement && app.dataset.testScriptState === "notRunning" && !empty;
  if (!over && performance.now() - since < LONGEST) return;
  clearInterval(waiting);
  document.documentElement.dataset.gbWarm = "";
  document.querySelector("link[href$='/cold.css']")?.remove();
}, 100);

// Streamlit's players have no name: each takes its caption's (Page.play in ui/frame.py). Media events do not bubble, but
// they can be caught on their way down, and this one comes for each new sound, when its player is on the page.
document.addEventListener("loadedmetadata", ({ target }) => {
  if (!(target instanceof Element)) return;
  const caption = target.closest("[class*='st-key-gb-player']")?.querySelector("[data-testid=stCaptionContainer]");
  if (caption) target.setAttribute("aria-label", caption.textContent);
}, true);
