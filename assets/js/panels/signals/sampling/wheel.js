// A filmed wheel: its frames side by side, one spoke marked as it truly turned, and the film running slowly beside them.
import { element, svg } from "../../../element.js";
import { worded } from "../../../worded.js";

const RADIUS = 44;
const FILM_RATE = 6; // frames a second of the film on the page: slow enough to follow
const still = matchMedia("(prefers-reduced-motion: reduce)");

/** @typedef {Payload<{ spokes: number }, Arrays<"angle">>} Data */

/** @type {Mount<Data>} */
export function mount(root, { header, arrays }) {
  const { spokes } = header;
  const count = arrays.angle.shape[1];
  const wheels = Array.from({ length: count }, (_, frame) => wheel(spokes, worded`frame ${frame + 1}`));
  const film = wheel(spokes, worded("the film, slowed"));
  film.node.classList.add("gb-film");
  const view = element("div", { class: "gb-wheels", role: "img", "aria-label": worded`Frames of a wheel with ${spokes} spokes` },
    film.node, ...wheels.map(({ node }) => node));
  root.replaceChildren(view);
  let [turn, frame] = [0, 0];
  const run = () => {
    if (document.hidden || still.matches) return;
    frame += 1;
    film.turn(frame * turn, null);
  };
  const timer = setInterval(run, 1000 / FILM_RATE);
  return {
    leave: () => clearInterval(timer),
    draw(step) {
      wheels.forEach((one, i) => one.turn(arrays.angle[step * count + i], arrays.angle[step * count + i]));
      turn = arrays.angle[step * count + 1];
      film.turn(frame * turn, null);
    },
  };
}

/** A wheel in SVG. `turn(angle, marked)` turns it, anticlockwise in radians, and marks one spoke. @param {number} spokes @param {string} title */
function wheel(spokes, title) {
  const spoke = (/** @type {unknown} */ _, /** @type {number} */ i) => {
    const at = (2 * Math.PI * i) / spokes;
    return svg("line", { x2: RADIUS * Math.cos(at), y2: -RADIUS * Math.sin(at), class: "gb-spoke" });
  };
  const turning = svg("g", {}, svg("circle", { r: RADIUS, class: "gb-rim" }), svg("circle", { r: 6, class: "gb-hub" }),
    ...Array.from({ length: spokes }, spoke));
  const mark = svg("line", { x2: RADIUS, y2: 0, class: "gb-marked" });
  const drawing = svg("svg", { viewBox: "-50 -50 100 100", "aria-hidden": "true" }, turning, mark);
  return {
    node: element("figure", {}, drawing, element("figcaption", {}, title)),
    /** @param {number} angle @param {number | null} marked */
    turn(angle, marked) {
      const degrees = (/** @type {number} */ value) => `rotate(${((-value * 180) / Math.PI) % 360})`;
      turning.setAttribute("transform", degrees(angle));
      mark.setAttribute("visibility", marked === null ? "hidden" : "visible");
      if (marked !== null) mark.setAttribute("transform", degrees(marked));
    },
  };
}
