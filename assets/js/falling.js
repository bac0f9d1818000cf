// Single outcomes of a simulation (figures/falling.py): they fall into their places one by one when their picture is first
// seen, and what all outcomes together show comes up behind them.
const EACH = 40; // ms from one to the next

/** The drawn traces of single outcomes. @param {PlotlyElement} canvas @returns {Element[]} */
function piles(canvas) {
  const uids = (canvas._fullData ?? []).filter(({ meta }) => meta === "falls").map(({ uid }) => uid);
  return uids.flatMap((uid) => [...canvas.querySelectorAll(`.trace${CSS.escape(uid)}`)]);
}

/** Whether a picture shows single outcomes. @param {Figure} figure */
export const hasFalling = ({ data }) => data.some(({ meta }) => meta === "falls");

/** Lets them fall when the picture is in sight, the first time. @param {PlotlyElement} canvas */
export function fallOnSight(canvas) {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  const observer = new IntersectionObserver((entries) => {
    if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
    observer.disconnect();
    fall(canvas);
  }, { threshold: 0.5 });
  observer.observe(canvas);
}

/** Lets them fall. @param {PlotlyElement} canvas */
export function fall(canvas) {
  let last = 0;
  for (const pile of piles(canvas)) {
    pile.classList.add("gb-falls");
    for (const point of pile.querySelectorAll(".point")) {
      const { i } = /** @type {{ __data__: { i: number } }} */ (/** @type {unknown} */ (point)).__data__;
      /** @type {SVGElement} */ (point).style.animationDelay = `${EACH * i}ms`;
      last = Math.max(last, i);
    }
  }
  canvas.style.setProperty("--gb-fallen", `${EACH * last}ms`);
  canvas.classList.remove("gb-falling");
  canvas.getBoundingClientRect(); // so that an animation that stands at its end begins anew
  canvas.classList.add("gb-falling");
}
