// The number in focus beside that of the pinned state A.
import assert from "node:assert/strict";
import test from "node:test";
import { node } from "./browser.js";

const { mount } = await import("../../assets/js/panels/shared/compared.js");

/** @param {number} now @param {number} then */
function said(now, then) {
  const root = node(), its = { quantity: "perplexity", unit: "" };
  mount(root, { header: { ...its, was: its, settings: "α = 0", elsewhere: false }, arrays: { now: [now], then: [then] } }).draw(0);
  return root.textContent;
}

test("an infinite number of A is infinite, and a finite one has a difference", () => {
  assert.equal(said(8, Infinity), "A: perplexity ∞ · now: 8 (A: α = 0)");
  assert.equal(said(8, 7.5), "A: perplexity 7.5 · now: 8 · +0.5 (A: α = 0)");
  assert.equal(said(8, NaN), "A: perplexity undefined · now: 8 (A: α = 0)");
});
