// The numbers of a figure as CSV: a row a point, named by its curve, with what the picture writes at it and on its axes.

const FORMULA = /^[=+\-@\t\r]/; // what a spreadsheet would work out
/** @type {Record<string, string>} */
const SIGNS = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&#34;": '"', "&#x27;": "'" };

/** Plotly's traces as text. A heatmap has a row a cell. @param {Trace[]} traces @param {Layout} [layout] */
export function figureTable(traces, layout = {}) {
  const hasText = traces.some(({ text }) => text?.length), rows = traces.flatMap((trace) => points(trace, layout));
  const kept = ["series", "x", "y", "z", "label", "x name", "y name"].map((name, place) => ({ name, place }))
    .filter(({ place }) => place < 4 || (place === 4 ? hasText : rows.some((row) => row[place])));
  return [kept.map(({ name }) => name), ...rows.map((row) => kept.map(({ place }) => row[place]))].map((row) => row.map(cell).join(",")).join("\r\n");
}

/** @typedef {Omit<Trace, "text"> & { name: string, x0: number, dx: number, y0: number, dy: number, xaxis?: string, text?: string | string[] }} Whole */
/** @param {Trace} trace @param {Layout} layout @returns {unknown[][]} */
function points(trace, layout) {
  const { name, x, y, z, x0, dx, y0, dy, xaxis, yaxis, text } = /** @type {Whole} */ ({ name: "", x0: 0, dx: 1, y0: 0, dy: 1, ...trace });
  const series = plain(name), across = (/** @type {number} */ j) => x?.[j] ?? x0 + j * dx;
  const xName = named(layout[(xaxis ?? "x").replace("x", "xaxis")]), yName = named(layout[(yaxis ?? "y").replace("y", "yaxis")]);
  const row = (/** @type {unknown} */ right, /** @type {unknown} */ up, /** @type {unknown} */ value, /** @type {string} */ label) => (
    [series, right, up, value, label, xName(right), yName(up)]);
  if (z) return z.flatMap((line, i) => Array.from(line, (value, j) => row(across(j), y?.[i] ?? y0 + i * dy, value, "")));
  const height = yaxis === "y2" ? onFirstAxis(layout) : Number, said = (/** @type {number} */ i) => (typeof text === "string" ? text : text?.[i]);
  return Array.from(y ?? [], (value, i) => row(across(i), height(value), "", plain(said(i) ?? "")));
}

/** The names that an axis writes at places, where they say more than the number there: words, and ∞. Where it writes nothing
 * but names, each at a whole number and none of them a measure, what lies beside a name belongs to it. @param {any} axis @returns {(value: unknown) => string} */
function named(axis) {
  const texts = axis?.tickvals && axis.ticktext ? Array.from(axis.ticktext, plain) : [], is = (/** @type {string} */ text) => /\p{L}|∞/u.test(text);
  const names = new Map(texts.flatMap((text, i) => (is(text) ? [[Number(axis.tickvals[i]), text]] : [])));
  const whole = names.size === texts.length && [...names].every(([place, text]) => Number.isInteger(place) && !/^\W?\d/.test(text));
  return (value) => names.get(whole ? Math.round(Number(value)) : Number(value)) ?? "";
}

/** What a code on an unseen second axis stands for on the one that is seen. @param {Layout} layout @returns {(code: number) => number} */
function onFirstAxis({ yaxis, yaxis2 }) {
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
