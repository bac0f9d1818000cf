import assert from "node:assert/strict";
import test from "node:test";
import { canInk, dashed } from "../../assets/js/ink.js";

test("under a moving hand lines have the dashes that they have at rest", () => {
  assert.deepEqual(dashed("solid", 3), []);
  assert.deepEqual(dashed("dash", 3), [9, 9]);
  assert.deepEqual(dashed("longdash", 3), [15, 15]);
  assert.deepEqual(dashed("longdashdot", 3), [15, 6, 6, 6]);
  assert.deepEqual(dashed("8px,3px,2px,3px", 3), [8, 3, 2, 3]);
});

test("bars with a pattern are left to Plotly", () => {
  const bars = { type: "bar", mode: "", name: "", x: [0], y: [1], marker: { color: "black" } };
  const patterned = { ...bars, marker: { ...bars.marker, pattern: { shape: "/" } } };
  const figure = (/** @type {any} */ trace) => /** @type {any} */ ({ data: [trace], layout: {} });
  assert.deepEqual([bars, patterned].map((trace) => canInk(figure(trace), ["data.0.y"])), [true, false]);
});
