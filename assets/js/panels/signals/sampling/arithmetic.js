// The folding formula with the numbers of the present tone, beside the peak measured in the samples' spectrum.
import { count, element } from "../../../glassbox.js";

export function mount(root, { arrays }) {
  const line = element("p", { class: "gb-headline" });
  root.replaceChildren(line);
  const number = (value) => count.format(+value.toPrecision(6));
  return {
    draw(step) {
      const [tone, rate] = [arrays.frequency[step], arrays.rate[step]];
      const [alias, measured] = [arrays.predicted[step], arrays.measured[step]];
      const turns = Math.round((tone - (arrays.folded[step] ? -alias : alias)) / rate);
      line.replaceChildren(
        element("span", { class: "gb-dim" }, "comes back as |f − f", element("sub", {}, "s"), "·round(f / f", element("sub", {}, "s"), ")| = "),
        `|${number(tone)} − ${number(rate)} × ${turns}| = `,
        element("strong", { class: "gb-focus" }, `${number(alias)} Hz`),
        Number.isNaN(measured) ? ". Every sample is 0: nothing to measure, and nothing comes back."
          : `, measured ${measured.toPrecision(4)} Hz`,
        element("span", { class: "gb-dim" }, Number.isNaN(measured) ? "" : arrays.folded[step] ? ", mirrored" : turns ? ", upright" : ", unchanged"));
    },
  };
}
