// All cuts of a word: how often each piece is expected.
import assert from "node:assert/strict";
import test from "node:test";
import "./browser.js";

const { expected } = await import("../../assets/js/panels/tokens/tokenizer/lattice.js");

test("a piece that fits is not expected 0 times, however seldom it is", () => {
  assert.deepEqual([1, 0.25, 0.00123, 0.0009, 1e-30, 0].map(expected), ["1", "0.25", "0.0012", "< 0.001", "< 0.001", "< 0.001"]);
});
