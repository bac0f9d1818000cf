// What every live part of a page shares: the wire format, the scrub store, the palette, Plotly, and pictures to keep.

// ---------------------------------------------------------------- wire format (see ui/payload.py)
const VIEWS = {
  u1: Uint8Array, u2: Uint16Array, u4: Uint32Array,
  i1: Int8Array, i2: Int16Array, i4: Int32Array, f4: Float32Array, f8: Float64Array,
};

/** Bytes → {header, arrays}. Each array is a typed array with a `shape`; nothing is copied but a packed payload. */
export async function unpack(bytes) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let buffer = bytes.slice(8).buffer; // a fresh buffer: aligned, and ours to keep
  if (view.getUint32(0, true) === 1) {
    const end = buffer.byteLength - view.getUint32(4, true);
    const stream = new Blob([buffer.slice(0, end)]).stream().pipeThrough(new DecompressionStream("deflate"));
    const inflated = await new Response(stream).arrayBuffer();
    buffer = end === buffer.byteLength ? inflated : joined(inflated, buffer.slice(end));
  }
  const length = new DataView(buffer).getUint32(0, true);
  const header = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 8, length)));
  const arrays = {};
  for (const [name, { dtype, shape, offset }] of Object.entries(header.arrays)) {
    const size = shape.reduce((product, n) => product * n, 1);
    arrays[name] = new VIEWS[dtype](buffer, offset, size);
    arrays[name].shape = shape;
  }
  return { header, arrays };
}

function joined(one, other) {
  const both = new Uint8Array(one.byteLength + other.byteLength);
  both.set(new Uint8Array(one));
  both.set(new Uint8Array(other), one.byteLength);
  return both.buffer;
}

// ---------------------------------------------------------------- the scrub store
// One place per page knows where each swept axis stands. Figures and panels follow it by name, all in one frame.
const axes = new Map();

function axis(name) {
  if (!axes.has(name)) axes.set(name, { index: 0, followers: new Set(), frame: 0 });
  return axes.get(name);
}

export const scrub = {
  at: (name) => axis(name).index,
  set(name, index) {
    const one = axis(name);
    if (one.index === index) return;
    one.index = index;
    one.frame ||= requestAnimationFrame(() => {
      one.frame = 0;
      for (const follower of one.followers) follower(one.index);
    });
  },
  /** Moves the axis and lets go of it, as a hand on the slider would. */
  jump(name, index) {
    scrub.set(name, index);
    axis(name).released?.();
  },
  /** The figure that holds the axis's control hears of jumps made elsewhere. */
  onRelease(name, released) { axis(name).released = released; },
  /** Calls `follower(index)` at every change, until the returned function is called. */
  follow(name, follower) {
    axis(name).followers.add(follower);
    return () => axis(name).followers.delete(follower);
  },
};

// ---------------------------------------------------------------- the palette (names as in figures/theme.py)
const CATEGORIES = ["#0072B2", "#009E73", "#CC79A7", "#56B4E9", "#E69F00", "#8A7A00"];
const CATEGORIES_DARK = ["#56B4E9", "#2BC79A", "#E29BC4", "#8FCBEF", "#F0B840", "#F0E442"];

let colours;

/** The colours of the present theme: looked up once, because to ask the browser is to have it style the page at once. */
export function palette(element) {
  return (colours ??= lookUp(element));
}

/** For who hears that the theme may have changed. */
export function theme(element) {
  return (colours = lookUp(element));
}

matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => { colours = undefined; });

function lookUp(element) {
  const style = getComputedStyle(element);
  const paper = style.getPropertyValue("--st-background-color").trim() || "#ffffff";
  const dark = luminance(paper) < 0.5;
  document.documentElement.dataset.gbTheme = dark ? "dark" : "light"; // style.css chooses its colours by it
  const categories = dark ? CATEGORIES_DARK : CATEGORIES;
  return {
    dark, paper,
    ink: style.getPropertyValue("--st-text-color").trim() || (dark ? "#fafafa" : "#1f2328"),
    muted: dark ? "#a3a8b4" : "#5b6270",
    grid: dark ? "#343a46" : "#e3e6ec",
    soft: dark ? "#20252f" : "#f3f5f9",
    focus: dark ? "#FF8A3D" : "#C24A00",
    pinned: dark ? "#7d8490" : "#9aa0ab",
    ...Object.fromEntries(categories.map((colour, i) => [`category${i + 1}`, colour])),
  };
}

function luminance(colour) {
  const probe = document.createElement("canvas").getContext("2d");
  probe.fillStyle = colour;
  const hex = probe.fillStyle;
  const [r, g, b] = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Plotly JSON with colour names ("gb:focus") → the same with the colours of the present theme. */
export function coloured(value, colours, key = "") {
  if (typeof value === "string") {
    return /colou?r$/i.test(key) && value.startsWith("gb:") ? colours[value.slice(3)] ?? value : value;
  }
  if (Array.isArray(value)) return value.map((item) => coloured(item, colours, key));
  if (value && typeof value === "object" && !ArrayBuffer.isView(value)) {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, coloured(item, colours, name)]));
  }
  return value;
}

// ---------------------------------------------------------------- Plotly, once per page
let loading = null;

export function plotly(source) {
  if (window.Plotly) return Promise.resolve(window.Plotly);
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = new URL(source, import.meta.url).href;
    script.onload = () => resolve(window.Plotly);
    script.onerror = () => { loading = null; reject(new Error("The drawing library could not be loaded.")); };
    document.head.append(script);
  });
  return loading;
}

// ---------------------------------------------------------------- elements and pictures
/** element("button", {class: "x", onclick: f}, "text", child) — text is always text, never markup. */
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === false || value === null || value === undefined) continue;
    if (name.startsWith("on")) node[name] = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

export const count = new Intl.NumberFormat("en-GB", { maximumSignificantDigits: 15 });

/** One quiet menu for a picture: to keep it, to keep its numbers where it has any, to see it on the whole screen. */
export function pictureMenu(root, name, svg, table = null) {
  const item = (kind, action) => element(
    "button", { type: "button", class: "gb-quiet", "aria-label": `Save ${name} as ${kind}`, onclick: () => { menu.open = false; action(); } }, kind);
  const enlarge = element("button", { type: "button", class: "gb-quiet", "aria-label": `Show ${name} on the whole screen`,
    onclick: () => { menu.open = false; root.requestFullscreen?.(); } }, "Enlarge");
  const menu = element("details", { class: "gb-menu" },
    element("summary", { "aria-label": `Keep ${name}` }, "\u22ef"),
    element("div", { class: "gb-items" },
      item("PNG", async () => save(`${name}.png`, await rasterise(await svg()))),
      item("SVG", async () => save(`${name}.svg`, new Blob([await svg()], { type: "image/svg+xml" }))),
      table && item("CSV", () => save(`${name}.csv`, new Blob([table()], { type: "text/csv" }))),
      enlarge));
  menu.onkeydown = (event) => { if (event.key === "Escape") menu.open = false; };
  menu.addEventListener("focusout", ({ relatedTarget }) => { if (relatedTarget && !menu.contains(relatedTarget)) menu.open = false; });
  return element("span", { class: "gb-pictures", "data-screen-only": "" }, menu);
}

export function save(name, blob) {
  const link = element("a", { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

async function rasterise(svg, scale = 2) {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = element("canvas", { width: image.naturalWidth * scale, height: image.naturalHeight * scale });
  const context = canvas.getContext("2d");
  context.scale(scale, scale);
  context.drawImage(image, 0, 0);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

/** What a panel shows, as a standalone SVG: each visible box as a rectangle, each run of text where it stands. */
export function svgOf(root) {
  const frame = root.getBoundingClientRect();
  const [width, height] = [Math.ceil(frame.width), Math.ceil(frame.height)];
  const parts = [`<rect width="${width}" height="${height}" fill="${palette(root).paper}"/>`];
  const walk = (node) => {
    if (node.nodeType === Node.TEXT_NODE) { parts.push(...textRuns(node, frame)); return; }
    if (node.nodeType !== Node.ELEMENT_NODE || node.matches("[data-screen-only], details:not([open]) > :not(summary)")) return;
    const style = getComputedStyle(node);
    if (style.display === "none" || style.visibility === "hidden") return;
    parts.push(box(node.getBoundingClientRect(), style, frame));
    if (node instanceof HTMLCanvasElement || node instanceof SVGSVGElement) { parts.push(drawing(node, frame)); return; }
    node.childNodes.forEach(walk);
  };
  walk(root);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${parts.join("")}</svg>`;
}

function box(rect, style, frame) {
  const filled = style.backgroundColor !== "rgba(0, 0, 0, 0)";
  const edge = parseFloat(style.borderTopWidth) && style.borderTopStyle !== "none" && parseFloat(style.borderLeftWidth);
  if ((!filled && !edge) || !rect.width || !rect.height) return "";
  return `<rect x="${(rect.x - frame.x).toFixed(1)}" y="${(rect.y - frame.y).toFixed(1)}" width="${rect.width.toFixed(1)}" ` +
    `height="${rect.height.toFixed(1)}" rx="${parseFloat(style.borderTopLeftRadius) || 0}" ` +
    `fill="${filled ? style.backgroundColor : "none"}" stroke="${edge ? style.borderTopColor : "none"}" stroke-width="${edge || 0}"/>`;
}

/** A canvas as an image; a drawing in SVG with the colours that the page's style gives it. */
function drawing(node, frame) {
  const { x, y, width, height } = node.getBoundingClientRect();
  const place = { x: (x - frame.x).toFixed(1), y: (y - frame.y).toFixed(1), width: width.toFixed(1), height: height.toFixed(1) };
  if (node instanceof HTMLCanvasElement) {
    const at = Object.entries(place).map(([name, value]) => `${name}="${value}"`).join(" ");
    return `<image ${at} href="${node.toDataURL()}"/>`;
  }
  const copy = node.cloneNode(true);
  const [from, to] = [node.querySelectorAll("*"), copy.querySelectorAll("*")];
  from.forEach((part, i) => {
    for (const name of ["fill", "stroke", "stroke-width", "stroke-linecap"]) {
      to[i].setAttribute(name, getComputedStyle(part).getPropertyValue(name));
    }
  });
  for (const [name, value] of Object.entries(place)) copy.setAttribute(name, value);
  return new XMLSerializer().serializeToString(copy);
}

function* textRuns(node, frame) {
  const style = getComputedStyle(node.parentElement);
  const range = document.createRange();
  let line = null;
  const flush = () => line && line.text.trim() && [
    `<text x="${line.x.toFixed(1)}" y="${line.y.toFixed(1)}" fill="${style.color}" font-size="${style.fontSize}" ` +
    `font-family="${escapeXml(style.fontFamily)}" font-weight="${style.fontWeight}" xml:space="preserve">${escapeXml(line.text)}</text>`];
  let start = 0;
  for (const { segment } of new Intl.Segmenter("en").segment(node.data)) {
    range.setStart(node, start);
    range.setEnd(node, (start += segment.length));
    const rect = range.getClientRects()[0];
    if (!rect) continue;
    if (!line || Math.abs(rect.top - line.top) > rect.height / 2) {
      yield* flush() || [];
      line = { text: "", top: rect.top, x: rect.x - frame.x, y: rect.y - frame.y + rect.height * 0.78 };
    }
    line.text += segment;
  }
  yield* flush() || [];
}

const escapeXml = (text) => text
  .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd")
  .replace(/[&<>"]/g, (sign) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[sign]);
