// Colours of pictures: what is written can be read.
import assert from "node:assert/strict";
import test from "node:test";
import "./browser.js";

const { coloured, light } = await import("../../assets/js/palette.js");

/** WCAG 2.2, 1.4.3. @param {string} colour */
function contrastWithWhite(colour) {
  const [r, g, b] = [1, 3, 5].map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 1.05 / (0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05);
}

test("a word in the colour of a line has a contrast of 4.5 with white, and the line keeps its colour", () => {
  const colours = light();
  for (const name of ["category1", "category2", "category3", "category4", "category5", "category6", "pinned", "focus", "muted"]) {
    const color = `gb:${name}`;
    const { line, textfont, title: { font } } = coloured({ line: { color }, textfont: { color }, title: { font: { size: 11, color } } }, colours);
    assert.equal(line.color, colours[name]);
    assert.equal(font.color, textfont.color);
    assert.ok(contrastWithWhite(font.color) >= 4.5, `${name}: ${font.color}`);
  }
});
