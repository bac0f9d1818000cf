// "Copy link": the address as it stands, scrub position included, and as a QR code for the phones of a room. "Pin as A":
// what stands now is compared with what comes, until it is let go of.
import { tellOfFiles } from "./bringing.js";
import { copyText } from "./clipboard.js";
import { element } from "./element.js";
import { onceBrought, onceStill } from "./once_still.js";
import { printWith } from "./print.js";
import { page, whenConnected } from "./road.js";
import { worded } from "./worded.js";

const LONGEST = 1_500; // as in ui/qr.py
const OFTEN = 300; // ms
let following = 0, showing = 0;

const TAKES = ".stDownloadButton button, [class*='-lesson-add'] button";

// What is taken along, as a file or into a lesson, is of what a hand has just set, too: pressed sooner, a button of Streamlit's
// waits, and is pressed once more.
document.addEventListener("click", (event) => {
  const button = event.isTrusted && event.target instanceof Element ? event.target.closest(TAKES) : null;
  if (!(button instanceof HTMLElement)) return;
  event.preventDefault();
  event.stopPropagation();
  asItStands(() => setTimeout(() => button.click())); // a browser passes over a click within one that a key has made
}, true);

/** @param {ComponentArguments<{ page: string, received: number, pinned: boolean }>} sent */
export default function render({ data, parentElement, setTriggerValue }) {
  const root = /** @type {HTMLElement} */ (parentElement.querySelector(".gb-copy"));
  if (!root.firstChild) build(root);
  Object.assign(root.dataset, { page: data.page, received: data.received }); // whether the address says what a hand has set
  const pin = /** @type {HTMLElement} */ (root.querySelector(".gb-pin"));
  const road = page(data.page);
  tellOfFiles(() => whenConnected(() => setTriggerValue("brought", { value: true, sent: road.moves() }), () => {}));
  if (road.isAhead(data.received)) return;
  pin.textContent = data.pinned ? worded("Unpin A") : worded("Pin as A");
  pin.setAttribute("aria-pressed", String(data.pinned));
  // What a hand has just set, brought, or where it has let go of an axis, is pinned too, and nothing that it sets later.
  pin.onclick = () => onceBrought(() => road.sendFirst(() => setTriggerValue("pin", { value: data.pinned ? "unpin" : "pin", sent: road.moves() })));
}

/** The link, its code and the sheet are of what a hand has just set; a page that is still acts at once, while the browser
 * knows that it was pressed. @param {() => void} act */
const asItStands = (act) => onceStill(act, 1);

/** @param {HTMLElement} root */
function build(root) {
  const status = element("span", { class: "gb-said", role: "status" });
  const code = element("img", { alt: worded("QR code of the link to this page"), width: 220, height: 220 });
  const panel = element("div", { class: "gb-qr", hidden: true }, code, element("p", {}, worded("Scan it to open this page as it stands.")));
  root.append(
    element("button", { type: "button", class: "gb-button", onclick: () => asItStands(() => copyLink(root, status)) }, worded("Copy link")),
    element("button", { type: "button", class: "gb-button", "aria-label": worded("Show the link as a QR code"), onclick: () => asItStands(() => toggle(panel, code, status)) }, "QR"),
    element("button", { type: "button", class: "gb-button", title: worded("The picture, its numbers and its settings on one sheet"), onclick: () => asItStands(() => { code.src = codeOf(); printWith(code); }) }, worded("Print")),
    element("button", { type: "button", class: "gb-button gb-pin" }), status, panel);
  root.onkeydown = (event) => { if (event.key === "Escape") panel.hidden = true; };
}

/** @param {HTMLElement} root @param {HTMLElement} status */
async function copyLink(root, status) {
  await copyText(window.location.href, status, root, "input", worded("Link to this page"));
  const field = /** @type {HTMLInputElement | null} */ (root.querySelector("input"));
  if (field) keepUp(field);
}

/** As long as the link stands in a field to copy it is that of the page as it stands. @param {HTMLInputElement} field */
function keepUp(field) {
  clearTimeout(showing);
  if (!field.isConnected) return;
  if (field.value !== window.location.href) {
    field.value = window.location.href;
    if (document.activeElement === field) field.select();
  }
  showing = setTimeout(keepUp, OFTEN, field);
}

/** @param {HTMLElement} panel @param {HTMLImageElement} code @param {HTMLElement} status */
function toggle(panel, code, status) {
  panel.hidden = !panel.hidden;
  if (!panel.hidden) status.textContent = "";
  follow(panel, code, status);
}

/** As long as the code is shown it is that of the page as it stands. @param {HTMLElement} panel @param {HTMLImageElement} code @param {HTMLElement} status */
function follow(panel, code, status) {
  clearTimeout(following);
  if (panel.hidden || !panel.isConnected) return;
  panel.hidden = window.location.href.length > LONGEST;
  if (panel.hidden) { status.textContent = worded("This link is too long for a QR code."); return; }
  if (code.src !== codeOf()) code.src = codeOf();
  following = setTimeout(follow, OFTEN, panel, code, status);
}

const codeOf = () => new URL(`../qr.svg?link=${encodeURIComponent(window.location.href)}`, import.meta.url).href;
