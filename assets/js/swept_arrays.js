// Arrays of a payload on their places in a Plotly figure (see ui/payload.py and ui/figure.py).

/** Puts typed arrays back where ui/payload.py took them out: {"array": name} → the array, in rows if it has two dimensions.
 * @param {Record<string, any>} node @param {Arrays} arrays */
export function restore(node, arrays) {
  for (const [key, value] of Object.entries(node)) {
    if (value && typeof value === "object" && !ArrayBuffer.isView(value)) {
      if (typeof value.array === "string" && value.array in arrays) node[key] = inRows(arrays[value.array]);
      else restore(value, arrays);
    }
  }
}

/** @param {Numbers} array */
function inRows(array) {
  if (array.shape.length !== 2) return array;
  const [rows, width] = array.shape;
  return Array.from({ length: rows }, (_, row) => array.subarray(row * width, (row + 1) * width));
}

/** Hangs a row on its place: `data.2.y`, or a single number where the array has one dimension.
 * @param {Figure} target @param {string} path @param {Float64Array} row @param {boolean} scalar */
export function assign(target, path, row, scalar) {
  const keys = path.split(".");
  const last = /** @type {string} */ (keys.pop());
  const place = keys.reduce((node, key) => node[key], /** @type {any} */ (target));
  place[last] = scalar ? row[0] : row;
}
