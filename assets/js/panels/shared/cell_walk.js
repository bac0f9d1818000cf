// Numbers of a table that open one by one: a press, the focus or the arrow keys choose a cell that bears data-column.

/** Calls `choose(cell)` with the cell that a reader goes to. */
export function opening(table, choose) {
  const cellOf = ({ target }) => target.closest("[data-column]");
  const told = (event) => { const cell = cellOf(event); if (cell && table.contains(cell)) choose(cell); };
  table.addEventListener("click", told);
  table.addEventListener("focusin", told);
  table.addEventListener("keydown", (event) => walk(table, event, cellOf(event)));
}

/** The arrow keys walk from number to number. */
function walk(table, event, from) {
  const moves = { ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0] };
  if (!(event.key in moves) || !from) return;
  event.preventDefault();
  const [down, right] = moves[event.key];
  const lines = [...table.querySelectorAll("tbody tr")];
  let [line, place] = [lines.indexOf(from.parentElement), from.cellIndex];
  let cell;
  do {
    line += down;
    place += right;
    cell = lines[line]?.cells[place];
  } while (cell && !cell.dataset.column);
  cell?.focus();
}
