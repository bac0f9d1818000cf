/** Where an arrow key leads, [to the right, down]; null for another key. */
export function arrow(event) {
  const move = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
  if (move) event.preventDefault();
  return move ?? null;
}
