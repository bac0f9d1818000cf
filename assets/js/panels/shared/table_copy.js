// "Copy the table": tab-separated, every digit, for a spreadsheet. Where the clipboard is barred, it is shown to copy.
import { copyText } from "../../clipboard.js";
import { element } from "../../element.js";
import { worded } from "../../worded.js";

/** A button that copies the rows that `rows()` gives. @param {() => Cell[][]} rows */
export function copying(rows, label = worded("Copy the table")) {
  const status = element("span", { class: "gb-said", role: "status" });
  const place = element("p", { class: "gb-copying", "data-screen-only": true },
    element("button", { type: "button", class: "gb-quiet", onclick: () => copyText(tabbed(rows()), status, place, "textarea", worded("The table")) }, label), status);
  return place;
}

/** @typedef {string | number} Cell */

const tabbed = (/** @type {Cell[][]} */ rows) => rows.map((row) => row.map(plain).join("\t")).join("\n");

/** Labels may hold what would end a cell. @param {Cell} cell */
const plain = (cell) => (typeof cell === "string" ? cell.replace(/\s+/g, " ") : String(cell));
