// Numbers of tables that open one by one into their formulas: a press, the focus or the arrow keys choose a cell.
import { element, mark, renew } from "../../element.js";
import { arrow } from "./arrow_keys.js";

export class OpenedCells {
  byHand = false;
  /** @type {string | null} */ chosen = null;
  /** @type {Map<string, HTMLTableCellElement>} */ cells = new Map();
  /** @type {HTMLTableCellElement | undefined} */ stop; // where the Tab key stops

  /** `spell(name)` gives the formula of the number called so, as nodes; `words()` stand in its place until there is one.
   * @param {HTMLElement} table @param {(name: string) => (Node | string)[]} spell @param {() => (Node | string)[]} words */
  constructor(table, spell, words = () => []) {
    this.spell = spell;
    this.words = words;
    this.formula = element("p", { class: "gb-headline gb-opened" });
    const go = (/** @type {Event} */ event) => {
      const cell = cellOf(event);
      if (!cell) return;
      if (document.activeElement !== cell) cell.focus({ preventScroll: true });
      [this.byHand, this.chosen] = [true, cell.dataset.name ?? null];
      this.formula.setAttribute("aria-live", "polite");
      this.open();
    };
    table.addEventListener("click", go);
    table.addEventListener("focusin", go);
    table.addEventListener("keydown", (event) => walk(table, event));
  }

  /** The cell of the number called `row|column`. @param {string | number} row @param {string} column @param {Child[]} children */
  cell(row, column, ...children) {
    const name = `${row}|${column}`;
    const node = element("td", { role: "gridcell", "data-name": name, "data-row": row, "data-column": column,
      tabindex: "-1", "aria-selected": "false" }, ...children);
    this.cells.set(name, node);
    return node;
  }

  /** At a step of the axis: `first` is open until a hand has chosen. A hand on the axis is no question, so nothing is read out. @param {string | null} first */
  draw(first) {
    this.formula.setAttribute("aria-live", "off");
    if (!this.byHand || !this.chosen || !this.cells.has(this.chosen)) this.chosen = first;
    this.open();
  }

  /** The Tab key stops at the chosen cell alone; where none is chosen, at the first. */
  open() {
    const chosen = this.cells.get(this.chosen ?? ""), [first] = this.cells.values(), before = this.stop;
    this.stop = chosen ?? first;
    for (const cell of new Set([before, this.stop])) {
      cell?.classList.toggle("gb-chosen", cell === chosen);
      if (cell) mark(cell, "tabindex", cell === this.stop ? "0" : "-1");
      if (cell) mark(cell, "aria-selected", String(cell === chosen));
    }
    renew(this.formula, ...(this.chosen && chosen ? this.spell(this.chosen) : this.words()));
  }
}

const cellOf = (/** @type {Event} */ { target }) => /** @type {HTMLTableCellElement | null} */ (/** @type {Element} */ (target).closest("[data-name]"));

/** The arrow keys walk from number to number. @param {HTMLElement} table @param {KeyboardEvent} event */
function walk(table, event) {
  const from = cellOf(event), move = from && arrow(event);
  if (!move) return;
  const [right, down] = move, lines = /** @type {HTMLTableRowElement[]} */ ([...table.querySelectorAll("tbody tr")]);
  let [line, place] = [lines.indexOf(/** @type {HTMLTableRowElement} */ (from.parentElement)), from.cellIndex], cell;
  do {
    line += down;
    place += right;
    cell = lines[line]?.cells[place];
  } while (cell && !cell.dataset.name);
  cell?.focus();
}
