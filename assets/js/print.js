// The present state on one sheet of A4, by the browser's own print (style.css, @media print): title, pictures, arithmetic,
// settings, and the link as a QR code. The pictures stay as wide as they are drawn, and the whole is scaled to the sheet.
const SHEET = [718, 1047]; // px of A4 within margins of 10 mm
const PARTS = ["head", "main", "readout"].map((name) => `[class*="st-key-gb-${name}"]`).join();
const BESIDE = 190; // px: what stands between the parts, and the settings below them

/** Before the browser lays out the sheet. */
export function fit() {
  const main = document.querySelector('[class*="st-key-gb-main"]');
  if (!main) return;
  const parts = [...document.querySelectorAll(`${PARTS}, .gb-panel:has(.gb-worked)`)];
  const high = parts.reduce((sum, part) => sum + part.getBoundingClientRect().height, BESIDE), wide = main.getBoundingClientRect().width;
  const { style } = document.documentElement;
  style.setProperty("--gb-wide", `${wide}px`);
  style.setProperty("--gb-scale", String(Math.min(SHEET[0] / wide, SHEET[1] / high)));
}

addEventListener("beforeprint", fit);

/** Prints once the code of the link is there. @param {HTMLImageElement} code */
export async function printWith(code) {
  await code.decode().catch(() => {}); // too long a link has none
  print();
}
