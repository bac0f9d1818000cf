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

/** Writes into a node that holds a text alone, or nothing. To write the same again would have it laid out again; and a text
 * that is put in, not changed, has those around it styled anew, for whatever asks of them with :has(). @param {Node} node @param {string} text */
export function write(node, text) {
  const { firstChild: old } = node;
  if (!(old instanceof Text)) node.textContent = text;
  else if (old.data !== text) old.data = text;
}

/** Has a node hold these parts, as `replaceChildren` does; but nodes of the same tags that stand there stay, and take over
 * attributes and text (see `write`). For parts to which nobody listens, and which nobody keeps. @param {Element} node @param {(Node | string)[]} parts */
export function renew(node, ...parts) {
  const there = node.childNodes;
  if (there.length !== parts.length || !parts.every((part, i) => taken(there[i], part))) node.replaceChildren(...parts);
}

/** Whether a node could take over what another is, or a text. @param {Node} old @param {Node | string} fresh */
function taken(old, fresh) {
  if (typeof fresh === "string" || fresh instanceof Text) {
    const text = typeof fresh === "string" ? fresh : fresh.data;
    if (old instanceof Text && old.data !== text) old.data = text;
    return old instanceof Text;
  }
  if (!(old instanceof Element && fresh instanceof Element && old.tagName === fresh.tagName)) return false;
  takeAttributes(old, fresh);
  renew(old, ...fresh.childNodes);
  return true;
}

/** @param {Element} old @param {Element} fresh */
function takeAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) mark(old, name, value);
}

/** Sets an attribute, unless it is so already: to set it again is to have the node styled again.
 * @param {Element} node @param {string} name @param {string} value */
export function mark(node, name, value) {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

/** What draws on a canvas. @param {HTMLCanvasElement} canvas */
export const penOf = (canvas) => /** @type {Pen} */ (canvas.getContext("2d"));

/** @typedef {(text: string, size: number) => number} Ruler how wide a text is in letters of a size, in px */
/** @type {Pen | undefined} */
let pen;

/** Measures texts without asking the page for anything. @param {string} family of the letters @returns {Ruler} */
export function ruler(family) {
  const measuring = pen ??= penOf(element("canvas"));
  return (text, size) => {
    measuring.font = `${size}px ${family}`;
    return measuring.measureText(text).width;
  };
}

/** The same for a drawing in SVG.
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} tag @param {Record<string, string | number>} attributes @param {Node[]} children @returns {SVGElementTagNameMap[K]} */
export function svg(tag, attributes = {}, ...children) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value));
  node.append(...children);
  return node;
}
