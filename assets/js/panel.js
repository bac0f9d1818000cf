// A panel: a view of an explorer's own, drawn in the browser from data sent once, that follows a swept axis.
// Its module exports `mount(root, {header, arrays}, zoom, hand)` → {draw(index), update({header, arrays})}. Other data go
// to `update`, where there is one, so that a view may keep what stays the same; else the view is mounted anew. `zoom` is
// there where the view selects a stretch of its axes (zoom.js); with `hand.change({field: value})` a view sets fields of
// the page, as a control does.
import { element, pictureButtons, scrub, svgOf, theme, unpack } from "./glassbox.js";
import { hang, page } from "./road.js";
import { Zoom } from "./zoom.js";

const REST = 100; // ms
const panels = new WeakMap();

export default async function render({ data, parentElement, setTriggerValue }) {
  const root = parentElement.querySelector(".gb-panel");
  const { paper } = theme(root); // it may have changed
  const payload = await unpack(data);
  const { header } = payload;
  const panel = panels.get(root) ?? {};
  panel.served = payload;
  if (!panels.has(root)) {
    panels.set(root, panel);
    panel.root = root;
    panel.body = document.createElement("div");
    root.replaceChildren(panel.body);
    if (header.kept) root.append(pictureButtons(header.name, () => svgOf(panel.body)));
    if (header.zoom) panel.zoom = new Zoom();
    panel.watch = new IntersectionObserver((entries) => {
      panel.seen = entries.at(-1).isIntersecting;
      if (panel.seen) panel.catchUp?.();
    }, { rootMargin: "100px" });
    panel.watch.observe(root);
    panel.unfollow = scrub.follow(header.follow, (index) => follow(panel, index));
    panel.unhang = hang(header.name, (payload) => update(panel, payload), (forgot) => forgot && update(panel, panel.served));
  }
  panel.tell = setTriggerValue;
  // While a hand is ahead of what the server has heard, newer data stand here or are on their way.
  if (!panel.view || !page(header.page).isAhead(header.heard)) await update(panel, payload);
  if (panel.paper && panel.paper !== paper) follow(panel, scrub.at(header.follow)); // what is drawn is of the old colours
  panel.paper = paper;
  return () => { panel.unfollow(); panel.unhang(); panel.watch.disconnect(); panels.delete(root); };
}

async function update(panel, payload) {
  const { header } = payload;
  panel.zoom?.update(header, (...told) => panel.tell(...told));
  offerWayBack(panel);
  panel.page = header.page;
  if (panel.digest === header.digest) return;
  panel.digest = header.digest;
  const { mount } = (panel.module ??= await import(new URL(`./panels/${header.module}`, import.meta.url).href));
  if (panel.digest !== header.digest) return; // newer data came while the module was on its way
  panel.mount = () => {
    panel.mount = null;
    if (panel.view?.update) panel.view.update(payload);
    else panel.view = mount(panel.body, payload, panel.zoom, hand(panel));
    panel.length = header.length;
    panel.root.dataset.digest = header.digest;
  };
  follow(panel, scrub.at(header.follow));
}

/** A button beside those for pictures, as long as there is more to be seen than is shown. */
function offerWayBack(panel) {
  if (!panel.zoom) return;
  panel.back ??= element("button", { type: "button", class: "gb-quiet", onclick: () => panel.zoom.out() }, "Zoom out");
  if (panel.zoom.within) panel.root.querySelector(".gb-pictures").prepend(panel.back);
  else panel.back.remove();
}

/** What lets a view set fields of the page, all of them at once. */
function hand(panel) {
  return {
    change(values) {
      const texts = Object.fromEntries(Object.entries(values).map(([field, value]) => [field, String(value)]));
      page(panel.page).changeAll(texts, (told) => panel.tell("values", told));
    },
  };
}

/** A panel out of sight leaves the frame to those in sight, and catches up when it comes into sight or the hand rests. */
function follow(panel, index) {
  clearTimeout(panel.later);
  panel.catchUp = () => {
    panel.catchUp = null;
    clearTimeout(panel.later);
    panel.mount?.();
    panel.view?.draw(clamp(index, panel.length));
    panel.root.dataset.drawn = index;
  };
  if (panel.seen === false) panel.later = setTimeout(panel.catchUp, REST);
  else panel.catchUp();
}

const clamp = (index, length) => Math.max(0, Math.min(index, length - 1));
