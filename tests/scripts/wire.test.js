// Payloads that ui/payload.py has written (tests/test_scripts.py): PAYLOADS names the folder.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import test from "node:test";
import { unpack } from "../../assets/js/wire.js";

const read = async (name) => unpack(new Uint8Array(await readFile(`${process.env.PAYLOADS}/${name}`)));

test("every kind of array that Python sends arrives with its kind, shape and numbers", async () => {
  const kinds = { u1: Uint8Array, u2: Uint16Array, u4: Uint32Array, i1: Int8Array, i2: Int16Array, i4: Int32Array, f4: Float32Array, f8: Float64Array };
  const { header, arrays } = await read("kinds");
  assert.equal(header.name, "Δ “kinds” \ud800");
  assert.equal(header.received, "à 7"); // what stands aside
  for (const [name, kind] of Object.entries(kinds)) {
    assert.ok(arrays[name] instanceof kind);
    assert.deepEqual(arrays[name].shape, [2, 3]);
    assert.deepEqual([...arrays[name]], [0, 1, 2, 3, 4, 5]);
  }
  assert.deepEqual([arrays.empty.length, arrays.empty.shape], [0, [0, 4]]);
});

test("a number that is no number arrives as such in an array, and as null in the header", async () => {
  const { header, arrays } = await read("kinds");
  assert.deepEqual([...arrays.odd], [NaN, Infinity, -Infinity, -0]);
  assert.equal(header.odd, null);
});

test("a large payload is inflated but for its end, which travelled as it was", async () => {
  const { arrays: { zeros, random } } = await read("packed");
  assert.equal(zeros.length, 100_000);
  assert.ok(zeros.every((each) => each === 0));
  assert.deepEqual([random[0], random.at(-1)], [0.25, 0.75]);
});

test("a payload may begin anywhere in the bytes that it came with", async () => {
  const bytes = await readFile(`${process.env.PAYLOADS}/kinds`), longer = new Uint8Array(bytes.length + 3);
  longer.set(bytes, 3);
  const { header, arrays } = await unpack(longer.subarray(3));
  assert.equal(header.received, "à 7");
  assert.deepEqual([...arrays.f8], [0, 1, 2, 3, 4, 5]);
});
