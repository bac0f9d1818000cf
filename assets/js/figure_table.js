// The numbers of a figure as CSV: a row a point, named by its curve.

const FORMULA = /^[=+\-@\t\r]/; // what a spreadsheet would work out

/** Plotly's traces as text. A heatmap has a row a cell. @param {Trace[]} traces */
export function figureTable(traces) {
  const rows = /** @type {unknown[][]} */ ([["series", "x", "y", "z"]]);
  for (const { name = "", x, y, z, x0 = 0, dx = 1, y0 = 0, dy = 1 } of traces) {
    if (z) z.forEach((line, i) => line.forEach((value, j) => rows.push([name, x?.[j] ?? x0 + j * dx, y?.[i] ?? y0 + i * dy, value])));
    else if (y) y.forEach((value, i) => rows.push([name, x?.[i] ?? x0 + i * dx, value, ""]));
  }
  return rows.map((row) => row.map(cell).join(",")).join("\r\n");
}

/** @param {unknown} value */
function cell(value) {
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
  const text = String(value ?? "");
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
