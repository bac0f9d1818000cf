// The number in focus opened, and where an axis stands: units and nouns after 1 are singular.
import assert from "node:assert/strict";
import test from "node:test";
import { node } from "./browser.js";

const { mount } = await import("../../assets/js/panels/shared/opened.js");

test("of one a result and a note speak in the singular", () => {
  const line = { formula: ["entropy of {n} tokens"], substitution: [""], note: ["; {mean} bits on average, {mean} times as many"], unit: "bits", digits: 4, whole: ["n"] };
  const arrays = { "0.result": [1, 2], "0.digits": [8, 8], "0.n": [1, 2], "0.mean": [1, 0.5] }, root = node();
  const shown = (/** @type {number} */ step) => {
    mount(root, { header: { lines: [line] }, arrays }).draw(step);
    return root.children[0].children.map((/** @type {{ textContent?: string }} */ part) => part.textContent ?? part).join("").replaceAll("\u00a0", " ");
  };
  assert.equal(shown(0), "entropy of 1 token = 1 bit; 1 bit on average, 1 times as many");
  assert.equal(shown(1), "entropy of 2 tokens = 2 bits; 0.5 bits on average, 0.5 times as many");
});
