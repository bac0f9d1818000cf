// In a frame of another page: that page is told how high this one is, so that the frame needs no bar of its own.

const PAGE = ".stMainBlockContainer";

/** Without the bar of the app around it, which style.css hides: a frame shows one page. */
export function embed() {
  if (new URLSearchParams(location.search).get("embed") === "true") document.documentElement.dataset.gbEmbedded = "";
}

/** Tells it now, and whenever it changes. */
export function tellHeight() {
  if (window.parent === window) return;
  let sentHeight = 0;
  const tell = () => {
    const page = document.querySelector(PAGE), height = Math.ceil(page?.getBoundingClientRect().height ?? 0);
    if (!height || height === sentHeight) return;
    sentHeight = height;
    window.parent.postMessage({ type: "glassbox.height", height }, "*"); // a height is no secret
  };
  const sizes = new ResizeObserver(tell);
  /** @type {Element | null} */
  let observed = null;
  new MutationObserver(() => {
    const page = document.querySelector(PAGE);
    if (page === observed) return;
    sizes.disconnect();
    if (page) sizes.observe(page);
    observed = page;
  }).observe(document, { childList: true, subtree: true });
}
