// What stands below the spectrum of one moment.
import assert from "node:assert/strict";
import test from "node:test";
import "./browser.js";

const { unitWithin } = await import("../../assets/js/panels/signals/spectrogram/words.js");

test("between the ends of an axis of levels stands as much of the unit as touches neither", () => {
  const wide = (words) => 6 * words.length;
  assert.deepEqual([120, 60, 30, 14].map((room) => unitWithin("magnitude", room, wide)), ["dB, magnitude", "dB", "dB", ""]);
  assert.equal(unitWithin("decibels", 30, wide), "dB");
});
