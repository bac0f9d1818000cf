import assert from "node:assert/strict";
import test from "node:test";
import { assign, restore } from "../../assets/js/swept_arrays.js";

const shaped = (numbers, ...shape) => Object.assign(Float64Array.from(numbers), { shape });

test("arrays stand where Python took them out, one of two dimensions in rows", () => {
  const trace = { x: { array: "time" }, z: { array: "weights" }, marker: { color: { array: "time" } }, text: { array: "none" } };
  restore(trace, { time: shaped([1, 2], 2), weights: shaped([1, 2, 3, 4, 5, 6], 2, 3) });
  assert.deepEqual([...trace.x], [1, 2]);
  assert.equal(trace.marker.color, trace.x);
  assert.deepEqual(trace.z.map((row) => [...row]), [[1, 2, 3], [4, 5, 6]]);
  assert.deepEqual(trace.text, { array: "none" });
});

test("a swept row takes its place in the figure, of an array with one dimension as a number", () => {
  const figure = { data: [{ y: [] }], layout: { shapes: [{ x0: 0 }] } };
  assign(figure, "data.0.y", Float64Array.of(1, 2), false);
  assign(figure, "layout.shapes.0.x0", Float64Array.of(7), true);
  assert.deepEqual([[...figure.data[0].y], figure.layout.shapes[0].x0], [[1, 2], 7]);
});
