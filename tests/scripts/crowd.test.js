// What a class thinks, in one picture that stays readable with hundreds of guesses and a joke among them.
import assert from "node:assert/strict";
import test from "node:test";
import "./browser.js";

document.createElementNS ??= (_, tag) => document.createElement(tag);
const { crowd } = await import("../../assets/js/questions/crowd.js");

const drawn = (/** @type {string[]} */ guesses, answer = null) => {
  const { attributes, children } = crowd({ kind: "amount", unit: "", answer }, guesses);
  const words = children.filter(({ tag }) => tag === "text").map(({ textContent }) => textContent);
  return { height: Math.round(+attributes.viewBox.split(" ")[3]), words, dots: children.filter(({ tag }) => tag === "circle").length };
};

test("300 equal guesses take no more room on a screen than a pile of two dozen", () => {
  assert.equal(drawn(new Array(300).fill("4")).height, drawn(new Array(24).fill("4")).height);
});

test("a joke among the guesses leaves the axis to the others, and is counted", () => {
  const { words, dots } = drawn(["2", "3", "4", "4", "5", "1e9"]);
  assert.deepEqual(words, ["2", "5", "guesses; 1 far beyond an end"]);
  assert.equal(dots, 6);
  assert.deepEqual(drawn(["2", "3", "4", "4", "5"]).words, ["2", "5", "guesses"]);
});

test("the answer stands on the axis however far off all guesses are", () => {
  assert.deepEqual(drawn(["2", "3"], { truth: 400 }).words, ["2", "400", "guesses"]);
});
