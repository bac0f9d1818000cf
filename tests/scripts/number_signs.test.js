import assert from "node:assert/strict";
import test from "node:test";
import { typed } from "../../assets/js/number_signs.js";

test("a number that is copied from the page, with its minus sign, is the number", () => {
  assert.deepEqual(["−0.4916", " -2 ", "1e−3", "0,5"].map(typed), ["-0.4916", "-2", "1e-3", "0,5"]);
});
