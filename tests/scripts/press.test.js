// What a pointer does to views and controls: its main button alone, and a finger that scrolls nothing at all.
import assert from "node:assert/strict";
import test from "node:test";
import { node } from "./browser.js";

const { CanvasView } = await import("../../assets/js/canvas_layout.js");
const { NumberControl } = await import("../../assets/js/controls/number.js");
const { Cursor } = await import("../../assets/js/cursor.js");
const { mount } = await import("../../assets/js/panels/shared/drawn_numbers.js");

const right = { button: 2, preventDefault() {} };

/** A view, and what is told of each pointer that comes to its canvas. */
function pressed() {
  const told = [], canvas = { setPointerCapture() {} }, view = Object.assign(Object.create(CanvasView.prototype), { canvas, held: false });
  const zone = { x: 0, y: 0, w: 100, h: 0 };
  view.onPress(() => zone, ({ offsetX }) => told.push(offsetX), () => told.push("released"));
  return { told, view, go: (kind, offsetX, pointerType = "mouse", button = 0, isPrimary = true) => canvas[`on${kind}`]({ isPrimary, button, pointerType, offsetX, offsetY: 0 }) };
}

test("a mouse presses at once and as long as it is dragged", () => {
  const { told, view, go } = pressed();
  go("pointermove", 3);
  go("pointerdown", 5);
  go("pointermove", 6);
  assert.equal(view.held, true);
  go("pointerup", 6);
  go("lostpointercapture");
  go("pointermove", 9);
  assert.deepEqual(told, [5, 6, "released"]);
  assert.equal(view.held, false);
});

test("what is dragged out of its zone stays at the edge; a press beside it presses nothing", () => {
  const { told, go } = pressed();
  for (const [kind, x] of [["pointerdown", 50], ["pointermove", 180], ["pointermove", -20], ["pointerup", -20]]) go(kind, x);
  assert.deepEqual(told.splice(0), [50, 100, 0]);
  for (const [kind, x] of [["pointerdown", 120], ["pointermove", 121], ["pointerup", 121]]) go(kind, x);
  assert.deepEqual(told, []);
  for (const [kind, x] of [["pointerdown", 95], ["pointermove", 120]]) go(kind, x, "touch");
  assert.deepEqual(told, [100]);
});

test("a finger that scrolls presses nothing; one that moves across or is lifted does", () => {
  const { told, go } = pressed();
  for (const [kind, x] of [["pointerdown", 50], ["pointermove", 52], ["lostpointercapture"]]) go(kind, x, "touch");
  assert.deepEqual(told.splice(0), ["released"]);
  for (const [kind, x] of [["pointerdown", 50], ["pointermove", 52], ["pointermove", 70], ["pointermove", 71], ["pointerup", 71]]) go(kind, x, "touch");
  assert.deepEqual(told.splice(0), [70, 71]);
  for (const [kind, x] of [["pointerdown", 50], ["pointerup", 50]]) go(kind, x, "touch");
  assert.deepEqual(told, [50]);
});

test("two fingers on a canvas enlarge the page and press nothing", () => {
  const { told, go } = pressed();
  go("pointerdown", 50, "touch");
  go("pointerdown", 90, "touch", 0, false);
  for (const [kind, x] of [["pointermove", 20], ["pointerup", 20]]) go(kind, x, "touch");
  assert.deepEqual(told, []);
  assert.match(new CanvasView("crosshair").canvas.style.cssText, /touch-action:pan-y pinch-zoom;/);
});

test("another button than the main one presses, steps, drags and draws nothing", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  const { told, go } = pressed();
  go("pointerdown", 5, "mouse", 2);
  go("pointermove", 6);
  NumberControl.prototype.hold.call({ step: () => told.push("a step") }, right, 1);
  new Cursor(() => told.push("a drag"), () => {}).grip.onpointerdown(right);
  const root = node();
  mount(root, { header: { field: "values", low: -1, high: 1, label: "Yours", names: ["x[0]"] }, arrays: { values: [0] } }, null,
    { change: () => told.push("a number") });
  root.children[1].onpointerdown(right);
  assert.deepEqual(told, []);
});
