// A symbol's index stands below the line; a reader's own name with an underscore stays as it was written.
import assert from "node:assert/strict";
import test from "node:test";
import "./browser.js";
import { subscripted } from "../../assets/js/panels/shared/words.js";

const shown = (/** @type {string} */ text) => subscripted(text).map((part) => (typeof part === "string" ? part : `<sub>${part?.textContent}</sub>`)).join("");

test("an index of a symbol is set below the line, wherever the symbol stands", () => {
  assert.equal(shown("|1 − η·λ_max| and s_x·s_w/s_y"), "|1 − η·λ<sub>max</sub>| and s<sub>x</sub>·s<sub>w</sub>/s<sub>y</sub>");
  assert.equal(shown("Σq_x and 1/σ²_max"), "Σq<sub>x</sub> and 1/σ²<sub>max</sub>");
  assert.equal(shown("s_y·(q_y − z_y)"), "s<sub>y</sub>·(q<sub>y</sub> − z<sub>y</sub>)");
});

test("a sentence breaks between no number and its unit", () => {
  assert.equal(shown("in 93.8 % of 5 bits, 2 samples"), "in 93.8\u00a0% of 5\u00a0bits, 2 samples");
});

test("a column that is named with an underscore is no symbol", () => {
  for (const name of ["miles_per_gallon", "x_total", "n_1", "a_b_c"]) assert.equal(shown(name), name);
});
