// A payload as ui/payload.py writes it: a header and arrays as they lie in memory.
/** @type {Record<string, new (buffer: ArrayBuffer, offset: number, length: number) => any>} */
export const VIEWS = {
  u1: Uint8Array, u2: Uint16Array, u4: Uint32Array,
  i1: Int8Array, i2: Int16Array, i4: Int32Array, f4: Float32Array, f8: Float64Array,
};

/** Bytes → {header, arrays}. Each array is a typed array with a `shape`; nothing is copied but a packed payload.
 * @param {Uint8Array<ArrayBuffer> | Numbers} bytes @returns {Promise<Sent>} */
export async function unpack(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const start = 8 + view.getUint32(0, true);
  const aside = said(bytes.buffer, bytes.byteOffset + 8, start - 8);
  let buffer = /** @type {ArrayBuffer} */ (bytes.slice(start + 8).buffer); // a fresh buffer: aligned, and ours to keep
  if (view.getUint32(start, true) === 1) {
    const end = buffer.byteLength - view.getUint32(start + 4, true);
    const stream = new Blob([buffer.slice(0, end)]).stream().pipeThrough(new DecompressionStream("deflate"));
    const inflated = await new Response(stream).arrayBuffer();
    buffer = end === buffer.byteLength ? inflated : joined(inflated, buffer.slice(end));
  }
  const length = new DataView(buffer).getUint32(0, true);
  /** @type {Header & { arrays: Record<string, { dtype: string, shape: number[], offset: number }> }} */
  const header = { ...said(buffer, 8, length), ...aside };
  /** @type {Arrays} */
  const arrays = {};
  for (const [name, { dtype, shape, offset }] of Object.entries(header.arrays)) {
    const size = shape.reduce((product, n) => product * n, 1);
    arrays[name] = new VIEWS[dtype](buffer, offset, size);
    arrays[name].shape = shape;
  }
  return { header, arrays };
}

/** The object that a stretch of bytes says.
 * @param {ArrayBuffer} buffer @param {number} start @param {number} length */
const said = (buffer, start, length) => JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, start, length)));

/** @param {ArrayBuffer} one @param {ArrayBuffer} other */
function joined(one, other) {
  const both = new Uint8Array(one.byteLength + other.byteLength);
  both.set(new Uint8Array(one));
  both.set(new Uint8Array(other), one.byteLength);
  return both.buffer;
}
