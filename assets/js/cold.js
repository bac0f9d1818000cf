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
// A first picture that a worker computes is waited for too: what stands below it would jump by its height.
const EMPTY = "[data-testid=stSkeleton], [data-testid=stBidiComponentRegular]:empty, .gb-figure:empty, .gb-canvas:not([style]), .gb-panel:not([data-digest], [data-failed]), .gb-control:empty";
const PROGRESS = "[class*='st-key-gb-main'] [data-testid=stProgress]";
const PICTURE = "[class*='st-key-gb-main'] :is(.gb-figure, .gb-panel)";
const LONGEST = 15_000; // ms in which no place is filled: what is empty then is not worth waiting for
const SETTLED = 150; // ms: what a run has sent stands on the page a moment after its end
let empty = -1, since = 0, /** @type {number | undefined} */ over;

const isComputing = () => document.querySelector(PROGRESS) !== null && document.querySelector(PICTURE) === null;
const isRunning = () => {
  const app = document.querySelector("[data-testid=stApp]");
  return !(app instanceof HTMLElement) || app.dataset.testScriptState !== "notRunning";
};

const waiting = setInterval(() => {
  const computing = isComputing();
  document.documentElement.toggleAttribute("data-gb-computing", computing);
  const now = document.querySelectorAll(EMPTY).length + Number(computing), time = performance.now();
  if (now !== empty || computing) [empty, since] = [now, time];
  over = empty || isRunning() ? undefined : over ?? time;
  if (time - (over ?? time) < SETTLED && time - since < LONGEST) return;
  clearInterval(waiting);
  document.documentElement.dataset.gbWarm = "";
  document.documentElement.removeAttribute("data-gb-computing");
  document.querySelector("link[href$='/cold.css']")?.remove();
}, 100);

// Streamlit's players have no name: each takes its caption's (Page.play in ui/frame.py). Media events do not bubble, but
// they can be caught on their way down, and this one comes for each new sound, when its player is on the page.
document.addEventListener("loadedmetadata", ({ target }) => {
  if (!(target instanceof Element)) return;
  const caption = target.closest("[class*='st-key-gb-player']")?.querySelector("[data-testid=stCaptionContainer]");
  if (caption) target.setAttribute("aria-label", caption.textContent);
}, true);
