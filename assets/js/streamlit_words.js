// Streamlit's own words, in the language of the document (ui/languages/streamlits.py): they are written anew wherever it
// has written them. A document in English has no such script.

const PLACES = ["stSkipToContent", "stHeader", "stTopNavPopover", "stSidebar", "stExpandSidebarButton", "stFileUploader", "stAudioInput",
  "stMultiSelect", "stSelectbox", "stTextInput", "stTextArea", "stWidgetLabel", "stTooltipIcon", "stElementToolbar", "stElementToolbarButton", "stFullScreenFrame",
  "stStatusWidget", "stDialog", "stTooltipContent"].map((name) => `[data-testid=${name}]`).concat("[role=dialog]", "[role=listbox]", "[role=tooltip]").join();
const READ = ["aria-label", "placeholder", "title", "alt"];
const SOON = 60; // ms

/** @type {Record<string, string>} */
const words = JSON.parse(document.getElementById("gb-streamlits")?.textContent ?? "{}");
const sentences = Object.entries(words).filter(([key]) => key.includes("{}")).map(([key, said]) => /** @type {const} */ ([key.split("{}"), said]));
let later = 0;

new MutationObserver(() => { later ||= setTimeout(write, SOON); })
  .observe(document, { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: READ });

function write() {
  later = 0;
  for (const place of document.querySelectorAll(PLACES)) {
    for (const node of [place, ...place.querySelectorAll(READ.map((name) => `[${name}]`).join())]) attributes(node);
    const texts = document.createTreeWalker(place, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) text(texts.currentNode);
  }
}

/** @param {Element} node */
function attributes(node) {
  for (const name of READ) {
    const said = inLanguage(node.getAttribute(name) ?? "");
    if (said) node.setAttribute(name, said);
  }
}

/** @param {Node} node */
function text(node) {
  const said = inLanguage(node.nodeValue ?? "");
  if (said) node.nodeValue = said;
}

/** What Streamlit's words are in the language; nothing for any others. @param {string} text */
export function inLanguage(text, known = words, templates = sentences) {
  if (Object.hasOwn(known, text)) return known[text] === text ? "" : known[text];
  for (const [pieces, said] of templates) {
    const held = between(text, pieces);
    if (held) return said.replace(/\{\}/g, () => held.shift() ?? "");
  }
  return "";
}

/** What stands between the pieces in a text, or nothing where they are not there. @param {string} text @param {string[]} pieces */
function between(text, [first, ...rest]) {
  if (!text.startsWith(first)) return null;
  const held = [];
  let at = first.length;
  for (const [place, piece] of rest.entries()) {
    const next = place === rest.length - 1 ? text.length - piece.length : text.indexOf(piece, at);
    if (next <= at || !text.startsWith(piece, next)) return null;
    held.push(text.slice(at, next));
    at = next + piece.length;
  }
  return held;
}
