// Plotly, loaded once per page.
import { worded } from "./worded.js";

/** @type {Promise<Plotly> | null} */
let loading = null;

/** @param {string} source */
export function plotly(source) {
  if (window.Plotly) return Promise.resolve(window.Plotly);
  loading ??= early.then(() => window.Plotly ?? twice(source)).catch((error) => { loading = null; throw error; });
  return loading;
}

// A page's document asks for its bytes at once (ui/document.py). To read them takes longer than anything else here, and
// meanwhile the browser does nothing: so the connection comes first, and the server makes the page while they are read.
/** @type {Promise<unknown>} */
let early = Promise.resolve();
const link = document.querySelector("link[data-plotly]");
if (link instanceof HTMLLinkElement) {
  const waiting = setInterval(() => {
    if (!document.querySelector("[data-test-connection-state=CONNECTED]")) return;
    clearInterval(waiting);
    if (!window.Plotly && !loading) early = load(link.href).catch(() => {}); // a picture asks again, and says if it fails
  }, 10);
}

/** A first request that was lost on its way takes with it what waited for the document's own. @param {string} source */
const twice = (source) => load(source).catch(() => load(source));

/** @param {string} source @returns {Promise<Plotly>} */
function load(source) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = new URL(source, import.meta.url).href;
    script.onload = () => resolve(/** @type {Plotly} */ (window.Plotly));
    script.onerror = () => reject(new Error(worded("The drawing library could not be loaded.")));
    document.head.append(script);
  });
}
