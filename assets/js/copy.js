// "Copy link": the address as it stands, scrub position included. Where the clipboard is barred, it is shown to copy.
import { element } from "./glassbox.js";

export default function render({ data, parentElement }) {
  const root = parentElement.querySelector(".gb-copy");
  if (root.firstChild) return;
  const said = element("span", { class: "gb-said", role: "status" });
  root.append(element("button", { type: "button", class: "gb-button", onclick: () => copy(root, said) }, data.label), said);
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
