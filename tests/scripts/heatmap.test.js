import assert from "node:assert/strict";
import test from "node:test";
import "./browser.js";

const { alongScale } = await import("../../assets/js/panels/shared/heatmap.js");

test("beside a picture of one row the numbers of its scale lie on no other, and beside many rows all stand", () => {
  const low = alongScale(60).sort(([, one], [, other]) => one - other);
  assert.deepEqual(low.map(([weight]) => weight), [1, 0.3, 0.1, 0]);
  assert.ok(low.slice(1).every(([, at], i) => at - low[i][1] >= 10));
  assert.deepEqual(alongScale(220).map(([weight]) => weight).sort(), [0, 0.01, 0.1, 0.3, 0.6, 1]);
});
