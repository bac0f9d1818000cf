// Room for what stands along the axes: a reader's prices and wavelengths are longer than the numbers of our examples.
import { ruler } from "./element.js";
import { fixed } from "./numbers.js";

const BETWEEN = 8; // px between an axis and its numbers
const APART = 12; // px between two numbers along an axis
const TITLE = 1.8; // height of an axis' title and of the air beside it, of its letters
const RAISED = 1.7; // height of 10², which Plotly writes larger, of the letters of other numbers
const NARROW = 480; // px; below, the names of lines need the room beside the axis, too
const LINE = 45; // px beside each name: a piece of its line, and air
const UNDER = 40; // px below an axis for one line of words and its title
const ROW = 1.75; // height of a row of names, of their letters
const AROUND = 24; // px that Plotly keeps clear above and below rows of names
const CLOSE = 1.15; // height of a row of names along an upright axis, of their letters
const CLEAR = 4; // px between two names under bars
const LEAST = 8; // px of such letters
const LEAST_TITLE = 11; // px of the letters of a title that stands on one line
const LINES = 1.3; // height of a further line of a title, or of a name under a bar, of its letters
const FEW = 5; // whole numbers along an axis: of more Plotly writes no halves
const SMALL = 1e-3; // below it numbers are written as powers of ten, as in sentences

/** @typedef {import("./element.js").Ruler} Wide */

/** Whether a picture of this width has its lines named from its left edge on. @param {number} width */
export const isNarrow = (width) => width < NARROW;

/** In a picture of this width: widens the margins for long numbers, shows no more of them across than fit, and has upright titles
 * end where the picture ends. Returns whether one of another width would be another. @param {Figure} figure @param {number} width */
export function makeRoom(figure, width) {
  return fit(figure, width, ruler(/** @type {{ family: string }} */ (figure.layout.font).family));
}

/** @param {{ data: any[], layout: any }} figure @param {number} width @param {Wide} wide */
export function fit({ data, layout }, width, wide) {
  const margin = layout.margin = { ...layout.margin }, [level, upright] = ["x", "y"].map((letters) => (
    axesOf(layout, letters).map(([, axis]) => axis).filter(({ tickfont }) => tickfont)));
  const slanted = level.some(({ tickangle, ticktext }) => tickangle && ticktext), named = above(data, layout, width, wide), wider = columned(data, layout, width, wide);
  for (const axis of level) underneath(axis, margin);
  for (const axis of upright) {
    if (axis.title?.text) shorten(axis, layout, named, wide);
    const room = layout.height - margin.t - margin.b, texts = numbersOf(axis, room);
    if (axis.domain && texts.length) thinned(axis, room * reach(axis.domain) / reach(axis.range));
    if (texts.length) beside(axis, margin, texts, wide);
    else stacked(axis, margin, room, wide);
  }
  for (const place of [levelled, folded]) level.forEach((axis) => place(axis, margin, across(layout, width, axis), wide));
  const fewer = level.filter((axis) => {
    const room = across(layout, width, axis);
    return isCounted(axis) ? along(axis, margin, room, wide) : sparse(axis, room, wide);
  });
  const low = upright.filter((axis) => scaled(axis, layout, width));
  [...level, ...upright].forEach(whole);
  if (named) layout.legend = { ...layout.legend, x: -margin.l / (width - margin.l - margin.r) };
  return [named, wider, slanted, fewer.length, low.length].some(Boolean);
}

/** The names of its axes, those across, upright or both, with what is said of each. @param {Layout} layout @returns {[string, any][]} */
export const axesOf = (layout, letters = "xy") => Object.entries(layout).filter(([name]) => (
  letters.includes(name[0]) && /^.axis\d*$/.test(name)));

/** Whether Plotly chooses numbers along it, by its range. @param {any} axis */
const isCounted = ({ type, range, tickvals, dtick, showticklabels, domain, overlaying }) => (
  (type ?? "linear") === "linear" && range && !tickvals && !dtick && showticklabels !== false && !domain && !overlaying);

/** A short axis of whole numbers has no number between two of them. @param {any} axis */
function whole(axis) {
  if (axis.tickformat === ",d" && axis.type !== "log" && axis.range && !axis.tickvals && reach(axis.range) <= FEW) axis.dtick = 1;
}

/** @param {any} axis @param {any} margin */
function underneath({ type, title, tickfont }, margin) {
  if (type === "log" && title?.text) margin.b = Math.max(margin.b, Math.ceil(BETWEEN + RAISED * tickfont.size + title.font.size * TITLE));
}

/** Room for the names of the lines in as many columns as a narrow picture has, from its left edge on; whether it is so.
 * @param {any[]} data @param {any} layout @param {number} width @param {Wide} wide */
function above(data, layout, width, wide) {
  const { legend, margin } = layout, names = namesOf(data);
  if (legend?.x !== 0 || !isNarrow(width) || !names.length) return false;
  const longest = Math.max(...names.map((name) => wide(name, legend.font.size)));
  if (legend.entrywidth > 1) layout.legend = { ...legend, entrywidth: Math.max(legend.entrywidth, Math.ceil(longest)) }; // and no fraction
  const column = LINE + (layout.legend.entrywidth ?? longest);
  const rows = Math.ceil(names.length / Math.max(1, Math.floor((width - margin.r) / column)));
  margin.t = Math.max(margin.t, Math.ceil(rows * ROW * legend.font.size) + BETWEEN);
  return true;
}

/** The names of the lines. @param {any[]} data @returns {string[]} */
const namesOf = (data) => data.filter(({ name, showlegend }) => name && showlegend !== false).map(({ name }) => name);

/** In a wide picture: has columns of names that hold the longest, whose end Plotly would cut in the last column, where that takes no
 * further row, and room for the rows. Returns whether it has. @param {any[]} data @param {any} layout @param {number} width @param {Wide} wide */
function columned(data, layout, width, wide) {
  const { legend, margin } = layout;
  if (!(legend?.entrywidth > 1) || isNarrow(width)) return false;
  const names = namesOf(data), longest = Math.ceil(Math.max(...names.map((name) => wide(name, legend.font.size))));
  const rows = (/** @type {number} */ each) => Math.ceil(names.length / Math.max(1, Math.floor((width - margin.l - margin.r) / (LINE + each))));
  const stays = longest <= legend.entrywidth || rows(longest) > rows(legend.entrywidth), many = rows(stays ? legend.entrywidth : longest);
  if (many > 1) margin.t = Math.max(margin.t, Math.ceil(many * ROW * legend.font.size) + AROUND); // as Plotly has: titles reckon with it
  if (!stays) layout.legend = { ...legend, entrywidth: longest };
  return !stays;
}

/** Has an upright title, which stands at the middle of its axis, end where a low picture ends, or the names above it: one whose
 * letters would be too small stands on two lines, with room for both. @param {any} axis @param {any} layout @param {boolean} named @param {Wide} wide */
function shorten({ title, side }, { height, margin }, named, wide) {
  const { t, b } = margin, half = (height - t - b) / 2, room = 2 * Math.min(named ? half : t + half, half + b), { size } = title.font;
  const fitting = () => Math.min(1, room / Math.max(...title.text.split("<br>").map((/** @type {string} */ line) => wide(line.replace(/<[^>]*>/g, ""), size))));
  if (fitting() * size < LEAST_TITLE && !title.text.includes("<")) {
    title.text = halved(title.text);
    if (title.text.includes("<br>")) margin[side === "right" ? "r" : "l"] += Math.ceil(LINES * size);
  }
  title.font = { ...title.font, size: size * fitting() };
}

/** A text on two lines, broken at the blank that is nearest to its middle. @param {string} text */
function halved(text) {
  const off = (/** @type {number} */ at) => Math.abs(at - text.length / 2);
  const [at] = [...text.matchAll(/ /g)].map(({ index }) => index).sort((one, other) => off(one) - off(other));
  return at === undefined ? text : `${text.slice(0, at)}<br>${text.slice(at + 1)}`;
}

/** px that its title takes beside an axis. @param {any} axis */
const beforeNumbers = ({ title }) => (title?.text ? (TITLE + LINES * (title.text.split("<br>").length - 1)) * title.font.size : 0);

/** The longest numbers beside an upright axis in a picture of this height, where Plotly writes them out. @param {any} axis @param {number} room */
function numbersOf(axis, room) {
  const { type, range, domain, tickformat, tickvals } = axis, [start, end] = domain ?? [0, 1];
  if (isCounted({ ...axis, domain: undefined })) return ticks(axis, axis.nticks ?? usual(room * (end - start) / 40)).texts;
  if (type !== "log" || !range || !tickformat || tickvals) return [];
  const powers = [Math.ceil(Math.min(...range)), Math.floor(Math.max(...range))];
  return powers.map((power) => fixed(10 ** power, Math.max(0, -power)));
}

/** @param {any} axis @param {any} margin @param {string[]} texts @param {Wide} wide */
function beside(axis, margin, texts, wide) {
  const title = beforeNumbers(axis);
  const side = axis.side === "right" ? "r" : "l", longest = Math.max(...texts.map((text) => wide(text, axis.tickfont.size)));
  margin[side] = Math.max(margin[side], Math.ceil(BETWEEN + title + longest));
}

/** Has names that stand one below the other small enough not to lie on each other, and makes room for them beside the axis.
 * @param {any} axis @param {any} margin @param {number} room @param {Wide} wide */
function stacked(axis, margin, room, wide) {
  if (!(axis.ticktext?.length > 1) || (axis.type ?? "linear") !== "linear") return;
  const places = [...axis.tickvals].sort((a, b) => a - b), { size } = axis.tickfont;
  const nearest = Math.min(...places.slice(1).map((place, i) => place - places[i])) * room / reach(axis.range);
  axis.tickfont = { ...axis.tickfont, size: Math.min(size, Math.max(LEAST, nearest / CLOSE)) };
  const longest = Math.max(...axis.ticktext.map((/** @type {string} */ text) => wide(text.replace(/<[^>]*>/g, ""), axis.tickfont.size)));
  const title = beforeNumbers(axis);
  if (axis.side !== "right") margin.l = Math.max(margin.l, Math.ceil(BETWEEN + title + longest));
}

/** Has words that are turned lie level where each has the room, and upright where they would lie on each other. @param {any} axis @param {any} margin @param {number} room @param {Wide} wide */
function levelled(axis, margin, room, wide) {
  const { tickangle, ticktext, tickfont, range } = axis;
  if (!tickangle || !ticktext?.length) return;
  const each = room / reach(range), longest = (/** @type {number} */ size) => Math.max(...ticktext.map((/** @type {string} */ text) => wide(text, size)));
  if (longest(tickfont.size) + BETWEEN <= each) {
    axis.tickangle = 0;
    margin.b = Math.min(margin.b, UNDER);
  } else if (each < tickfont.size * Math.SQRT2) {
    axis.tickfont = { ...tickfont, size: Math.min(tickfont.size, Math.max(LEAST, each / CLOSE)) };
    axis.tickangle = -90;
    margin.b = Math.max(margin.b, Math.ceil(BETWEEN + longest(axis.tickfont.size) + beforeNumbers(axis)));
  }
}

/** Breaks names under upright bars that are wider than what each has, writes what still is in smaller letters, and makes room for the lines.
 * @param {any} axis @param {any} margin @param {number} room @param {Wide} wide */
function folded(axis, margin, room, wide) {
  if (axis.tickangle !== 0 || !(axis.ticktext?.length > 1)) return;
  const each = room / reach(axis.range), { size } = axis.tickfont;
  const lines = axis.ticktext.map((/** @type {string} */ text) => text.split("<br>").flatMap((line) => (
    wide(line, size) + CLEAR > each ? line.split(" ") : [line])));
  axis.ticktext = lines.map((/** @type {string[]} */ each) => each.join("<br>"));
  const most = Math.max(...lines.map((/** @type {string[]} */ { length }) => length)), longest = Math.max(...lines.flat().map((/** @type {string} */ line) => wide(line, size)));
  axis.tickfont = { ...axis.tickfont, size: Math.max(LEAST, Math.min(size, size * (each - CLEAR) / longest)) };
  margin.b = Math.max(margin.b, Math.ceil(BETWEEN + LINES * size * most));
}

/** Leaves out numbers of logarithms that would lie on others, or all 5 or 2 of powers of ten before these. Returns whether it does.
 * @param {any} axis @param {number} room @param {Wide} wide */
function sparse(axis, room, wide) {
  const { type, range, tickvals, ticktext, tickfont } = axis;
  if (type !== "log" || !(ticktext?.length > 1)) return false;
  const half = ticktext.map((/** @type {string} */ text) => wide(text, tickfont.size) / 2);
  const at = tickvals.map((/** @type {number} */ value) => Math.log10(value) * room / reach(range));
  const apart = (/** @type {number} */ i, /** @type {number} */ j) => i === j || Math.abs(at[i] - at[j]) >= half[i] + half[j] + BETWEEN;
  const alike = (/** @type {string} */ first) => [...at.keys()].filter((i) => tickvals[i].toExponential()[0] === first);
  let kept = /** @type {number[]} */ ([]);
  for (const more of [...alike("1").map((i) => [i]), ...[..."52346789"].map(alike)]) {
    if (more.every((i) => [...kept, ...more].every((j) => apart(i, j)))) kept = [...kept, ...more];
  }
  kept.sort((i, j) => i - j);
  Object.assign(axis, { tickvals: kept.map((i) => tickvals[i]), ticktext: kept.map((i) => ticktext[i]) });
  return kept.length < at.length;
}

/** Leaves out numbers of an upright axis that would lie on others where the one across, whose scale it has, leaves it low.
 * Returns whether it has such a scale. @param {any} axis @param {any} layout @param {number} width */
function scaled(axis, { xaxis, height, margin }, width) {
  if (!axis.scaleanchor || !isCounted(axis)) return false;
  const high = height - margin.t - margin.b;
  thinned(axis, Math.min(high / reach(axis.range), (width - margin.l - margin.r) / reach(xaxis.range)));
  return true;
}

/** Leaves out numbers of an upright axis that would lie on others. @param {any} axis @param {number} perUnit px */
function thinned(axis, perUnit) {
  let count = axis.nticks ?? usual(perUnit * reach(axis.range) / 40);
  while (count > 1 && ticks(axis, count).step * perUnit < (axis.minexponent < 6 ? RAISED : CLOSE) * axis.tickfont.size) count -= 1;
  axis.nticks = count;
}

/** How many px an axis has; less where another has its scale. @param {any} layout @param {number} width @param {any} axis */
function across({ yaxis, height, margin }, width, { range }) {
  const room = width - margin.l - margin.r, high = height - margin.t - margin.b;
  return yaxis?.scaleanchor && yaxis.range ? Math.min(room, high * reach(range) / reach(yaxis.range)) : room;
}

/** Returns whether it shows fewer numbers than it would. @param {any} axis @param {any} margin @param {number} room @param {Wide} wide */
function along(axis, margin, room, wide) {
  const most = axis.nticks ?? usual(room / 80), perUnit = room / reach(axis.range);
  for (let count = most; count >= 1; count -= 1) {
    const { texts, step, last } = ticks(axis, count), longest = Math.max(...texts.map((text) => wide(text, axis.tickfont.size)));
    if (count > 1 && longest + APART > step * perUnit) continue;
    if (count < most) axis.nticks = count;
    margin.r = Math.max(margin.r, Math.ceil(longest / 2 - Math.abs(axis.range[1] - last) * perUnit));
    return count < most;
  }
  return false;
}

/** How many numbers Plotly wants at most where nobody says it. @param {number} fitting */
const usual = (fitting) => Math.min(Math.max(fitting, 4), 9) + 1;

/** @param {number[]} range */
const reach = ([low, high]) => Math.abs(high - low);

/** The numbers that Plotly writes if so many are wanted: the first and the last, how far they are apart, and where the last stands.
 * @param {{ range: number[], minexponent?: number }} axis @param {number} count */
function ticks(axis, count) {
  const [low, high] = [Math.min(...axis.range), Math.max(...axis.range)], largest = Math.max(Math.abs(low), Math.abs(high));
  if (largest < SMALL) axis.minexponent = 3;
  const rough = (high - low) / count, base = 10 ** Math.floor(Math.log10(rough));
  const step = base * ([2, 5].find((times) => times * base >= rough) ?? 10);
  const ends = [Math.ceil(low / step) * step, Math.floor(high / step) * step];
  const power = Math.floor(Math.log10(largest) + 0.01), raised = Math.abs(power) > (axis.minexponent ?? 3);
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 0.01) + (raised ? power : 0));
  const texts = ends.map((end) => (raised ? `${fixed(end / 10 ** power, decimals)}×10⁻⁹` : fixed(end, decimals)));
  return { texts, step, last: axis.range[1] < axis.range[0] ? ends[0] : ends[1] };
}
