// A table that follows the axis: what is too small for its column shows its bound.
import assert from "node:assert/strict";
import test from "node:test";
import { node } from "./browser.js";

const { mount } = await import("../../assets/js/panels/shared/sortable_table.js");

test("a number below its bound shows the bound, and one that is 0 shows 0", () => {
  const header = { names: ["a", "b"], heads: ["name", "t", "p"], words: "", below: { column: 1, text: "< 10⁻³⁰⁰" } }, root = node();
  const arrays = { column0: [99, NaN], column1: [0, 0], below: [1, 0] };
  mount(root, { header, arrays }).draw(0);
  const rows = root.children[1].children[1].children.map((/** @type {{ children: unknown[] }} */ row) => row.children.map(({ textContent }) => textContent));
  assert.deepEqual(rows, [["a", "99", "< 10⁻³⁰⁰"], ["b", "undefined", "0"]]);
});
