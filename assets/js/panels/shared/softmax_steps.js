// The arithmetic of attention for one query: products, scores, exponentials, weights, and the weighted sum.
// `key` and `value` are the matrices row after row, as they were sent.

/** q·k of the query with each of the keys. */
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

/** Softmax of scale·product, −∞ where `allowed` is 0; a query that may look nowhere has weights 0. */
export function softmax(product, scale, allowed) {
  const scaled = product.map((each) => scale * each);
  const masked = scaled.map((each, j) => (allowed && !allowed[j] ? -Infinity : each));
  const largest = masked.reduce((most, each) => Math.max(most, each), -Infinity);
  const exponential = masked.map((each) => (largest === -Infinity ? 0 : Math.exp(each - largest)));
  const sum = exponential.reduce((total, each) => total + each, 0);
  return { scaled, masked, largest, exponential, sum, weight: exponential.map((each) => each / (sum || 1)) };
}

/** Σ weight·value over the keys. */
export function weighted(weight, value, width) {
  const sum = new Float64Array(width);
  weight.forEach((each, j) => { for (let i = 0; i < width; i++) sum[i] += each * value[j * width + i]; });
  return sum;
}

/** The numbers of an array at a step: its row there where it has one for each of the `length` steps, else all. */
export function rowAt(array, step, length) {
  if (!array || array.shape.length < 2 || array.shape[0] !== length) return array;
  const width = array.shape[1];
  return array.subarray(step * width, (step + 1) * width);
}
