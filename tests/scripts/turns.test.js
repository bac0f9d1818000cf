import assert from "node:assert/strict";
import test from "node:test";
import { node, pack } from "./browser.js";
import { attempt, inTurn } from "../../assets/js/turns.js";

/** A component whose view notes what happens to it. */
function component() {
  const root = node(), happened = [];
  const render = inTurn(".gb-figure", () => ({
    take: ({ header }) => happened.push(header.name), leave: () => happened.push("left"),
  }));
  return { happened, render: (name) => render({ data: pack({ name }), parentElement: { querySelector: () => root }, setTriggerValue() {} }) };
}

test("of two renders at once only the later draws", async () => {
  const { happened, render } = component();
  await Promise.all([render("first"), render("second")]);
  assert.deepEqual(happened, ["second"]);
});

test("the clean-up of a stale render leaves the view alone, that of the last one ends it", async () => {
  const { happened, render } = component();
  const [early, late] = [await render("first"), await render("second")];
  early();
  assert.deepEqual(happened, ["first", "second"]);
  late();
  assert.deepEqual(happened, ["first", "second", "left"]);
});

test("a view that cannot be drawn says so until it is drawn again", async (context) => {
  context.mock.method(console, "error", () => {});
  const root = node();
  let forgotten = 0;
  const fail = () => { throw new Error("no numbers"); };
  await attempt(root, fail, () => { forgotten++; });
  await attempt(root, fail, () => { forgotten++; });
  assert.deepEqual([root.children.length, root.children[0].attributes.role, forgotten], [1, "alert", 2]);
  await attempt(root, () => {}, () => { forgotten++; });
  assert.deepEqual([root.children.length, root.dataset.failed, forgotten], [0, undefined, 2]);
});
