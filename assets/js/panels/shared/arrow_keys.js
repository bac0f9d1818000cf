/** @type {Record<string, [number, number]>} */
const MOVES = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Where an arrow key leads, [to the right, down]; undefined for another key. @param {KeyboardEvent} event */
export function arrow(event) {
  const move = MOVES[event.key];
  if (move) event.preventDefault();
  return /** @type {[number, number] | undefined} */ (move);
}
