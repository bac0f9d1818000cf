// The weights of a head as [queries × keys]: as they were sent, or reckoned from its queries and keys, of which there are
// far fewer numbers. NaN stands where the mask hides the key.

/**
 * arrays: `weights` (floats, or Uint16 in units of 1/65535), or `query` [queries × d] and `key` [keys × d] with
 * header.factor, what their products are multiplied with. Query i may look at the keys from `first[i]` up to `last[i]`
 * but those that are `hidden`; without these three the weights bear their own NaN.
 */
export function weightsOf({ header, arrays }) {
  const { weights, query, key, first, last, hidden } = arrays;
  if (weights && !first) return weights;
  const rows = first.length, columns = hidden.length, found = new Float32Array(rows * columns).fill(NaN);
  for (let i = 0; i < rows; i++) {
    const row = found.subarray(i * columns, (i + 1) * columns);
    if (weights) given(row, weights, i * columns, first[i], last[i], hidden);
    else softmax(row, query, key, i, header.factor, first[i], last[i], hidden);
  }
  return found;
}

function given(row, weights, start, first, last, hidden) {
  const unit = weights instanceof Uint16Array ? 1 / 65535 : 1;
  for (let j = first; j < last; j++) if (!hidden[j]) row[j] = weights[start + j] * unit;
}

function softmax(row, query, key, i, factor, first, last, hidden) {
  const width = query.shape[1], at = i * width;
  let largest = -Infinity, sum = 0;
  for (let j = first; j < last; j++) {
    if (hidden[j]) continue;
    let product = 0;
    for (let c = 0, from = j * width; c < width; c++) product += query[at + c] * key[from + c];
    row[j] = product * factor;
    if (row[j] > largest) largest = row[j];
  }
  for (let j = first; j < last; j++) if (!hidden[j]) sum += row[j] = Math.exp(row[j] - largest);
  for (let j = first; j < last; j++) if (!hidden[j]) row[j] /= sum;
}
