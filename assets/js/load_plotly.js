// Plotly, loaded once per page.
/** @type {Promise<Plotly> | null} */
import { worded } from "./worded.js";
let loading = null;

/** @param {string} source */
export function plotly(source) {
  if (window.Plotly) return Promise.resolve(window.Plotly);
  loading ??= load(source).catch((error) => { loading = null; throw error; });
  return loading;
}

// A page's document asks for its bytes at once (ui/document.py). To read them takes longer than anything else here, and
// meanwhile the browser does nothing: so the connection comes first, and the server makes the page while they are read.
const early = document.querySelector("link[data-plotly]");
if (early instanceof HTMLLinkElement) {
  const waiting = setInterval(() => {
    if (!document.querySelector("[data-test-connection-state=CONNECTED]")) return;
    clearInterval(waiting);
    plotly(early.href).catch(() => {}); // the picture that needs it asks again, and says so
  }, 10);
}

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
