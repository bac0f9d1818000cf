// A file that a reader brings, by Streamlit's uploader or its microphone. Streamlit asks the server for a place first, sends
// the file there, and only then tells of it: what is taken along before the run that follows lacks the file.
const FILES = "[data-testid=stFileUploader]", SOUND = "[data-testid=stAudioInput]", SENDING = "[data-testid*=Spinner]";
const REFUSED = "[data-testid=stFileChipIconError]", TAKEN_BACK = "[data-testid=stFileChipDeleteBtn]";
const OPENS = "[class*=-session], [class*=lesson-file]"; // a session or a lesson is taken in with the request that tells of it
/** @type {Map<Element, MutationObserver>} */ const watches = new Map();
/** @type {Set<Element>} */ const begun = new Set();
let tell = () => {};

/** `act()` tells the server once Streamlit has told of a file. @param {() => void} act */
export function tellOfFiles(act) { tell = act; }

/** Whether a file is on its way. */
export const isBringing = () => [...begun].some((place) => place.isConnected);

/** Whether it has its place and is being sent, which may take long. */
export const isSending = () => [...begun].some((place) => place.isConnected && place.querySelector(SENDING));

addEventListener("change", ({ target }) => { begin(within(target, FILES)); }, true);
addEventListener("drop", ({ target, dataTransfer }) => { if (dataTransfer?.files.length) begin(within(target, FILES)); }, true);
addEventListener("click", ({ target }) => {
  const sound = within(target, SOUND), files = within(target, TAKEN_BACK) && within(target, FILES);
  if (sound) watch(sound);
  else if (files) end(files);
}, true);

/** @param {EventTarget | null} target @param {string} places */
const within = (target, places) => (target instanceof Element && !target.closest(OPENS) ? target.closest(places) : null);

/** @param {Element | null} files */
function begin(files) {
  if (!files) return;
  begun.add(files);
  watch(files);
}

/** Waits until a file has been sent, or is refused. A sound is sent once its recording has ended. @param {Element} place */
function watch(place) {
  const refused = new Set(place.querySelectorAll(REFUSED));
  let sends = false;
  watches.get(place)?.disconnect();
  const one = new MutationObserver(() => {
    const sent = sends && !place.querySelector(SENDING);
    sends = place.querySelector(SENDING) !== null;
    if (sends) begun.add(place);
    if (sent || [...place.querySelectorAll(REFUSED)].some((error) => !refused.has(error))) end(place);
  });
  one.observe(place, { childList: true, subtree: true });
  watches.set(place, one);
}

/** Streamlit tells of it in the next moment. @param {Element} place */
function end(place) {
  watches.get(place)?.disconnect();
  watches.delete(place);
  begun.delete(place);
  setTimeout(tell);
}
