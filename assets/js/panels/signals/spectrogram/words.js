// What a spectrogram says in words: a level in dB, and the numbers of the present length with how they come about.
import { count, element } from "../../../glassbox.js";
import { dim } from "../../shared/words.js";

export const milliseconds = (seconds) => `${count.format(+(1000 * seconds).toPrecision(3))} ms`;
const hertz = (hz) => `${count.format(+hz.toPrecision(4))} Hz`;
const FEW_COLUMNS = 60; // of a picture: wider ones are seen one by one
const strong = (text) => element("strong", { class: "gb-focus" }, text);

/** A level 0 … 255 in dB; levels are even in dB, in magnitude or in power. */
export function decibels({ floor, ceiling, measure }, level) {
  if (level === 0) return `${count.format(floor)} dB or less`;
  if (level === 255) return `${count.format(ceiling)} dB or more`;
  const share = level / 255, factor = { decibels: 0, magnitude: 20, power: 10 }[measure];
  const [low, high] = [floor, ceiling].map((end) => 10 ** (end / factor));
  const value = factor ? factor * Math.log10(low + share * (high - low)) : floor + share * (ceiling - floor);
  return `${value.toFixed(1).replace("-", "−")} dB`;
}

/** Two lines: the cell against its limit with what becomes of two tones, where there are two, and the main lobe with
 * the overlap. Columns so wide that a line becomes a staircase are said to be one hop wide. */
export function sentences({ rate, from, to, theory, separation, resolved, gabor }, arrays, at) {
  const [dt, df, lobe, n, hop] = ["time", "frequency", "lobe", "length", "hop"].map((name) => arrays[name][at]);
  const bins = theory && +theory.toPrecision(3);
  const formula = bins
    ? [dim(`${bins}·f`, element("sub", {}, "s"), `/N = ${bins} × ${count.format(rate)} / ${count.format(n)} = `), hertz((theory * rate) / n), dim(", measured ")]
    : [dim("measured where it is cut off ")];
  const tones = separation === null ? [] : [
    dim(` Tones ${count.format(separation)} Hz apart: two from N = ${count.format(resolved)} in theory, here `),
    strong(arrays.separated[at] ? `two (${arrays.dip[at].toFixed(0)} dB dip)` : "one"),
  ];
  const columns = (to - from) / (hop / rate) < FEW_COLUMNS
    ? dim(` A column of the picture is one hop, ${milliseconds(hop / rate)}: with more hops to a window they are narrower.`) : "";
  return [
    element("div", {}, dim("cell: Δt·Δf = "), `${milliseconds(dt)} × ${hertz(df)} = `, strong((dt * df).toFixed(4)),
      dim(` ≥ 1/(4π) = ${gabor.toFixed(4)}.`), ...tones),
    element("div", {}, dim("main lobe: "), ...formula, hertz((lobe * rate) / n), `. Hop ${count.format(hop)}: ${overlap(arrays, at)}.`, columns),
  ];
}

function overlap({ constant, nonzero }, at) {
  if (!nonzero[at]) return "samples are left out (NOLA fails)";
  return constant[at] ? "COLA holds" : "COLA fails, NOLA holds";
}
