// The numbers of a figure as CSV: a row a point, named by its curve, with what the picture writes at it.

const FORMULA = /^[=+\-@\t\r]/; // what a spreadsheet would work out
/** @type {Record<string, string>} */
const SIGNS = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&#34;": '"', "&#x27;": "'" };

/** Plotly's traces as text. A heatmap has a row a cell. @param {Trace[]} traces @param {Layout} [layout] */
export function figureTable(traces, layout = {}) {
  const told = traces.some(({ text }) => text?.length), columns = told ? 5 : 4;
  const rows = traces.flatMap((trace) => points(trace, layout));
  return [["series", "x", "y", "z", "label"], ...rows].map((row) => row.slice(0, columns).map(cell).join(",")).join("\r\n");
}

/** @typedef {Omit<Trace, "text"> & { name: string, x0: number, dx: number, y0: number, dy: number, text?: string | string[] }} Whole */
/** @param {Trace} trace @param {Layout} layout @returns {unknown[][]} */
function points(trace, layout) {
  const { name, x, y, z, x0, dx, y0, dy, yaxis, text } = /** @type {Whole} */ ({ name: "", x0: 0, dx: 1, y0: 0, dy: 1, ...trace });
  const series = plain(name), across = (/** @type {number} */ j) => x?.[j] ?? x0 + j * dx;
  if (z) return z.flatMap((line, i) => Array.from(line, (value, j) => [series, across(j), y?.[i] ?? y0 + i * dy, value, ""]));
  const height = yaxis === "y2" ? shown(layout) : Number, said = (/** @type {number} */ i) => (typeof text === "string" ? text : text?.[i]);
  return Array.from(y ?? [], (value, i) => [series, across(i), height(value), "", plain(said(i) ?? "")]);
}

/** What a code on an unseen second axis stands for on the one that is seen. @param {Layout} layout @returns {(code: number) => number} */
function shown({ yaxis, yaxis2 }) {
  if (yaxis2?.visible !== false || !yaxis?.range || !yaxis2.range) return Number;
  const [[low, high], [first, last]] = [yaxis.range, yaxis2.range];
  const place = (/** @type {number} */ code) => low + (code - first) / (last - first) * (high - low);
  return yaxis.type === "log" ? (code) => 10 ** place(code) : place;
}

/** A label without the marks of Plotly's own HTML. @param {unknown} text */
const plain = (text) => String(text).replaceAll("<br>", " ").replace(/<[^<>]+>/g, "").replace(/&(amp|lt|gt|#34|#x27);/g, (sign) => SIGNS[sign]);

/** @param {unknown} value */
function cell(value) {
  if (typeof value === "number") return Number.isFinite(value) ? String(value) : "";
  const text = String(value ?? "");
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
