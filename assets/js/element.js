/** element("button", {class: "x", onclick: f}, "text", child) — text is always text, never markup.
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} tag @param {Attributes} attributes @param {Child[]} children @returns {HTMLElementTagNameMap[K]} */
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) Object.assign(node, { [name]: value });
    else node.setAttribute(name, value === true ? "" : String(value));
  }
  node.append(.../** @type {(Node | string)[]} */ (children.filter((child) => child !== null && child !== undefined)));
  return node;
}

/** What draws on a canvas. @param {HTMLCanvasElement} canvas */
export const penOf = (canvas) => /** @type {Pen} */ (canvas.getContext("2d"));

/** The same for a drawing in SVG.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag @param {Record<string, string | number>} attributes @param {Node[]} children @returns {SVGElementTagNameMap[K]} */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}
