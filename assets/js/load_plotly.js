// Plotly, loaded once per page.
/** @type {Promise<Plotly> | null} */
let loading = null;

/** @param {string} source */
export function plotly(source) {
  if (window.Plotly) return Promise.resolve(window.Plotly);
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = new URL(source, import.meta.url).href;
    script.onload = () => resolve(/** @type {Plotly} */ (window.Plotly));
    script.onerror = () => { loading = null; reject(new Error("The drawing library could not be loaded.")); };
    document.head.append(script);
  });
  return loading;
}
