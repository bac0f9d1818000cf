// Attention of all queries as matrices: products, scores, weights, output. A click on a row brings that query into focus.
//
// header: `focus` (the query, from 0), `field` of Params that holds it (from 1), `digits`, `made` (Q, K, V are shown too).
// arrays: `query`, `key`, `value` with a row each, `scale` [1] or [steps], perhaps `allowed` [queries, keys].
// Of large matrices the part around the query in focus is shown.
import { element } from "../../../glassbox.js";
import { number } from "../../../numbers.js";
import { products, softmax, weighted } from "../../shared/softmax_steps.js";
import { copying } from "../../shared/table_copy.js";

const MOST = 7; // rows or columns shown

export function mount(root, payload, zoom, hand) {
  const place = element("div", { class: "gb-matrices" });
  root.replaceChildren(place);
  const view = new Matrices(place, hand);
  root.append(copying(() => view.tabbed(), "Copy the matrices"));
  view.update(payload);
  return view;
}

class Matrices {
  constructor(place, hand) {
    Object.assign(this, { place, hand });
    place.onclick = ({ target }) => this.choose(target.closest("[data-query]"));
    place.onkeydown = (event) => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      this.choose(event.target.closest("[data-query]"));
    };
  }

  choose(row) {
    const query = row && +row.dataset.query;
    if (row && query !== this.header.focus) this.hand.change({ [this.header.field]: query + 1 });
  }

  update({ header, arrays }) {
    Object.assign(this, { header, arrays });
    const { query, key, value, allowed } = arrays;
    const [queries, depth] = query.shape;
    const [keys, width] = [key.shape[0], value.shape[1]];
    this.depth = depth;
    this.width = width;
    this.product = Array.from({ length: queries }, (_, i) => products(query.subarray(i * depth, (i + 1) * depth), key));
    this.visible = (i) => allowed?.subarray(i * keys, (i + 1) * keys);
    const rows = around(header.focus, queries);
    const columns = around(0, keys);
    const list = (matrix, wide) => (i, j) => matrix[i * wide + j];
    this.shown = [
      ...(header.made ? [
        this.matrix("Q = X W", "Q", rows, around(0, depth), list(query, depth), queries, depth),
        this.matrix("K = X W", "K", around(0, keys), around(0, depth), list(key, depth), keys, depth, false),
        this.matrix("V = X W", "V", around(0, keys), around(0, width), list(value, width), keys, width, false)] : []),
      this.matrix("Q Kᵀ", "", rows, columns, (i, j) => this.product[i][j], queries, keys),
      this.matrix(allowed ? "× scale + mask" : "× scale", "", rows, columns, (i, j) => this.at[i].masked[j], queries, keys),
      this.matrix("softmax, row by row: A", "", rows, columns, (i, j) => this.at[i].weight[j], queries, keys, true, true),
      this.matrix("A V, the output", "", rows, around(0, width), (i, j) => this.outputs[i][j], queries, width)];
    this.place.replaceChildren(...this.shown.map(({ node }) => node));
  }

  /** One matrix as a table; `of` its numbers. Its rows are queries where `asks`. */
  matrix(title, subscript, rows, columns, of, many, wide, asks = true, tinted = false) {
    const cells = rows.map(() => columns.map(() => element("td")));
    const part = rows.length < many || columns.length < wide
      ? `, rows ${rows[0] + 1}–${rows.at(-1) + 1}, columns ${columns[0] + 1}–${columns.at(-1) + 1} of ${many} × ${wide}` : "";
    const lines = rows.map((i, at) => {
      const focus = asks && i === this.header.focus;
      const attributes = asks ? { "data-query": i, tabindex: 0, class: focus ? "gb-asked" : "", "aria-label": `Query ${i + 1}`,
        "aria-current": focus, title: focus ? null : `Bring query ${i + 1} into focus` } : {};
      return element("tr", attributes, ...cells[at]);
    });
    const heading = element("figcaption", {}, title, subscript ? element("sub", {}, subscript) : "", part);
    const node = element("figure", { class: "gb-matrix" }, heading, element("table", {}, element("tbody", {}, ...lines)));
    return { node, rows, columns, cells, of, tinted };
  }

  scaleAt(step) { return this.arrays.scale.length > 1 ? this.arrays.scale[step] : this.arrays.scale[0]; }

  /** All matrices in full, one below the other, for a spreadsheet. */
  tabbed() {
    const rows = this.product.map((each, i) => softmax(each, this.scaleAt(this.step), this.visible(i)));
    const { value } = this.arrays;
    return [["Q Kᵀ"], ...this.product, ["scaled and masked"], ...rows.map(({ masked }) => masked),
      ["A"], ...rows.map(({ weight }) => weight), ["A V"], ...rows.map(({ weight }) => weighted(weight, value, this.width))]
      .map((row) => Array.from(row));
  }

  draw(step) {
    this.step = step;
    const scale = this.scaleAt(step);
    const needed = new Set(this.shown.at(-1).rows);
    this.at = this.product.map((each, i) => needed.has(i) && softmax(each, scale, this.visible(i)));
    this.outputs = this.at.map((each) => each && weighted(each.weight, this.arrays.value, this.width));
    for (const { rows, columns, cells, of, tinted } of this.shown) {
      rows.forEach((i, at) => columns.forEach((j, across) => {
        const [node, value] = [cells[at][across], of(i, j)];
        node.textContent = number(value + 0, this.header.digits ?? 4);
        if (tinted) node.style.backgroundColor = `rgb(var(--gb-tint) / ${(0.55 * value).toFixed(3)})`;
      }));
    }
  }
}

/** At most MOST numbers below `many`, with `centre` among them. */
function around(centre, many) {
  const first = Math.max(0, Math.min(centre - (MOST >> 1), many - MOST));
  return Array.from({ length: Math.min(many, MOST) }, (_, i) => first + i);
}
