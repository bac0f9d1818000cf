// Attention as matrices, copied to a spreadsheet: where tokens are columns each is transposed, and is called so.
import assert from "node:assert/strict";
import test from "node:test";
import { node } from "./browser.js";

const { mount } = await import("../../assets/js/panels/attention/attention_by_hand/matrices.js");
const matrix = (shape, ...numbers) => Object.assign(Float64Array.from(numbers), { shape });

test("copied matrices have the names of their pictures", () => {
  const arrays = { query: matrix([1, 1], 2), key: matrix([2, 1], 0, 0), value: matrix([2, 1], 1, 3), scale: matrix([1], 1) };
  const copied = (columns) => mount(node(), { header: { focus: 0, field: "query", keys: ["1", "2"], digits: 4, columns }, arrays }).tabbed();
  assert.deepEqual(copied(false), [["Q Kᵀ"], [0, 0], ["scaled and masked"], [0, 0], ["A"], [0.5, 0.5], ["A V"], [2]]);
  assert.deepEqual(copied(true), [["Kᵀ Q"], [0], [0], ["scaled and masked"], [0], [0], ["A"], [0.5], [0.5], ["V A"], [2]]);
});

test("each matrix has the name that stands over it", () => {
  const arrays = { query: matrix([1, 1], 2), key: matrix([2, 1], 0, 0), value: matrix([2, 1], 1, 3), scale: matrix([1], 1) };
  const root = node();
  mount(root, { header: { focus: 0, field: "query", keys: ["1", "2"], digits: 4, columns: false }, arrays });
  const tables = root.children[1].children.map((figure) => figure.children.find(({ tag }) => tag === "table"));
  assert.deepEqual(tables.map(({ attributes }) => attributes["aria-label"]),
    ["Q Kᵀ", "× scale", "softmax, row by row: A", "A V, the output"]);
});
