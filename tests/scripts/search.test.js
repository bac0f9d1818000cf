// The search: the list of what was found, under the keys.
import assert from "node:assert/strict";
import test from "node:test";
import { node } from "./browser.js";

const { default: render } = await import("../../assets/js/search.js");

test("the Enter key chooses what is found, but not where it ends a composed word", () => {
  const root = node(), told = [];
  render({ parentElement: { querySelector: () => root }, setTriggerValue: (_, slug) => told.push(slug) });
  const { finder, children: [input] } = root;
  const enter = (isComposing) => input.onkeydown({ key: "Enter", isComposing, preventDefault() {} });
  Object.assign(finder, { found: [{ slug: "fourier" }], show() {} });
  enter(true);
  assert.deepEqual(told, []);
  enter(false);
  assert.deepEqual(told, ["fourier"]);
});
