// Stands in the document itself (ui/document.py), so it is there before anything of the page is.

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

// A cold load is over when the page has run and no place on it is empty any more; style.css lets parts wait until then.
const EMPTY = "[data-testid=stSkeleton], .gb-figure:empty, .gb-panel:empty, .gb-panel > div:empty:first-child, .gb-control:empty";
const LONGEST = 15_000; // ms: whatever is empty then is not worth waiting for

const asked = setInterval(() => {
  const app = document.querySelector("[data-testid=stApp]");
  const over = app?.dataset.testScriptState === "notRunning" && !document.querySelector(EMPTY);
  if (!over && performance.now() < LONGEST) return;
  clearInterval(asked);
  document.documentElement.dataset.gbWarm = "";
}, 100);

// Streamlit's players have no name: each takes its caption's (Page.play in ui/frame.py). Media events do not bubble, but
// they can be caught on their way down, and this one comes for each new sound, when its player is on the page.
document.addEventListener("loadedmetadata", ({ target }) => {
  const caption = target.closest?.("[class*='st-key-gb-player']")?.querySelector("[data-testid=stCaptionContainer]");
  if (caption) target.setAttribute("aria-label", caption.textContent);
}, true);
