// "Copy link": the address as it stands, scrub position included, and as a QR code for the phones of a room.
import { element } from "./glassbox.js";

const LONGEST = 1_500; // as in ui/qr.py

export default function render({ data, parentElement }) {
  const root = parentElement.querySelector(".gb-copy");
  if (root.firstChild) return;
  const said = element("span", { class: "gb-said", role: "status" });
  const code = element("img", { alt: "QR code of the link to this page", width: 220, height: 220 });
  const shown = element("div", { class: "gb-qr", hidden: true }, code, element("p", {}, "Scan it to open this page as it stands."));
  root.append(
    element("button", { type: "button", class: "gb-button", onclick: () => copy(root, said) }, data.label),
    element("button", { type: "button", class: "gb-button", "aria-label": "Show the link as a QR code", onclick: () => toggle(shown, code, said) }, "QR"),
    said, shown);
  root.onkeydown = (event) => { if (event.key === "Escape") shown.hidden = true; };
}

function toggle(shown, code, said) {
  const address = window.location.href;
  if (shown.hidden && address.length > LONGEST) { said.textContent = "This link is too long for a QR code."; return; }
  shown.hidden = !shown.hidden;
  if (!shown.hidden) code.src = new URL(`../qr.svg?link=${encodeURIComponent(address)}`, import.meta.url).href;
}

async function copy(root, said) {
  const address = window.location.href;
  try {
    await navigator.clipboard.writeText(address);
    said.textContent = "Copied.";
    setTimeout(() => { said.textContent = ""; }, 2500);
  } catch {
    const field = root.querySelector("input") ?? element("input", { readonly: true, "aria-label": "Link to this page" });
    field.value = address;
    root.append(field);
    field.select();
    said.textContent = "Press Ctrl+C to copy.";
  }
}
