// A panel as a standalone SVG.
import { palette } from "./palette.js";

/** What a panel shows, as a standalone SVG: each visible box as a rectangle, each run of text where it stands.
 * @param {HTMLElement} root */
export function svgOf(root) {
  const frame = root.getBoundingClientRect();
  const [width, height] = [Math.ceil(frame.width), Math.ceil(frame.height)];
  const parts = [`<rect width="${width}" height="${height}" fill="${palette(root).paper}"/>`];
  const walk = (/** @type {Node} */ node, /** @type {DOMRect} */ visible) => {
    if (node instanceof Text) { parts.push(...textRuns(node, frame, visible)); return; }
    if (!(node instanceof Element) || node.matches("[data-screen-only], details:not([open]) > :not(summary)")) return;
    const style = getComputedStyle(node);
    if (style.display === "none" || style.visibility === "hidden") return;
    const place = node.getBoundingClientRect();
    if (isCut(place, visible)) return;
    parts.push(box(place, style, frame));
    if (node instanceof HTMLCanvasElement || node instanceof SVGSVGElement) { parts.push(drawing(node, frame)); return; }
    const within = style.overflowY === "visible" ? visible : overlap(place, visible);
    node.childNodes.forEach((one) => walk(one, within));
  };
  walk(root, frame);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join("")}</svg>`;
}

/** Whether what has this place is scrolled or cut out of sight: its middle is, and it is not larger than what is seen.
 * @param {DOMRect} place @param {DOMRect} visible */
function isCut({ x, y, width, height }, visible) {
  if (!width || !height) return false; // it may hold what has a place
  const [across, down] = [x + width / 2, y + height / 2];
  return (height <= visible.height && (down < visible.top || down > visible.bottom)) || (width <= visible.width && (across < visible.left || across > visible.right));
}

/** @param {DOMRect} one @param {DOMRect} other */
function overlap(one, other) {
  const [left, top] = [Math.max(one.left, other.left), Math.max(one.top, other.top)];
  return new DOMRect(left, top, Math.max(0, Math.min(one.right, other.right) - left), Math.max(0, Math.min(one.bottom, other.bottom) - top));
}

/** Where a box stands in the picture, as attributes of SVG.
 * @param {DOMRect} box @param {DOMRect} frame @returns {[string, string][]} */
const placed = ({ x, y, width, height }, frame) => Object.entries({ x: x - frame.x, y: y - frame.y, width, height })
  .map(([name, value]) => [name, value.toFixed(1)]);
/** @param {(string | number)[][]} attributes */
const spelt = (attributes) => attributes.map(([name, value]) => `${name}="${value}"`).join(" ");

/** @param {DOMRect} rect @param {CSSStyleDeclaration} style @param {DOMRect} frame */
function box(rect, style, frame) {
  const filled = style.backgroundColor !== "rgba(0, 0, 0, 0)";
  const edge = style.borderTopStyle !== "none" && parseFloat(style.borderLeftWidth) ? parseFloat(style.borderTopWidth) : 0;
  if (!(filled || edge) || !rect.width || !rect.height) return "";
  const looks = [["rx", parseFloat(style.borderTopLeftRadius)], ["fill", filled ? style.backgroundColor : "none"],
    ...(edge ? [["stroke", style.borderTopColor], ["stroke-width", edge]] : [])];
  return `<rect ${spelt([...placed(rect, frame), ...looks])}/>`;
}

/** A canvas as an image; a drawing in SVG with the colours that the page's style gives it.
 * @param {HTMLCanvasElement | SVGSVGElement} node @param {DOMRect} frame */
function drawing(node, frame) {
  const place = placed(node.getBoundingClientRect(), frame);
  if (node instanceof HTMLCanvasElement) return `<image ${spelt([...place, ["href", node.toDataURL()]])}/>`;
  const copy = /** @type {SVGSVGElement} */ (node.cloneNode(true));
  const [from, to] = [node.querySelectorAll("*"), copy.querySelectorAll("*")];
  from.forEach((part, i) => {
    for (const name of ["fill", "stroke", "stroke-width", "stroke-linecap"]) {
      to[i].setAttribute(name, getComputedStyle(part).getPropertyValue(name));
    }
  });
  for (const [name, value] of place) copy.setAttribute(name, value);
  return new XMLSerializer().serializeToString(copy);
}

/** Each as wide as on the page: a picture has no fonts of its own, and that of whoever opens it may be wider.
 * @param {Text} node @param {DOMRect} frame @param {DOMRect} visible */
function* textRuns(node, frame, visible) {
  const style = getComputedStyle(/** @type {Element} */ (node.parentElement));
  const range = document.createRange();
  /** @type {{ text: string, top: number, x: number, y: number, end: number } | null} */
  let line = null;
  const flush = () => (line?.text.trim() ? [
    `<text x="${line.x.toFixed(1)}" y="${line.y.toFixed(1)}" ${line.end > line.x ? `textLength="${(line.end - line.x).toFixed(1)}" lengthAdjust="spacingAndGlyphs" ` : ""}fill="${style.color}" font-size="${style.fontSize}" ` +
    `font-family="${escapeXml(style.fontFamily)}" font-weight="${style.fontWeight}" xml:space="preserve">${escapeXml(line.text)}</text>`] : []);
  let start = 0;
  for (const { segment } of new Intl.Segmenter("en").segment(node.data)) {
    range.setStart(node, start);
    range.setEnd(node, (start += segment.length));
    const rect = range.getClientRects()[0];
    if (!rect || isCut(rect, visible)) continue;
    if (!line || Math.abs(rect.top - line.top) > rect.height / 2) {
      yield* flush();
      line = { text: "", top: rect.top, x: rect.x - frame.x, y: rect.y - frame.y + rect.height * 0.78, end: 0 };
    }
    line.text += segment;
    line.end = rect.right - frame.x;
  }
  yield* flush();
}

/** @type {Record<string, string>} */
const SIGNS = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** @param {string} text */
const escapeXml = (text) => text
  // eslint-disable-next-line no-control-regex -- XML has no such characters, escaped or not
  .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd")
  .replace(/[&<>"]/g, (sign) => SIGNS[sign]);
