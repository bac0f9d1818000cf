// What is said of a guess without a server: the same as core/questions says (tests/verdicts.py).
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { isBelief, verdict } from "../../assets/js/questions/verdict.js";

const cases = JSON.parse(await readFile(`${process.env.PAYLOADS}/verdicts.json`, "utf-8"));

test("a file without a server says of every guess what the page says", () => {
  assert.ok(cases.length > 100);
  for (const { asked, said } of cases) assert.deepEqual(verdict(asked), said, JSON.stringify(asked));
});

test("a common wrong belief is recognised without a server", () => {
  for (const { asked, belief } of cases) assert.equal(isBelief(asked), belief, JSON.stringify(asked));
  assert.ok(cases.some(({ belief }) => belief));
});
