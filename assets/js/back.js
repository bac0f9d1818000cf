// The Back button before the server has answered what a hand had just set: Streamlit writes the address of that, and then
// the one that the reader went back to, as new places after it, and there is no way forward any more. So they are written
// over the place where the reader is.
import { isReceived, onceStill } from "./once_still.js";

const LASTS = 20; // looks: the two answers may be that far apart
const write = history.pushState;
let place = ""; // that the reader went back to

addEventListener("popstate", () => {
  if (isReceived()) return;
  place = location.href;
  onceStill(() => { place = ""; }, LASTS);
});

/** @param {unknown} state @param {string} unused @param {string | URL | null} [url] */
history.pushState = function pushState(state, unused, url) {
  const next = new URL(url ?? "", location.href);
  (place && next.pathname === location.pathname ? this.replaceState : write).call(this, state, unused, url);
  if (next.href === place) place = "";
};
