// The weights of a head as [queries × keys]: as they were sent, or computed from its queries and keys, of which there are
// far fewer numbers. Of a long text only the rows that are asked for are computed. NaN stands where the mask hides the key.

/** @typedef {{ rows: string[], columns: string[], factor?: number, softcap?: number | null, sink?: number | null }} Rule
 * `factor` is what products are multiplied with, `softcap` c makes z c·tanh(z/c), `sink` is a score */
/** @typedef {{ header: Rule, arrays: Arrays<never, "weights" | "query" | "key" | "first" | "last" | "hidden"> }} Made
 * `weights` (floats, or Uint16 in units of 1/65535), or `query` [queries × d] and `key` [keys × d]. Query i may look at the keys
 * from `first[i]` up to `last[i]` but those that are `hidden`; without these three the weights bear their own NaN. */

export class Weights {
  /** @type {(Float32Array | Float64Array)[]} */ known = [];

  /** @param {Made} made */
  constructor({ header, arrays }) {
    this.header = header;
    this.arrays = arrays;
    this.rows = header.rows.length;
    this.columns = header.columns.length;
  }

  /** All weights of one query. @param {number} i */
  row(i) { return (this.known[i] ??= this.compute(i)); }

  /** @param {number} i @returns {Float32Array | Float64Array} */
  compute(i) {
    const { weights, query, key, first, last, hidden } = this.arrays, { columns } = this;
    if (weights && !first) return weights.subarray(i * columns, (i + 1) * columns);
    const row = new Float32Array(columns).fill(NaN);
    if (!first || !last || !hidden) return row;
    if (weights) given(row, weights, i * columns, first[i], last[i], hidden);
    else if (query && key) softmax(row, query, key, i, this.header.factor ?? 1, this.header, first[i], last[i], hidden);
    return row;
  }

  /** Levels of a picture [queries × keys]: 1 + 254·√weight, and 0 where the mask hides the key. */
  levels() {
    const { rows, columns } = this, levels = new Uint8Array(rows * columns);
    for (let i = 0, at = 0; i < rows; i++) {
      const row = this.row(i);
      for (let j = 0; j < columns; j++, at++) if (row[j] >= 0) levels[at] = 1.5 + 254 * Math.sqrt(Math.min(1, row[j]));
    }
    return levels;
  }
}

/** @param {Float32Array} row @param {Numbers | Uint16Array} weights @param {number} start @param {number} first @param {number} last @param {Numbers} hidden */
function given(row, weights, start, first, last, hidden) {
  const unit = weights instanceof Uint16Array ? 1 / 65535 : 1;
  for (let j = first; j < last; j++) if (!hidden[j]) row[j] = weights[start + j] * unit;
}

/** @param {Float32Array} row @param {Numbers} query @param {Numbers} key @param {number} i @param {number} factor @param {Rule} rule
 * @param {number} first @param {number} last @param {Numbers} hidden */
function softmax(row, query, key, i, factor, { softcap, sink }, first, last, hidden) {
  const width = query.shape[1], at = i * width;
  let largest = sink ?? -Infinity, sum = 0;
  for (let j = first; j < last; j++) {
    if (hidden[j]) continue;
    row[j] = factor * dot(query, at, key, j * width, width);
    if (softcap) row[j] = softcap * Math.tanh(row[j] / softcap);
    largest = Math.max(largest, row[j]);
  }
  for (let j = first; j < last; j++) if (!hidden[j]) sum += row[j] = Math.exp(row[j] - largest);
  if (typeof sink === "number") sum += Math.exp(sink - largest);
  for (let j = first; j < last; j++) if (!hidden[j]) row[j] /= sum;
}

/** @param {Numbers} query @param {number} at @param {Numbers} key @param {number} from @param {number} width */
function dot(query, at, key, from, width) {
  let product = 0;
  for (let c = 0; c < width; c++) product += query[at + c] * key[from + c];
  return product;
}
