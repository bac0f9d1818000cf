// Numbers of a table that open one by one: a press, the focus or the arrow keys choose a cell that bears data-column.

/** Calls `choose(cell)` with the cell that a reader goes to. */
export function opening(table, choose) {
  const cellOf = ({ target }) => target.closest("[data-column]");
  const go = (event) => {
    const cell = cellOf(event);
    if (!cell || !table.contains(cell)) return;
    if (document.activeElement !== cell) cell.focus({ preventScroll: true });
    choose(cell);
  };
  table.addEventListener("click", go);
  table.addEventListener("focusin", go);
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

/** Marks the `chosen` one of the cells, which alone the Tab key stops at; where none is chosen, at the first. */
export function opened(cells, chosen) {
  [...cells].forEach((cell, i) => {
    cell.classList.toggle("gb-chosen", cell === chosen);
    cell.tabIndex = cell === chosen || (!chosen && i === 0) ? 0 : -1;
    cell.setAttribute("aria-selected", cell === chosen);
  });
}
