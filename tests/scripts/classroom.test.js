// A class: when each phone looks into its room again.
import assert from "node:assert/strict";
import test from "node:test";
import { node } from "./browser.js";

const { Pupil } = await import("../../assets/js/questions/classroom.js");

test("a phone looks into its room again when the server has told it to", async () => {
  const waits = [], { fetch, setTimeout } = globalThis;
  const answers = [{ ok: true, json: () => ({ question: "leak", isRevealed: false, again: 7 }) }, { ok: false }];
  globalThis.setTimeout = (look, milliseconds) => { waits.push([look, milliseconds]); };
  globalThis.fetch = () => Promise.resolve(answers.shift());
  try {
    const pupil = new Pupil("ABCDE", () => {}, () => {});
    pupil.node.isConnected = true;
    await pupil.enter([{ name: "leak" }], node());
    await waits[0][0]();
    assert.deepEqual(waits.map(([, milliseconds]) => milliseconds), [7_000, 7_000]); // also where it was refused
  } finally {
    Object.assign(globalThis, { fetch, setTimeout });
  }
});
