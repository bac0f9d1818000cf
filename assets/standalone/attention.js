let chosen = data.chosen;
const payload = () => {
  const [layer, head] = chosen, part = (name) => ofHead(name, layer - data.first, head);
  const header = { ...data.header, title: `The weights of layer ${layer}, head ${head}`, grid: { ...data.header.grid, chosen } };
  return { header, arrays: { ...arrays, query: part("query"), key: part("key") } };
};
const view = modules["panels/attention/attention/head.js"].mount(above, payload(), null, { change({ layer, head }) {
  if (layer < data.first || layer >= data.first + data.layers) return;
  chosen = [layer, head];
  view.update(payload());
  view.draw(scrub.at(data.follow));
} });
const views = [view], words = (step) => `place ${step}: ${data.header.rows[step]}`;
