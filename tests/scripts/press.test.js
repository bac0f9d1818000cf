// What a pointer does to views and controls: its main button alone, and a finger that scrolls nothing at all.
import assert from "node:assert/strict";
import test from "node:test";
import { node } from "./browser.js";

const { CanvasView } = await import("../../assets/js/canvas_layout.js");
const { NumberControl } = await import("../../assets/js/controls/number.js");
const { dragged } = await import("../../assets/js/controls/drag_number.js");
const { Cursor } = await import("../../assets/js/cursor.js");
const { mount } = await import("../../assets/js/panels/shared/drawn_numbers.js");
const { Track } = await import("../../assets/js/track.js");

const right = { button: 2, preventDefault() {} };

/** A view, and what is told of each pointer that comes to its canvas. */
function pressed() {
  const told = [], canvas = { setPointerCapture() {} }, view = Object.assign(Object.create(CanvasView.prototype), { canvas, held: false });
  const zone = { x: 0, y: 0, w: 100, h: 0 };
  view.onPress(() => zone, ({ offsetX }) => told.push(offsetX), () => told.push("released"));
  return { told, view, go: (kind, offsetX, pointerType = "mouse", button = 0, isPrimary = true) => canvas[`on${kind}`]?.({ isPrimary, button, pointerType, offsetX, offsetY: 0, clientX: offsetX, clientY: 0 }) };
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

test("a finger that scrolls the page from a slider, a line or a label moves nothing; one that goes across does", () => {
  const told = [], track = new Track("Merges", (step) => told.push(step), () => {}), label = Object.assign(node(), { classList: { add() {} } });
  const { grip } = new Cursor(() => (across) => told.push(across), () => {});
  Object.assign(track.slider, { focus() {} });
  Object.assign(track.span, { getBoundingClientRect: () => ({ left: 0, width: 100 }) });
  track.shares = Array.from({ length: 101 }, (_, i) => i / 100);
  dragged(label, (steps) => told.push(steps));
  for (const under of [track.node, grip, label]) {
    const go = (kind, clientX, clientY) => under[`on${kind}`]?.({ button: 0, isPrimary: true, pointerType: "touch", preventDefault() {}, clientX, clientY });
    under.setPointerCapture = () => {};
    for (const [down, across] of [[12, 2], [30, 20]]) { // slowly; and at once so far that a browser tells of it before it scrolls
      go("pointerdown", 40, 300);
      go("pointermove", 40 + across, 300 - down);
      go("lostpointercapture");
    }
    assert.deepEqual(told, []);
    for (const [kind, across, down] of [["pointerdown", 40, 300], ["pointermove", 58, 302], ["pointermove", 58, 340]]) go(kind, across, down);
    assert.equal(told.splice(0)[0], under === label ? 3 : 58);
  }
  track.node.onpointerdown({ button: 0, isPrimary: true, pointerType: "touch", preventDefault() {}, clientX: 70, clientY: 300 });
  track.node.onpointerup({ clientX: 70, clientY: 300 });
  assert.deepEqual(told, [70]);
});

test("a finger that scrolls the page from a button of a number steps nothing; one that is lifted or stays does", (t) => {
  t.mock.timers.enable({ apis: ["setTimeout", "setInterval"] });
  let steps = 0;
  const go = (...kinds) => {
    const target = new EventTarget();
    NumberControl.prototype.hold.call({ step: () => { steps += 1; } }, { pointerType: "touch", button: 0, preventDefault() {}, target }, 1);
    for (const kind of kinds) {
      if (kind === "stays") for (const time of [400, 130]) t.mock.timers.tick(time);
      else target.dispatchEvent(new Event(kind));
    }
    return steps;
  };
  assert.equal(go("pointercancel", "pointerleave"), 0);
  assert.equal(go("pointerup", "pointerleave"), 1);
  assert.equal(go("stays", "pointerup", "pointerleave"), 3);
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
