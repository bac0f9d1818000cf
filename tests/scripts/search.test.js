// The search: the list of what was found, under the keys.
import assert from "node:assert/strict";
import test from "node:test";
import { node } from "./browser.js";

const { default: render } = await import("../../assets/js/search.js");

/** The search on a page, whose questions are answered when a test says so; what was told is kept. */
function searching() {
  const root = node(), told = [], answers = {};
  root.addEventListener = (_, left) => { root.left = left; };
  render({ parentElement: { querySelector: () => root }, setTriggerValue: (_, slug) => told.push(slug) });
  const { finder, children: [input, list] } = root;
  globalThis.fetch = ({ searchParams }) => new Promise((answer, fail) => { answers[searchParams.get("q")] = { answer, fail }; });
  const heard = () => new Promise((done) => { setTimeout(done); });
  return {
    finder, input, list, told, leave: () => root.left({ relatedTarget: null }),
    press: (key) => input.onkeydown({ key, preventDefault() {} }),
    type: (text) => { input.value = text; input.oninput(); },
    answer: (query, ...slugs) => { answers[query].answer({ ok: true, json: () => slugs.map((slug) => ({ slug })) }); return heard(); },
    fail: (query) => { answers[query].fail(new TypeError("Failed to fetch")); return heard(); },
  };
}

test("the Enter key chooses what is found for all that is typed, once that is known", async () => {
  const { type, press, answer, told } = searching();
  type("f");
  await answer("f", "linear-regression");
  type("fourier");
  press("Enter");
  assert.deepEqual(told, []);
  await answer("fourier", "fourier", "sampling");
  assert.deepEqual(told, ["fourier"]);
});

test("an answer opens no list where the search was emptied or left meanwhile", async () => {
  const { type, press, answer, leave, list } = searching();
  for (const end of [() => press("Escape"), leave]) {
    type("bayes");
    end();
    await answer("bayes", "bayes");
    assert.equal(list.hidden, true);
  }
});

test("without an answer no list stands that was found for something else", async () => {
  const { type, answer, fail, list } = searching();
  type("zzz");
  await answer("zzz");
  assert.equal(list.hidden, false);
  type("bayes");
  await fail("bayes");
  assert.equal(list.hidden, true);
});

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
