// Tables of panels.
import { element } from "../../element.js";

/** The row of a table's head. @param {Child[]} names */
export const tableHead = (names, attributes = {}) => element("thead", attributes,
  element("tr", {}, ...names.map((name) => element("th", { scope: "col" }, name))));

/** A table of named values, [[name, value], …]; a value is a text or several parts. @param {Child[][]} rows */
export const namedValues = (rows) => element("table", { class: "gb-figures" }, element("tbody", {},
  ...rows.map(([name, ...value]) => element("tr", {}, element("th", { scope: "row" }, name), element("td", {}, ...value)))));
