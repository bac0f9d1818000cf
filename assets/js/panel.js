// A panel: a view of an explorer's own, drawn in the browser from data sent once, that follows a swept axis.
// Its module exports `mount(root, {header, arrays})` → {draw(index)}; it is asked again only when the data change.
import { palette, pictureButtons, scrub, svgOf, unpack } from "./glassbox.js";

const panels = new WeakMap();

export default async function render({ data, parentElement }) {
  const root = parentElement.querySelector(".gb-panel");
  palette(root); // the theme may have changed
  const payload = await unpack(data);
  const { header } = payload;
  const panel = panels.get(root) ?? {};
  if (!panels.has(root)) {
    panels.set(root, panel);
    panel.body = document.createElement("div");
    root.replaceChildren(panel.body, pictureButtons(header.name, () => svgOf(panel.body)));
    panel.watch = new IntersectionObserver(([entry]) => { panel.seen = entry.isIntersecting; }, { rootMargin: "100px" });
    panel.watch.observe(root);
    panel.unfollow = scrub.follow(header.follow, (index) => follow(panel, index));
  }
  const leave = () => { panel.unfollow(); panel.watch.disconnect(); panels.delete(root); };
  if (panel.digest === header.digest) return leave;
  panel.digest = header.digest;
  const { mount } = await import(new URL(`./panels/${header.module}`, import.meta.url).href);
  if (panel.digest !== header.digest) return leave; // newer data came while the module was on its way
  Object.assign(panel, { length: header.length, view: mount(panel.body, payload) });
  panel.view.draw(clamp(scrub.at(header.follow), panel.length));
  root.dataset.digest = header.digest;
  return leave;
}

/** A panel out of sight leaves the frame to those in sight, and catches up right after it. */
function follow(panel, index) {
  clearTimeout(panel.later);
  const draw = () => panel.view?.draw(clamp(index, panel.length));
  if (panel.seen === false) panel.later = setTimeout(draw);
  else draw();
}

const clamp = (index, length) => Math.max(0, Math.min(index, length - 1));
