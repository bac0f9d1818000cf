// The numbers of a figure as CSV.
import assert from "node:assert/strict";
import test from "node:test";
import { figureTable } from "../../assets/js/figure_table.js";

const table = (/** @type {object[]} */ traces, /** @type {Layout} */ layout = {}) => figureTable(/** @type {Trace[]} */ (traces), layout).split("\r\n");

test("a row tells the curve, the place and the height of a point", () => {
  assert.deepEqual(table([{ name: "mean", x: [1, 2], y: [0.5, NaN] }]), ["series,x,y,z", "mean,1,0.5,", "mean,2,,"]);
});

test("what a picture writes at a point stands beside where it is drawn: ∞ has a place of its own", () => {
  const [head, first, last] = table([{ name: "Katz", x: [1, 2], y: [12, 99], text: ["Katz: 12", "Katz: ∞"] }]);
  assert.deepEqual([head, first, last], ["series,x,y,z,label", "Katz,1,12,,Katz: 12", "Katz,2,99,,Katz: ∞"]);
});

test("a label is written as it is read, and no formula", () => {
  assert.equal(table([{ name: "a &amp; &#34;b&#34;", x: [1], y: [2] }])[1], '"a & ""b""",1,2,');
  assert.equal(table([{ name: "x", x: [1], y: [2], text: ["&lt;i&gt;<br><b>9</b>"] }])[1], "x,1,2,,<i> 9");
  assert.equal(table([{ name: "=1+1", x: [1], y: [2] }])[1], "'=1+1,1,2,");
});

test("codes on an unseen axis are told as the numbers that they stand for on the one that is seen", () => {
  const layout = { yaxis: { type: "log", range: [-6, 2] }, yaxis2: { visible: false, range: [100, 900] } };
  assert.deepEqual(table([{ name: "modes", x: [0, 1], y: [100, 700], yaxis: "y2" }], layout).slice(1), ["modes,0,0.000001,", "modes,1,1,"]);
  assert.equal(table([{ name: "odds", x: [0], y: [700], yaxis: "y2" }], { ...layout, yaxis2: { range: [100, 900] } })[1], "odds,0,700,");
});

test("what an axis writes at a place stands beside its number where it is a name, and not where it is the number again", () => {
  const xaxis = { tickvals: [0, 1, 2], ticktext: ["drug &amp; diet", "none", "7"] }, yaxis = { tickvals: [10000, 5], ticktext: ["10⁴", "0: all"] };
  assert.deepEqual(table([{ name: "mean", x: [0, 1, 2], y: [10000, 5, 3] }], { xaxis, yaxis }), ["series,x,y,z,x name,y name",
    "mean,0,10000,,drug & diet,", "mean,1,5,,none,0: all", "mean,2,3,,,"]);
  assert.deepEqual(table([{ x: [0], y: [4], xaxis: "x2" }], { xaxis2: { tickvals: [0], ticktext: ["∞"] } }), ["series,x,y,z,x name", ",0,4,,∞"]);
  assert.deepEqual(table([{ x: [0, 1], y: [0], z: [[5, 6]] }], { xaxis })[2], ",1,0,6,none");
});

test("what a picture draws beside the name of a group belongs to it", () => {
  const xaxis = { tickvals: [0, 1], ticktext: ["drug", "none"] };
  assert.deepEqual(table([{ name: "mean", x: [0.3, 1.3], y: [5, 6] }], { xaxis }).slice(1), ["mean,0.3,5,,drug", "mean,1.3,6,,none"]);
});
