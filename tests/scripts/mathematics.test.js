// Arithmetic that panels do themselves.
import assert from "node:assert/strict";
import test from "node:test";
import "./browser.js";
import { enough, plain, product, quotient } from "../../assets/js/panels/shared/arithmetic.js";
import { products, softmax, weighted } from "../../assets/js/panels/shared/softmax_steps.js";
import { evenTicks } from "../../assets/js/panels/shared/drawing.js";
import { frequencyAxis, note, unevenTicks } from "../../assets/js/panels/signals/spectrogram/axes.js";
import { lookup } from "../../assets/js/colours.js";
import { number } from "../../assets/js/numbers.js";

test("attention weights are a softmax: of equal scores they are equal, and the mask takes none", () => {
  const product = products(Float64Array.of(1, 2), Float64Array.of(3, 4, 3, 4, 0, 1));
  assert.deepEqual([...product], [11, 11, 2]);
  assert.deepEqual([...softmax(product, 1, [1, 1, 0]).weight], [0.5, 0.5, 0]);
  assert.deepEqual([...softmax(product, 1, [0, 0, 0]).weight], [0, 0, 0]);
  assert.deepEqual([...softmax(Float64Array.of(1000, 1000), 1).weight], [0.5, 0.5]);
  assert.deepEqual([...weighted([0.5, 0.5, 0], Float64Array.of(2, 4, 9), 1)], [3]);
});

test("a softcap bounds every score, and a sink takes the rest of the weights", () => {
  const product = Float64Array.of(-9, 0, 9), bent = softmax(product, 1, null, { softcap: 2 });
  bent.capped.forEach((z, j) => assert.ok(Math.abs(z - 2 * Math.tanh(product[j] / 2)) < 1e-15));
  const beside = softmax(Float64Array.of(0, 0), 1, [1, 1], { sink: Math.log(2) });
  beside.weight.forEach((each) => assert.ok(Math.abs(each - 0.25) < 1e-15));
  assert.ok(Math.abs(beside.ofSink / beside.sum - 0.5) < 1e-15);
  assert.deepEqual([...softmax(Float64Array.of(1, 2), 1, [0, 0], { sink: 3 }).weight], [0, 0]);
});

test("an expression is written with as many digits as give its result on a calculator", () => {
  const [third, other] = [1 / 3, 2 / 7], expression = product([plain(third), plain(other)]);
  const digits = enough(expression, third * other, 2, 6);
  assert.ok(digits >= 6);
  const typed = +third.toPrecision(digits) * +other.toPrecision(digits);
  assert.equal(number(typed, 6), number(third * other, 6));
  assert.equal(quotient(plain(1), plain(4)).text(3), "1 / 4");
  assert.equal(quotient(plain(4e8), plain(2e8)).text(3), "4·10⁸ / (2·10⁸)"); // else 10⁸ would be multiplied by
});

test("a frequency on any axis comes back from its share of it; mel spacing is linear below 1 kHz", () => {
  for (const scale of ["linear", "logarithmic", "mel", "htk"]) {
    const axis = frequencyAxis(scale, 50, 8000);
    assert.ok(Math.abs(axis.to(50)) < 1e-12 && Math.abs(axis.to(8000) - 1) < 1e-12);
    for (const hz of [50, 440, 1000, 7000]) assert.ok(Math.abs(axis.from(axis.to(hz)) - hz) < 1e-9 * hz);
  }
  const { to } = frequencyAxis("mel", 0, 1000);
  assert.ok(Math.abs(to(250) - 0.25) < 1e-12);
});

test("ticks are round numbers within the axis", () => {
  assert.deepEqual(evenTicks(0, 1, 5), [0, 0.2, 0.4, 0.6, 0.8, 1]);
  assert.deepEqual(unevenTicks(frequencyAxis("logarithmic", 100, 1000), 100, 1000, 0.1), [100, 200, 500, 1000]);
});

test("concert pitch is A4, middle C of equal temperament lies at 261.63 Hz", () => {
  assert.equal(note(440), "A4");
  assert.equal(note(261.6256), "C4");
  assert.equal(note(445), "A4 +0.2 semitones");
});

test("a colour map begins and ends with the colours of its ends", () => {
  const map = lookup([[0, "#000000"], [0.5, "rgb(10, 20, 30)"], [1, "#ffffff"]]);
  assert.deepEqual([map.length, map[0], map[255]], [256, [0, 0, 0], [255, 255, 255]]);
});
