import assert from "node:assert/strict";
import test from "node:test";
import { apart } from "../../assets/js/words_apart.js";

const layout = (width) => ({ width, height: 244, margin: { l: 16, r: 16, t: 44, b: 40 }, xaxis: { range: [0, 20] }, yaxis: { range: [-16, 0] } });
const words = { x: [5, 7, 5, 5, 12], text: ["harbour", "forest", "market", "river", "letter"], textfont: { size: 10 } };
const y = [-4, -4, -5, -6, -4]; // 10 px for each
const wide = (word) => 6 * word.length;

test("on a phone a word that would touch an earlier one stays away, beside it or below it", () => {
  assert.deepEqual(apart(words, y, layout(352), wide), ["harbour", "", "", "river", "letter"]);
});

test("where there is room across, words beside each other all stand", () => {
  assert.deepEqual(apart(words, y, layout(1032), wide), ["harbour", "forest", "", "river", "letter"]);
});

test("larger letters need more room below each other, too", () => {
  assert.equal(apart({ ...words, textfont: { size: 18 } }, y, layout(352), (word) => 11 * word.length)[3], "");
});
