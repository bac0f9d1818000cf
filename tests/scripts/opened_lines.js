// Prints what assets/js/panels/shared/opened.js shows: for each payload of a folder, at each of its header's `shown` steps,
// the parts of each line (formula, the same with its numbers, result, note) in JSON.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { node } from "./browser.js";
import { mount } from "../../assets/js/panels/shared/opened.js";
import { unpack } from "../../assets/js/wire.js";

const folder = process.argv[2], found = {};
for (const name of readdirSync(folder)) {
  const payload = await unpack(new Uint8Array(readFileSync(join(folder, name)))), root = node(), view = mount(root, payload);
  found[name] = payload.header.shown.map((step) => {
    view.draw(step);
    return root.children.map(({ children }) => children.map((part) => part.textContent ?? part));
  });
}
console.log(JSON.stringify(found));
