let { layer, head, mean } = data;
const [, heads, written, english] = arrays.weights.shape;
const listed = arrays.chance.shape[1], first = Float32Array.from({ length: written }, (_, t) => arrays.chance[t * listed]);
const weights = () => {
  if (!mean) return ofHead("weights", layer, head);
  const sum = Object.assign(new Float32Array(written * english), { shape: [written, english] });
  for (let one = 0; one < heads; one++) ofHead("weights", layer, one).forEach((each, i) => { sum[i] += each / heads; });
  return sum;
};
const named = () => `layer ${layer + 1}, ${mean ? "mean of its heads" : `head ${head + 1}`}`;
const header = (name, more) => ({ ...data[name], follow: data.follow, length: written, ...more });
const payloads = {
  alignment: () => ({ header: header("alignment", { title: named() }), arrays: { weights: weights(), chance: first } }),
  heatmap: () => ({ header: header("heatmap", { title: `Every French word: ${named()}` }), arrays: { weights: weights() } }),
  heads: () => ({ header: header("heads", { chosen: [layer, mean ? -1 : head] }), arrays }),
  steps: () => ({
    header: header("detail", { title: `Step by step: layer ${layer + 1}, head ${head + 1}` }),
    arrays: { ...Object.fromEntries(["query", "key", "value"].map((name) => [name, ofHead(name, layer, head)])), scale: arrays.scale } }),
};
const change = (values) => {
  ({ layer = layer, head = head, mean = mean } = values);
  average.checked = mean;
  for (const [name, view] of Object.entries(mounted)) view.update(payloads[name]());
  for (const view of views) view.draw(scrub.at(data.follow));
};
const average = element("input", { type: "checkbox", onchange: () => change({ mean: average.checked }) });
average.checked = mean;
const places = Object.fromEntries(Object.keys(payloads).map((name) => [name, element("section")]));
const pair = element("div", {}, places.heatmap, places.heads);
pair.style.cssText = "display:grid;grid-template-columns:repeat(auto-fit,minmax(20rem,1fr));gap:1rem";
above.append(places.alignment);
below.append(element("label", {}, average, " Mean of the layer’s heads"), pair, places.steps);
const modulesOf = {
  alignment: "attention/cross_attention/alignment", heatmap: "shared/heatmap", heads: "attention/cross_attention/heads",
  steps: "shared/attention_steps",
};
const mounted = Object.fromEntries(Object.entries(modulesOf).map(([name, module]) =>
  [name, modules[`panels/${module}.js`].mount(places[name], payloads[name](), null, { change })]));
for (const [name, view] of Object.entries(mounted)) view.update(payloads[name]());
const views = Object.values(mounted), words = (step) => `${step + 1} of ${written}: ${data.alignment.french[step]}`;
