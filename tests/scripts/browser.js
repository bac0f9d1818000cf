// As much of a browser as the scripts look at, with frames and a Back button that a test asks for.
class Node {
  constructor(tag) { Object.assign(this, { tag, dataset: {}, style: {}, children: [], childNodes: [], attributes: {} }); }

  setAttribute(name, value) { this.attributes[name] = value; }

  removeAttribute(name) { delete this.attributes[name]; }

  addEventListener() {}

  remove() {}

  append(...children) { this.children.push(...children); }

  replaceChildren(...children) { this.children = children; }

  get textContent() { return this.children.map((child) => child.textContent ?? String(child)).join(""); }

  set textContent(text) { this.children = [text]; }

  prepend(...children) {
    this.children.unshift(...children);
    for (const child of children) child.remove = () => { this.children = this.children.filter((each) => each !== child); };
  }

  querySelector(selector) {
    return this.children.find(({ attributes }) => attributes?.class?.split(" ").includes(selector.split(".").at(-1))) ?? null;
  }

  getContext() { return { fillStyle: "" }; }
}

const frames = [], listeners = {}, observers = [];

Object.assign(globalThis, {
  Node,
  document: { documentElement: new Node("html"), body: new Node("body"), createElement: (tag) => new Node(tag), querySelector: () => null },
  innerWidth: 1366,
  matchMedia: () => ({ matches: false, addEventListener() {} }),
  getComputedStyle: () => ({ getPropertyValue: () => "#ffffff" }),
  requestAnimationFrame: (paint) => frames.push(paint),
  addEventListener: (name, listener) => { (listeners[name] ??= []).push(listener); },
  IntersectionObserver: class {
    constructor(told) { observers.push(told); }

    observe() {}

    unobserve() {}
  },
});

export const node = () => new Node("div");
export const nextFrame = () => { for (const paint of frames.splice(0)) paint(); };
export const look = (target, isIntersecting) => { for (const told of observers) told([{ target, isIntersecting }]); };
export const goBack = () => { for (const listener of listeners.popstate) listener(); };

/** A payload as ui/payload.py writes small ones; arrays are bytes. */
export function pack(header, arrays = {}) {
  let offset = 0;
  const places = {};
  const table = (start) => {
    offset = start;
    for (const [name, bytes] of Object.entries(arrays)) {
      places[name] = { dtype: "u1", shape: [bytes.length], offset };
      offset += bytes.length;
    }
    return new TextEncoder().encode(JSON.stringify({ ...header, arrays: places }).padEnd(4096));
  };
  const head = table(8 + 4096);
  const body = 24; // after what stands aside, "{}      ", and two words before either
  const bytes = new Uint8Array(body + offset), view = new DataView(bytes.buffer);
  view.setUint32(0, 8, true);
  bytes.set(new TextEncoder().encode("{}".padEnd(8)), 8);
  view.setUint32(body, head.length, true);
  bytes.set(head, body + 8);
  for (const [name, each] of Object.entries(arrays)) bytes.set(each, body + places[name].offset);
  return bytes;
}
