import assert from "node:assert/strict";
import test from "node:test";
import "./browser.js";
import { attend, enlarged, isPresenting, present } from "../../assets/js/present.js";

const size = (words, width, tickangle) => enlarged({ data: [], layout: {
  height: 400, margin: { l: 50, r: 10, t: 10, b: 40 }, xaxis: { tickangle, tickfont: { size: 11 }, ticktext: words },
} }, width).layout.xaxis.tickfont.size;

test("few turned words are presented as large as all type", () => {
  assert.equal(size(["and", "lost", "walked"], 640, -45), 1.8 * 11);
});

test("many turned words are presented no larger than the room between them", () => {
  const room = (640 - 1.8 * 60) / 24;
  assert.ok(Math.abs(size(Array(24).fill("word"), 640, -45) - room * Math.SQRT1_2) < 1e-9);
  assert.equal(size(Array(48).fill("word").map((word, i) => i % 2 ? "" : word), 640, -45), size(Array(24).fill("word"), 640, -45));
});

test("words that lie flat keep the size of all type", () => {
  assert.equal(size(Array(24).fill("word"), 640, 0), 1.8 * 11);
});

test("a link for presenting is followed though the page's run has written the address before", (context) => {
  const location = { href: "http://a/attention", pathname: "/attention", search: "" }, written = [];
  Object.assign(globalThis, { location, history: { state: null, replaceState: (state, title, address) => written.push(address) } });
  Object.assign(document, { addEventListener() {} });
  for (const [opened, presents] of [["http://a/attention?show=head", false], ["http://a/attention?show=head#present", true]]) {
    context.mock.method(performance, "getEntriesByType", () => [{ name: opened }]);
    attend();
    assert.equal(isPresenting(), presents);
  }
  assert.deepEqual(written, ["/attention#present"]);
  present(false);
});
