// In which order the server's mathematics, the pictures and Streamlit hear of what a hand does.
import assert from "node:assert/strict";
import test from "node:test";
import { goBack, look, pack } from "./browser.js";
import { hang, page } from "../../assets/js/road.js";
import "../../assets/js/wire.js"; // which road.js loads with its first answer: no test is to wait for that

const REST = 200; // ms after which Streamlit is told
let requests = [];

/** Lets all that waits for nothing but itself run. */
const settled = async () => { for (let i = 0; i < 50; i++) await new Promise((resolve) => { setImmediate(resolve); }); };

function begin(context) {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  requests = [];
  context.mock.method(globalThis, "fetch", (address, { body }) => new Promise((resolve) => {
    requests.push({ ...JSON.parse(body), answer: (status, bytes) => resolve({ status, arrayBuffer: async () => bytes?.buffer }) });
  }));
}

const root = (dataset = {}) => ({ dataset });
const picture = (beta) => pack({}, { picture: pack({ beta }) });

test("a hand that rests is told to Streamlit once, with its last value, after the picture stands", async (context) => {
  begin(context);
  const drawn = [], told = [];
  const leave = hang("picture", root(), ({ header }) => drawn.push(header.beta), () => {});
  const control = (value) => page("a").change("beta", value, (word) => told.push(word.value), () => {});
  control("1");
  control("2");
  control("3");
  assert.deepEqual(requests.map(({ values }) => values), [{ beta: "1" }]);
  requests[0].answer(200, picture(1));
  await settled();
  assert.deepEqual(requests.map(({ values }) => values), [{ beta: "1" }, { beta: "3" }]);
  requests[1].answer(200, picture(3));
  await settled();
  context.mock.timers.tick(REST - 1);
  assert.deepEqual([drawn, told], [[1, 3], []]);
  context.mock.timers.tick(1);
  assert.deepEqual(told, ["3"]);
  leave();
});

test("of several fields the one that moved last is told last, and its word alone is as new as the page", async (context) => {
  begin(context);
  const told = [], one = page("several");
  const move = (field, value) => one.change(field, value, ({ sent }) => told.push([field, value, one.isAhead(sent)]), () => {});
  move("query", "3");
  move("layer", "2");
  move("query", "4");
  move("layer", "3");
  requests[0].answer(422);
  await settled();
  assert.deepEqual(told, [["query", "4", true], ["layer", "3", false]]);
  move("layer", "5");
  move("query", "6");
  requests[1].answer(422);
  await settled();
  assert.deepEqual(told.slice(2), [["layer", "5", true], ["query", "6", false]]);
});

test("what the server refuses is told to Streamlit at once", async (context) => {
  begin(context);
  const told = [];
  page("b").change("beta", "much", (word) => told.push(word.value), () => {});
  requests[0].answer(422);
  await settled();
  assert.deepEqual(told, ["much"]);
});

test("only pictures that a reader sees are asked for, and those that hand their data to another", (context) => {
  begin(context);
  const roots = { near: root(), below: root(), elsewhere: root({ elsewhere: "" }) };
  const leave = Object.entries(roots).map(([name, one]) => hang(name, one, () => {}, () => {}));
  look(roots.below, false);
  look(roots.elsewhere, false);
  page("f").change("beta", "2", () => {}, () => {});
  look(roots.below, true);
  page("g").change("beta", "2", () => {}, () => {});
  assert.deepEqual(requests.map(({ pictures }) => pictures), [["near", "elsewhere"], ["near", "below", "elsewhere"]]);
  for (const one of leave) one();
});

test("a control that rearranges the page does not ask for pictures", (context) => {
  begin(context);
  const told = [];
  page("c").change("part", "formats", (word) => told.push(word.value), () => {}, false);
  assert.deepEqual([requests.length, told], [0, ["formats"]]);
});

test("a word of the server's from before the hand's last move is older than what stands", (context) => {
  begin(context);
  const one = page("d"), before = Date.now() - 1;
  const [first, second] = [one.moves(), one.moves()];
  assert.ok(first < second);
  assert.ok(one.isAhead(before) && one.isAhead(first) && !one.isAhead(second));
});

test("the Back button drops what Streamlit has not heard, and an answer that comes after it draws nothing", async (context) => {
  begin(context);
  const happened = [];
  const leave = hang("picture", root(), () => happened.push("drawn"), (forgot) => happened.push(["back", forgot]));
  page("e").change("beta", "2", () => happened.push("told"), () => happened.push("undone"));
  goBack();
  requests[0].answer(200, picture(2));
  await settled();
  context.mock.timers.tick(10 * REST);
  assert.deepEqual(happened, ["undone", ["back", true]]);
  leave();
});

test("an answer that comes after a preset was pressed draws nothing: the pictures of the preset may stand already", async (context) => {
  begin(context);
  const drawn = [], told = [], one = page("pressed");
  const leave = hang("picture", root(), ({ header }) => drawn.push(header.beta), () => {});
  one.change("beta", "2", ({ value }) => told.push(value), () => {});
  one.change("preset", "sharp", ({ value }) => told.push(value), () => {}, false);
  requests[0].answer(200, picture(2));
  await settled();
  assert.deepEqual([drawn, told], [[], ["2", "sharp"]]);
  one.change("beta", "3", ({ value }) => told.push(value), () => {});
  requests[1].answer(200, picture(3));
  await settled();
  assert.deepEqual(drawn, [3]);
  leave();
});

test("a setting that was told is asked for along with the next one, until the server is known to have heard it", async (context) => {
  begin(context);
  let sent = 0;
  const one = page("told"), asked = () => requests.map(({ values }) => values).at(-1);
  const move = (field, value) => one.change(field, value, (word) => { sent = word.sent; }, () => {});
  const rest = async () => {
    requests.at(-1).answer(429);
    await settled();
    context.mock.timers.tick(REST);
  };
  move("n", "5");
  await rest();
  move("sigma", "2");
  assert.deepEqual(asked(), { n: "5", sigma: "2" });
  one.receives(sent);
  await rest();
  one.receives(sent - 1); // a run that began before
  move("n", "6");
  assert.deepEqual(asked(), { sigma: "2", n: "6" });
  await rest();
  one.receives(sent);
  move("sigma", "3");
  assert.deepEqual(asked(), { sigma: "3" });
  goBack();
});

test("who follows hears once that a hand has moved a field, and that it is back", (context) => {
  begin(context);
  const received = [], one = page("moved");
  one.onMoved = () => received.push([...one.moved].join());
  one.change("beta", "1", () => {}, () => {});
  one.change("beta", "2", () => {}, () => {});
  for (const moved of [true, true, false]) one.note("step", moved);
  one.forget();
  assert.deepEqual(received, ["beta", "beta,step", "beta", ""]);
});
