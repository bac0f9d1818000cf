// The answer in a sentence, then the number in focus: where its arithmetic comes from at the present step.
import { count, element } from "../../../glassbox.js";

export function mount(root, payload) {
  const said = element("p", { class: "gb-headline" });
  const line = element("p", { class: "gb-headline" });
  const seen = element("p", { class: "gb-note gb-dim" });
  root.replaceChildren(said, line, seen);
  let { header, arrays } = payload;
  let simulated = "";
  const head = () => {
    said.replaceChildren(element("strong", {}, header.answer));
    const [size, low, high, times] = header.size;
    const percent = (share) => `${(100 * share).toPrecision(3)} %`;
    simulated = `In ${count.format(times)} simulated tests the false-positive rate is ${percent(size)} `
      + `(${header.confidence} interval ${percent(low)} to ${percent(high)}), nominal ${percent(header.alpha)}.`;
  };
  head();
  return {
    update(next) { ({ header, arrays } = next); head(); },
    draw(step) {
      const at = (name) => arrays[name][step];
      const n = at("n2") ? (at("n") === at("n2") ? `${count.format(at("n"))} per group` : `${count.format(at("n"))} + ${count.format(at("n2"))}`)
        : count.format(at("n"));
      const nothing = at("effect") === 0 && header.alternative !== "equivalence"; // then nothing can be missed
      line.replaceChildren(
        `True effect d = ${short(at("effect"))}`,
        at("effect") === header.planned ? "" : element("span", { class: "gb-dim" }, ` (planned ${short(header.planned)})`), `, n = ${n}: `,
        element("span", { class: "gb-dim" }, "δ = d / SE = "), `${short(at("effect"))} / ${short(at("error"))} = ${short(at("delta"))}`,
        element("span", { class: "gb-dim" }, `, ${rule(header.alternative, at("critical"))} (ν = ${short(at("df"))}): `),
        element("strong", { class: "gb-focus" }, `${nothing ? "no effect, rejected by chance (α)" : "power"} ${percentage(at("power"))}`),
        header.welch ? ` (exact ${percentage(at("exact"))})` : "",
        element("span", { class: "gb-dim" }, nothing ? "" : `, β ${percentage(1 - at("power"))}`));
      const worth = Number.isFinite(at("typeM"))
        ? `Significant results exaggerate × ${+at("typeM").toPrecision(3)}, wrong sign ${percentage(at("typeS"))}. ` : "";
      seen.textContent = `${header.method} ${worth}${simulated}`;
    },
  };
}

const RULES = { "two-sided": "|t| >", greater: "t >", less: "t <", equivalence: "both tests beyond" };
const rule = (side, critical) => `${RULES[side]} ${short(side === "less" ? -critical : critical)}`;
const short = (value) => (Number.isFinite(value) ? count.format(+value.toPrecision(4)) : "…").replace("-", "−");

function percentage(share) {
  if (share > 0.9995 && share < 1) return "> 99.9 %";
  if (share < 0.0005 && share > 0) return "< 0.1 %";
  return `${(100 * share).toFixed(1)} %`;
}
