import assert from "node:assert/strict";
import test from "node:test";
import { nextFrame } from "./browser.js";
import { scrub } from "../../assets/js/scrub.js";

test("an axis stands at its first step until it is moved", () => assert.equal(scrub.at("fresh"), 0));

test("followers hear of an axis once a frame, and of its last step alone", () => {
  const steps = [];
  const leave = scrub.follow("axis", (index) => steps.push(index));
  for (const index of [1, 2, 3]) scrub.set("axis", index);
  assert.deepEqual([scrub.at("axis"), steps], [3, []]);
  nextFrame();
  scrub.set("axis", 3);
  nextFrame();
  leave();
  scrub.set("axis", 4);
  nextFrame();
  assert.deepEqual(steps, [3]);
});

test("a jump ends as a hand that lets go of the slider does", () => {
  let released = 0;
  scrub.onRelease("jumped", () => { released++; });
  scrub.set("jumped", 2);
  assert.equal(released, 0);
  scrub.jump("jumped", 5);
  assert.deepEqual([scrub.at("jumped"), released], [5, 1]);
});
