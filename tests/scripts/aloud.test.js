// What a page says is read out once it rests: its sentence, or the lines of its arithmetic where it has none.
import assert from "node:assert/strict";
import test from "node:test";
import { node } from "./browser.js";

const { aloud } = await import("../../assets/js/aloud.js");

test("what has changed is read out at rest: the sentence of a page, or the arithmetic of one without", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  document.body = node();
  document.body.appendChild = (region) => { document.body.region = region; return region; };
  const lines = { ".gb-headline:not(.gb-opened)": [], ".gb-worked": ["Place = 3.5", "Rate = 1,000"] };
  document.querySelector = (selector) => lines[selector]?.[0] ?? null;
  const root = Object.assign(node(), { isConnected: true, querySelectorAll: (selector) => lines[selector].map((textContent) => ({ textContent })) });
  const drawn = aloud(root), heard = () => { drawn(); t.mock.timers.tick(1_000); return document.body.region.textContent; };
  assert.equal(heard(), ""); // what a page says first is no news
  lines[".gb-worked"][0] = "Place = 4";
  drawn();
  assert.equal(document.body.region.textContent, "");
  assert.equal(heard(), "Place = 4");
  lines[".gb-headline:not(.gb-opened)"] = ["Variance 1"];
  heard();
  lines[".gb-headline:not(.gb-opened)"] = ["Variance 2"];
  lines[".gb-worked"][0] = "Place = 5";
  assert.equal(heard(), "Variance 2");
});
