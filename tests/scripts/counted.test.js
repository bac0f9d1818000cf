import assert from "node:assert/strict";
import test from "node:test";

const words = { "{} tokens": "{} jetons", "1 {} jetons": "{} jeton", "1 {} cases": "{} case" };
const { document } = globalThis;
globalThis.document = { getElementById: () => ({ textContent: JSON.stringify(words) }) };
const { counted, worded } = await import("../../assets/js/worded.js?french"); // other tests have read it in English
globalThis.document = document;

test("in French less than two are singular", () => {
  assert.deepEqual(["0", "0,5", "−1,5", "1"].map((many) => counted(many, "cases")), ["0 case", "0,5 case", "−1,5 case", "1 case"]);
  assert.deepEqual(["3,2·10⁻⁵", "10⁻⁴", "3·10⁷"].map((many) => counted(many, "cases")), ["3,2·10⁻⁵ case", "10⁻⁴ case", "3·10⁷ cases"]);
  assert.deepEqual(["2", "−3", "1\u202f000", "∞"].map((many) => counted(many, "cases")), ["2 cases", "−3 cases", "1\u202f000 cases", "∞ cases"]);
  assert.equal(worded`${"0"} tokens`, "0 jeton");
  assert.equal(worded`${"2"} tokens`, "2 jetons");
});

test("in French one of a unit is found by its noun", () => assert.equal(counted("1", "cases par mot"), "1 case par mot"));

test("in English 1 is singular, 0 and 0.5 are not", async () => {
  const english = await import("../../assets/js/worded.js");
  const one = { bits: "bit", "nats a token": "nat a token", "standard deviations": "standard deviation", "held-out words": "held-out word",
    dB: "dB", ms: "ms", "%": "%", "in each group": "in each group", "of 3 bits": "of 3 bits", "": "" };
  for (const [unit, single] of Object.entries(one)) {
    assert.deepEqual(["1", "−1"].map((many) => english.counted(many, unit)), [`1 ${single}`.trimEnd(), `−1 ${single}`.trimEnd()]);
    assert.deepEqual(["0", "0.5", "1.01", "11"].map((many) => english.counted(many, unit)), ["0", "0.5", "1.01", "11"].map((many) => `${many} ${unit}`.trimEnd()));
  }
});

test("a unit of which only one form is known stays", () => assert.equal(counted("0", "dB"), "0 dB"));
