// Numbers of tables that open one by one into their formulas: a press, the focus or the arrow keys choose a cell.
import { element } from "../../element.js";
import { arrow } from "./arrow_keys.js";

export class OpenedCells {
  spell; words; chosen;
  byHand = false;
  /** @type {Map<string, HTMLTableCellElement>} */ cells = new Map();

  /** `spell(name)` gives the formula of the number called so, as nodes; `words` stand in its place until there is one. */
  constructor(table, spell, ...words) {
    Object.assign(this, { spell, words });
    this.formula = element("p", { class: "gb-headline gb-opened" });
    const go = (event) => {
      const cell = event.target.closest("[data-name]");
      if (!cell || !table.contains(cell)) return;
      if (document.activeElement !== cell) cell.focus({ preventScroll: true });
      Object.assign(this, { byHand: true, chosen: cell.dataset.name });
      this.formula.setAttribute("aria-live", "polite");
      this.open();
    };
    table.addEventListener("click", go);
    table.addEventListener("focusin", go);
    table.addEventListener("keydown", (event) => walk(table, event));
  }

  /** The cell of the number called `row|column`. */
  cell(row, column, ...children) {
    const name = `${row}|${column}`;
    const node = element("td", { role: "gridcell", "data-name": name, "data-row": row, "data-column": column }, ...children);
    this.cells.set(name, node);
    return node;
  }

  /** At a step of the axis: `first` is open until a hand has chosen. A hand on the axis is no question, so nothing is read out. */
  draw(first) {
    this.formula.setAttribute("aria-live", "off");
    if (!this.byHand || !this.cells.has(this.chosen)) this.chosen = first;
    this.open();
  }

  /** The Tab key stops at the chosen cell alone; where none is chosen, at the first. */
  open() {
    [...this.cells.values()].forEach((cell, i) => {
      const chosen = cell.dataset.name === this.chosen;
      cell.classList.toggle("gb-chosen", chosen);
      cell.tabIndex = chosen || (!this.chosen && i === 0) ? 0 : -1;
      cell.setAttribute("aria-selected", String(chosen));
    });
    this.formula.replaceChildren(...(this.cells.has(this.chosen) ? this.spell(this.chosen) : this.words));
  }
}

/** The arrow keys walk from number to number. */
function walk(table, event) {
  const from = event.target.closest("[data-name]"), move = from && arrow(event);
  if (!move) return;
  const [right, down] = move, lines = [...table.querySelectorAll("tbody tr")];
  let [line, place] = [lines.indexOf(from.parentElement), from.cellIndex];
  let cell;
  do {
    line += down;
    place += right;
    cell = lines[line]?.cells[place];
  } while (cell && !cell.dataset.name);
  cell?.focus();
}
