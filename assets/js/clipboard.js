// Texts to take along. Where the clipboard is barred, they are shown to copy.
import { element } from "./element.js";
import { worded } from "./worded.js";

/** Copies `text` and says so in `status`; `tag` is the field, called `label`, that shows it in `place` otherwise.
 * @param {string} text @param {HTMLElement} status @param {HTMLElement} place @param {"input" | "textarea"} tag @param {string} label */
export async function copyText(text, status, place, tag, label) {
  try {
    await navigator.clipboard.writeText(text);
    status.textContent = worded("Copied.");
    setTimeout(() => { status.textContent = ""; }, 2500);
  } catch {
    const field = /** @type {HTMLInputElement | null} */ (place.querySelector(tag)) ?? element(tag, { readonly: true, "aria-label": label });
    field.value = text;
    place.append(field);
    field.select();
    status.textContent = worded("Press Ctrl+C to copy.");
  }
}
