// Plotly, loaded once per page.
/** @type {Promise<Plotly> | null} */
import { worded } from "./worded.js";
let loading = null;

/** @param {string} source */
export function plotly(source) {
  if (window.Plotly) return Promise.resolve(window.Plotly);
  loading ??= early().then(() => window.Plotly ?? load(source)).catch((error) => { loading = null; throw error; });
  return loading;
}

/** The document of a page asks for it at once (ui/document.py). When the document is complete, that has failed or not. */
async function early() {
  const script = document.querySelector("script[data-plotly]");
  if (!script || document.readyState === "complete") return;
  await new Promise((done) => {
    script.addEventListener("load", done);
    window.addEventListener("load", done);
  });
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
