// "Copy the table": tab-separated, every digit, for a spreadsheet. Where the clipboard is barred, it is shown to copy.
import { element } from "../../glassbox.js";

/** A button that copies the rows that `rows()` gives. */
export function copying(rows, label = "Copy the table") {
  const said = element("span", { class: "gb-said", role: "status" });
  const place = element("p", { class: "gb-copying", "data-screen-only": true },
    element("button", { type: "button", class: "gb-quiet", onclick: () => copy(rows(), said, place) }, label), said);
  return place;
}

async function copy(rows, said, place) {
  const text = rows.map((row) => row.map(plain).join("\t")).join("\n");
  try {
    await navigator.clipboard.writeText(text);
    said.textContent = "Copied.";
    setTimeout(() => { said.textContent = ""; }, 2500);
  } catch {
    const field = place.querySelector("textarea") ?? element("textarea", { readonly: true, "aria-label": "The table" });
    field.value = text;
    place.append(field);
    field.select();
    said.textContent = "Press Ctrl+C to copy.";
  }
}

/** Labels may hold what would end a cell. */
const plain = (cell) => (typeof cell === "string" ? cell.replace(/\s+/g, " ") : String(cell));
