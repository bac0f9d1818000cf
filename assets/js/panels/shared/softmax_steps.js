// The arithmetic of attention for one query: products, scores, exponentials, weights, and the weighted sum.
// `key` and `value` are the matrices row after row, as they were sent.
/** @typedef {Float64Array} Vector */

/** q·k of the query with each of the keys. @param {Vector} query @param {Vector} key */
export function products(query, key) {
  const width = query.length;
  const found = new Float64Array(key.length / width);
  for (let j = 0; j < found.length; j++) {
    let sum = 0;
    for (let i = 0; i < width; i++) sum += query[i] * key[j * width + i];
    found[j] = sum;
  }
  return found;
}

/**
 * Softmax of scale·product, −∞ where `allowed` is 0; a query that may look nowhere has weights 0, or NaN where these
 * are to be `undefined`. A `softcap` c makes z
 * c·tanh(z/c); the score of a `sink` takes part in the sum, so that the weights come to less than 1.
 * @param {Vector} product @param {number} scale @param {Vector} [allowed] @param {{ softcap?: number | null, sink?: number | null, undefined?: boolean }} more
 */
export function softmax(product, scale, allowed, more = {}) {
  const { softcap, sink } = more;
  const scaled = product.map((each) => scale * each);
  const capped = softcap ? scaled.map((each) => softcap * Math.tanh(each / softcap)) : scaled;
  const masked = capped.map((each, j) => (allowed && !allowed[j] ? -Infinity : each));
  const largest = masked.reduce((most, each) => Math.max(most, each), sink ?? -Infinity);
  const raised = (/** @type {number} */ each) => (largest === -Infinity ? 0 : Math.exp(each - largest));
  const exponential = masked.map(raised), ofSink = typeof sink === "number" ? raised(sink) : 0;
  const sum = exponential.reduce((total, each) => total + each, ofSink);
  return { scaled, capped, masked, largest, exponential, ofSink, sum, weight: exponential.map((each) => each / (sum || (more.undefined ? 0 : 1))) };
}

/** Σ weight·value over the keys. @param {Vector} weight @param {Vector} value @param {number} width */
export function weighted(weight, value, width) {
  const sum = new Float64Array(width);
  weight.forEach((each, j) => { for (let i = 0; i < width; i++) sum[i] += each * value[j * width + i]; });
  return sum;
}

/** Row i of a matrix; with `rows`, an array that has another number of them is given as it is.
 * @param {Numbers} array @param {number} i @param {number} [rows] @returns {Vector} */
export function rowAt(array, i, rows) {
  if (rows && (array.shape.length < 2 || array.shape[0] !== rows)) return array;
  const width = array.shape[1], from = i * width;
  return array.subarray(from, from + width);
}
