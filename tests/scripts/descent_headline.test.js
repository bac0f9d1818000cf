// What a step size does, in a sentence: its arithmetic gives what stands beside it, and one step is one.
import assert from "node:assert/strict";
import test from "node:test";
import { node } from "./browser.js";

const { mount } = await import("../../assets/js/panels/optimization/gradient_descent/descent_headline.js");

/** @param {number} sigma @param {number} relative @param {{ method: string, eta: number, counted: number, within: number } | null} other */
function said(sigma, relative, other = null) {
  const factor = 2, eta = relative * 2 / (factor * sigma ** 2), rate = Math.abs(1 - factor * eta * sigma ** 2), root = node();
  const header = { states: ["converges"], plain: true, accuracy: 1e-3, factor, sigma: [sigma, sigma], within: 2_000, other };
  mount(root, { header, arrays: { eta: [eta], rate: [rate], needed: [1], measured: [1], state: [0] } }).draw(0);
  return root.textContent;
}

test("the factors that are written multiply to the rate that stands beside them", () => {
  assert.match(said(2, 0.9), /\|1 − 2·0\.225·4\| = 0\.8 /);
  for (const sigma of [2, 2.7, 0.2, 1 / 3]) for (let at = 61; at < 360; at += 2) {
    const [, eta, square, rate] = said(sigma, at / 240).match(/\|1 − 2·([\d.]+)·([\d.]+)\| = ([\d.]+)/)?.map(Number) ?? [];
    assert.equal(Math.abs(1 - 2 * eta * square).toPrecision(4), rate.toPrecision(4));
  }
});

test("the steps of the formula and those that are counted cannot be read as one number", () => (
  assert.match(said(2, 0.9), /ln ε\/ln rate = 1 \(1 counted in the run\)\.$/)));

test("one step is one, and a run without a formula is followed no farther than it goes", () => {
  const other = { method: "Adam", eta: 0.2, counted: 1, within: 40 };
  assert.match(said(2, 0.9, other), /takes 1 step\.$/);
  assert.match(said(2, 0.9, { ...other, counted: -1 }), /takes more than 40 steps\.$/);
});

test("with momentum the slowest error shrinks, and beyond the limit the steepest grows", () => {
  /** @param {number} rate */
  const withMomentum = (rate) => {
    const root = node(), header = { states: [""], plain: false, accuracy: 1e-3, factor: 2, sigma: [2, 1], within: 2_000, other: null };
    mount(root, { header, arrays: { eta: [0.2], rate: [rate], needed: [rate < 1 ? 9 : Infinity], measured: [9], state: [0] } }).draw(0);
    return root.textContent;
  };
  assert.match(withMomentum(0.8), /the error of the slowest mode shrinks as \|r\|ᵗ, with \|r\| = 0\.8/);
  assert.match(withMomentum(1.5), /the error of the steepest mode grows as \|r\|ᵗ, with \|r\| = 1\.5/);
});
