// Magnitudes as colours: 256 of them between the stops that a figure gives, [[place, "#rrggbb" or "rgb(r, g, b)"], …].
/** @param {[number, string][]} stops @returns {Colour[]} */
export function lookup(stops) {
  const parsed = stops.map(([place, text]) => /** @type {[number, Colour]} */ ([place, rgb(text)]));
  return Array.from({ length: 256 }, (_, level) => {
    const share = level / 255, next = Math.max(1, parsed.findIndex(([place]) => place >= share));
    const [[from, a], [to, b]] = [parsed[next - 1], parsed[next]];
    return a.map((one, i) => Math.round(one + ((b[i] - one) * (share - from)) / (to - from)));
  });
}

/** "#rrggbb" or "rgb(r, g, b)" → [r, g, b]. @param {string} text @returns {Colour} */
export function rgb(text) {
  return text.startsWith("#") ? [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16)) : (text.match(/\d+/g) ?? []).map(Number);
}
