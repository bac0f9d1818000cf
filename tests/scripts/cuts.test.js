// Words as two tokenizers cut them: over how many words of the text.
import assert from "node:assert/strict";
import test from "node:test";
import "./browser.js";

const { over } = await import("../../assets/js/panels/tokens/tokenizer/cuts.js");

test("a text of one word is not told to have 1 words", () => {
  assert.deepEqual([1, 90].map(over), [", over 1 word of the text.", ", over 90 words of the text."]);
});
