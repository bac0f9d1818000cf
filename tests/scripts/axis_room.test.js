import assert from "node:assert/strict";
import test from "node:test";
import { fit } from "../../assets/js/axis_room.js";

const wide = (text) => 6 * text.length;
const axis = (range, more = {}) => ({ range, minexponent: 6, tickfont: { size: 11 }, title: { text: "y", font: { size: 12 } }, ...more });
const fitted = (xaxis, yaxis, width = 500, data = [], more = {}) => {
  const layout = { height: 300, margin: { l: 56, r: 16, t: 44, b: 36 }, xaxis, yaxis, ...more };
  fit({ data, layout }, width, wide);
  return layout;
};

test("the numbers of our examples leave a picture as it is", () => {
  const { margin, xaxis } = fitted(axis([0, 10], { nticks: 7 }), axis([0, 1]));
  assert.deepEqual(margin, { l: 56, r: 16, t: 44, b: 36 });
  assert.equal(xaxis.nticks, 7);
});

test("beside prices there is room for number and title", () => {
  const { margin } = fitted(axis([0, 10]), axis([0, 612_000]));
  assert.ok(margin.l >= 8 + wide("600,000") + 12 * 1.8);
});

test("beside logarithms that are written out, and beside one of several axes, there is room for number and title", () => {
  const least = 8 + wide("10,000") + 12 * 1.8;
  assert.ok(fitted(axis([0, 10]), axis([1, 4.1], { type: "log", dtick: 1, tickformat: ",~g" })).margin.l >= least);
  assert.ok(fitted(axis([0, 10]), axis([0, 12_000], { domain: [0, 0.25], nticks: 3 })).margin.l >= least);
  assert.equal(fitted(axis([0, 10]), axis([1, 3.9], { type: "log", dtick: 1 })).margin.l, 56); // powers of ten
});

test("an axis of counts has whole numbers, however few", () => {
  const counts = (/** @type {number[]} */ range, more = {}) => fitted(axis(range, { tickformat: ",d", ...more }), axis(range, { tickformat: ",d" }));
  for (const range of [[0.5, 1.5], [-0.5, 2.5], [0, 5]]) assert.deepEqual([counts(range).xaxis.dtick, counts(range).yaxis.dtick], [1, 1]);
  assert.equal(counts([0, 40]).xaxis.dtick, undefined); // of many not every one
  assert.equal(counts([0, 2], { type: "log" }).xaxis.dtick, undefined); // 1 to 100
  assert.equal(fitted(axis([0, 1]), axis([0, 1])).xaxis.dtick, undefined); // of shares
});

test("numbers below a thousandth are written as powers of ten", () => {
  assert.equal(fitted(axis([0, 10]), axis([0, 4e-5])).yaxis.minexponent, 3);
  assert.equal(fitted(axis([0, 10]), axis([0, 0.02])).yaxis.minexponent, 6);
});

test("of long numbers along an axis fewer stand, on a phone fewer still, and the last ends in the picture", () => {
  const laptop = fitted(axis([200_000, 601_000], { nticks: 9 }), axis([0, 1])), phone = fitted(axis([200_000, 601_000], { nticks: 9 }), axis([0, 1]), 250);
  assert.ok(laptop.xaxis.nticks < 9);
  assert.ok(phone.xaxis.nticks < laptop.xaxis.nticks);
  assert.ok(laptop.margin.r >= wide("600,000") / 2 - 2);
});

test("of an upright axis that its scale leaves low as many numbers stand as have room", () => {
  const most = (/** @type {number} */ left) => fitted(axis([0, 14_000]), axis([0, left], { scaleanchor: "x", nticks: 4 }), 320).yaxis.nticks;
  assert.equal(most(14_000), 4);
  assert.equal(most(1_000), 1); // 17 px for 0, 500 and 1,000
});

test("of numbers beside one of several low axes as many stand as have room, fewer of powers of ten", () => {
  const low = (/** @type {number} */ most) => fitted(axis([0, 10]), axis([-most, most], { domain: [0, 0.15] })).yaxis.nticks; // 33 px
  assert.equal(low(1), 3); // −1, 0 and 1
  assert.equal(low(1e-4), 2);
});

test("names below each other have letters that fit between them, and none that nobody reads", () => {
  const names = (/** @type {number} */ many) => fitted(axis([0, 10]), axis([0.4, many + 0.6], {
    tickvals: Array.from({ length: many }, (_, i) => many - i), ticktext: Array.from({ length: many }, () => "int4"), tickfont: { size: 11 } })).yaxis.tickfont.size;
  assert.equal(names(10), 11);
  assert.ok(Math.abs(names(21) - 220 / 21.2 / 1.15) < 0.01);
  assert.equal(names(60), 8);
});

test("of numbers of logarithms that would touch powers of ten stay, and all where there is room", () => {
  const ticks = [2, 5, 10, 20, 50, 100, 200, 500, 1000];
  const shown = (/** @type {number} */ width) => fitted(axis([0.3, 3], { type: "log", tickvals: ticks, ticktext: ticks.map(String) }), axis([0, 1]), width).xaxis;
  assert.deepEqual(shown(900).tickvals, ticks);
  assert.deepEqual(shown(280).ticktext, ["10", "100", "1000"]);
});

test("a name that is wider than its bar stands on several lines, with room for them below", () => {
  const names = ["mean", "milieu des extrêmes", "moyenne<br>tronquée"];
  const { xaxis, margin } = fitted(axis([-0.5, 2.5], { tickangle: 0, tickvals: [0, 1, 2], ticktext: names }), axis([0, 1]), 240);
  assert.deepEqual(xaxis.ticktext, ["mean", "milieu<br>des<br>extrêmes", "moyenne<br>tronquée"]);
  assert.ok(margin.b >= 8 + 3 * 1.3 * 11);
});

test("names under bars do not touch: the letters of long ones are smaller", () => {
  const names = (/** @type {string[]} */ ...ticktext) => fitted(axis([-0.5, 2.5], { tickangle: 0, tickvals: [0, 1, 2], ticktext }), axis([0, 1]), 72 + 3 * 48).xaxis;
  assert.equal(names("mean", "max", "min").tickfont.size, 11);
  const { tickfont: { size }, ticktext } = names("median", "midrange", "trimmed mean"); // 48 px each, and midrange has 48
  assert.deepEqual(ticktext, ["median", "midrange", "trimmed<br>mean"]);
  assert.ok(size < 11 && size >= 10);
});

test("beside an axis of names there is room for the longest", () => {
  const names = { tickvals: [0, 1], ticktext: ["oui", "anticonstitutionnellement"], title: { text: "" } };
  assert.equal(fitted(axis([0, 1]), axis([-0.5, 1.5], names)).margin.l, 8 + wide("anticonstitutionnellement"));
  assert.equal(fitted(axis([0, 1]), axis([-0.5, 1.5], { ...names, ticktext: ["oui", "non"] })).margin.l, 56);
});

test("words along an axis lie level where each has the room, and are turned where one of them has not", () => {
  const turned = (/** @type {string[]} */ words, width = 500) => fitted(axis([-0.5, 2.5], { tickangle: -45, tickvals: [0, 1, 2], ticktext: words }), axis([0, 1]), width, [], { margin: { l: 56, r: 16, t: 44, b: 76 } });
  const level = turned(["oui", "non", "peut-être"]);
  assert.equal(level.xaxis.tickangle, 0);
  assert.equal(level.margin.b, 40); // and what slanted words took below the axis is the picture's
  assert.equal(turned(["oui", "non", "peut-être"], 200).xaxis.tickangle, -45);
  assert.equal(turned(["oui", "non", "anticonstitutionnellement"]).margin.b, 76);
});

test("words along an axis that would lie on each other when they are slanted stand upright, in letters that fit between them", () => {
  const words = Array.from({ length: 24 }, () => "watch"), tickvals = words.map((_, i) => i);
  const shown = (/** @type {number} */ width) => fitted(axis([-0.5, 23.5], { tickangle: -45, tickvals, ticktext: words }), axis([0, 1]), width).xaxis;
  assert.deepEqual([shown(600).tickangle, shown(600).tickfont.size], [-45, 11]);
  const { tickangle, tickfont: { size } } = shown(304);
  assert.equal(tickangle, -90);
  assert.ok(size * 24 * 1.15 <= 304 - 56 - 16 && size >= 8);
  assert.equal(fitted({ ...axis([0, 1]), range: undefined }, axis([0, 1])).xaxis.range, undefined); // an axis without words may lack a range
});

test("a title beside an axis reckons with the rows of names above a wide picture", () => {
  const title = { title: { text: "perte au-dessus de son minimum (départ = 1)", font: { size: 12 } } };
  const data = Array.from({ length: 7 }, (_, i) => ({ name: `graine ${i}` })), legend = { x: 0, entrywidth: 84, font: { size: 11 } };
  const high = (/** @type {any[]} */ names) => fitted(axis([0, 1]), axis([0, 1], structuredClone(title)), 700, names, { height: 240, legend, margin: { l: 62, r: 12, t: 28, b: 36 } });
  assert.equal(high(data.slice(0, 2)).margin.t, 28);
  const { margin, yaxis } = high(data);
  assert.ok(margin.t >= 2 * 1.75 * 11 + 24);
  const lines = yaxis.title.text.split("<br>").map((/** @type {string} */ line) => wide(line, yaxis.title.font.size));
  assert.ok(Math.max(...lines) <= 240 - margin.t + margin.b);
});

test("axes with words, logarithms and their own steps stay", () => {
  for (const more of [{ tickvals: [1] }, { type: "log" }, { dtick: 1 }, { domain: [0, 0.4] }]) {
    const own = axis([0, 9e6], more), before = structuredClone(own);
    assert.deepEqual(fitted(own, axis([0, 1])).xaxis, before);
  }
});

test("below 10² there is room for the title of an axis", () => {
  assert.ok(fitted(axis([0, 3], { type: "log" }), axis([0, 1])).margin.b > 36);
});

test("a title beside an axis ends where the picture ends", () => {
  const title = (text) => ({ title: { text, font: { size: 12 } } });
  assert.equal(fitted(axis([0, 1]), axis([0, 1], title("density"))).yaxis.title.font.size, 12);
  const { size } = fitted(axis([0, 1]), axis([0, 1], title("x".repeat(60)))).yaxis.title.font;
  assert.ok(size < 12);
});

test("a long title beside an axis stands on two lines in letters that can be read, with room for both", () => {
  const high = (/** @type {string} */ text) => fitted(axis([0, 1]), axis([0, 1], { title: { text, font: { size: 12 } } }), 500, [], { height: 240 });
  const french = high("erreur type indiquée ÷ écart type vrai de la pente");
  assert.equal(french.yaxis.title.text, "erreur type indiquée ÷<br>écart type vrai de la pente");
  assert.ok(french.yaxis.title.font.size >= 11);
  assert.ok(french.margin.l >= 56 + 12);
  const own = high("entropy of the weights<br>of the first query (bits)"); // two lines of its own are no longer than the longer one
  assert.equal(own.yaxis.title.font.size, 12);
});

test("on a phone the names of the lines stand in columns from the left edge on, and the picture begins below them", () => {
  const names = Array.from({ length: 8 }, (_, i) => ({ name: `estimator ${i}` })), legend = { legend: { x: 0, font: { size: 11 } } };
  const phone = fitted(axis([0, 1]), axis([0, 1]), 350, names, legend), laptop = fitted(axis([0, 1]), axis([0, 1]), 500, names, legend);
  assert.equal(laptop.legend.x, 0);
  assert.equal(laptop.margin.t, 44);
  assert.ok(phone.legend.x < 0);
  assert.ok(phone.margin.t > 3 * 1.5 * 11);
  assert.ok(phone.margin.t < 8 * 1.5 * 11);
});

test("in a wide picture names have columns that hold the longest, unless that took a further row", () => {
  const legend = { x: 0, entrywidth: 84, font: { size: 11 } }, entropy = "entropy of all keys (bits)";
  const width = (/** @type {string[]} */ ...names) => fitted(axis([0, 1]), axis([0, 1]), 900, names.map((name) => ({ name })), { legend }).legend.entrywidth;
  assert.equal(width("a (1)", entropy), wide(entropy));
  assert.equal(width("a", "b", "c", "d", "e", entropy), 84);
});

test("on a phone the longest name of a line has the room that it needs in its column", () => {
  const names = [{ name: "flat" }, { name: "steepest, 5,943,000" }], legend = { x: 0, entrywidth: 84, font: { size: 11 } };
  const width = (/** @type {number} */ of) => fitted(axis([0, 1]), axis([0, 1]), of, names, { legend }).legend.entrywidth;
  assert.equal(width(350), wide("steepest, 5,943,000"));
  assert.equal(width(500), wide("steepest, 5,943,000"));
  assert.equal(legend.entrywidth, 84);
});
