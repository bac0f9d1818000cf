import assert from "node:assert/strict";
import test from "node:test";

const words = { "{} tokens": "{} jetons", "1 {} jetons": "{} jeton", "1 {} cases": "{} case" };
const { document } = globalThis;
globalThis.document = { getElementById: () => ({ textContent: JSON.stringify(words) }) };
const { counted, worded } = await import("../../assets/js/worded.js?french"); // other tests have read it in English
globalThis.document = document;

test("in French less than two are singular", () => {
  assert.deepEqual(["0", "0,5", "−1,5", "1"].map((many) => counted(many, "cases")), ["0 case", "0,5 case", "−1,5 case", "1 case"]);
  assert.deepEqual(["2", "−3", "1\u202f000", "∞"].map((many) => counted(many, "cases")), ["2 cases", "−3 cases", "1\u202f000 cases", "∞ cases"]);
  assert.equal(worded`${"0"} tokens`, "0 jeton");
  assert.equal(worded`${"2"} tokens`, "2 jetons");
});

test("a unit of which only one form is known stays", () => assert.equal(counted("0", "dB"), "0 dB"));
