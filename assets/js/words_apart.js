// Words at points of a figure, of which a narrow picture has room for fewer: of two that would touch the later one stays away.
import { ruler } from "./element.js";

const AIR = 4; // px between two words
const LINE = 1.25; // height of a line of words, of its letters

/** Whether a figure has such words. @param {Figure} figure */
export const hasWordsApart = ({ data }) => data.some(({ meta }) => meta === "apart");

/** Keeps the words apart in a picture of this width, as they stand at the end of the axis, where all of them do.
 * @param {Figure} figure @param {number} width @param {Sent<FigureHeader>} sent */
export function keepApart({ data, layout }, width, { header, arrays }) {
  if (!hasWordsApart({ data, layout })) return;
  const wide = ruler(/** @type {{ family: string }} */ (layout.font).family);
  data.forEach((trace, i) => {
    const rows = header.sweep?.rows.find(({ path }) => path === `data.${i}.y`);
    if (trace.meta !== "apart" || !rows) return;
    const last = arrays[rows.array].subarray(-trace.x.length);
    Object.assign(trace, { text: apart(trace, last, { ...layout, width }, (word) => wide(word, trace.textfont.size)) });
  });
}

/** The words, with "" for each that would touch one before it; `wide` is the width of a word in px.
 * @param {Pick<Trace, "x" | "textfont"> & { text?: unknown }} trace @param {ArrayLike<number>} y @param {any} layout
 * @param {(word: string) => number} wide @returns {string[]} */
export function apart({ x, text, textfont }, y, { width, height, margin, xaxis, yaxis }, wide) {
  const across = (width - margin.l - margin.r) / (xaxis.range[1] - xaxis.range[0]);
  const up = (height - margin.t - margin.b) / (yaxis.range[1] - yaxis.range[0]);
  /** @type {{ x: number, y: number, half: number }[]} */
  const kept = [];
  return /** @type {string[]} */ (text).map((word, i) => {
    const one = { x: across * x[i], y: up * y[i], half: (wide(word) + AIR) / 2 };
    const touches = kept.some((other) => Math.abs(one.x - other.x) < one.half + other.half
      && Math.abs(one.y - other.y) < LINE * textfont.size);
    if (!touches) kept.push(one);
    return touches ? "" : word;
  });
}
