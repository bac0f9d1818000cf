// What is said of a guess without a server: the same as core/questions says (tests/told.py).
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { isBelief, told } from "../../assets/js/questions/told.js";

const cases = JSON.parse(await readFile(`${process.env.PAYLOADS}/told.json`, "utf-8"));

test("a file without a server says of every guess what the page says", () => {
  assert.ok(cases.length > 100);
  for (const { asked, told: said } of cases) assert.deepEqual(told(asked), said, JSON.stringify(asked));
});

test("a common wrong belief is recognised without a server", () => {
  for (const { asked, belief } of cases) assert.equal(isBelief(asked), belief, JSON.stringify(asked));
  assert.ok(cases.some(({ belief }) => belief));
});
