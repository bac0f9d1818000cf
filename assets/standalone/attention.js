let chosen = data.chosen;
const payload = () => {
  const [layer, head] = chosen, part = (name, of = head) => ofHead(name, layer - data.first, of);
  const header = { ...data.header, ...data.rules[layer - data.first][head], title: `The weights of layer ${layer + 1}, head ${head + 1}`, grid: { ...data.header.grid, chosen } };
  const mask = Object.fromEntries(["first", "last", "hidden"].map((name) => [name, part(name, 0)]));
  return { header, arrays: { ...arrays, ...mask, query: part("query"), key: part("key") } };
};
const view = modules["panels/attention/attention/head.js"].mount(above, payload(), null, { change({ layer, head }) {
  if (layer < data.first || layer >= data.first + data.layers) return;
  chosen = [layer, head];
  view.update(payload());
  view.draw(scrub.at(data.follow));
} });
view.update(payload());
const views = [view], words = (step) => `place ${step + 1}: ${data.header.rows[step]}`;
