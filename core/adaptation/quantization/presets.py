"""Settings of /quantization worth trying: the notes' worked example, and those that are known to fail.

``STATED`` holds every number that a preset's sentence states, as the sentence writes it: a test computes them all.
"""

from core.explorer import Preset

STATED: dict[str, dict[str, str]] = {
    "notes": {"least": "−2.3", "most": "4.6", "range": "6.9", "zero": "−43", "error": "7.252595·10⁻⁵"},
    "notes-85": {"zero": "85", "held": "4", "times": "25,000"},
    "uniform-law": {"even": "1.01", "few": "2", "share": "0.50"},
    "even-numbers": {"four": "23.52", "eight": "48.13", "rule4": "24.08", "rule8": "48.16"},
    "outliers": {"rows": "3", "times": "12", "ratio": "5.9"},
    "by-channel": {"scales": "128", "cost": "0.06", "won": "7.6"},
    "clip": {"bits": "4", "whole": "9.5", "least": "15.8", "at": "0.39"},
    "group-size": {"size": "32", "cost": "1"},
    "stochastic": {"times": "1.98"},
    "formats": {"count": "19", "nf4": "21.14", "int4": "20.77"},
    "pipeline": {"with": "0.0095", "without": "0.42"},
    "model": {"bits": "3", "whole": "0.987", "float": "0.867", "output": "0.37", "weight": "0.24"},
    "training": {"bits": "3", "float": "0.0021", "after": "0.44", "aware": "0.039"},
}
WHY: dict[str, str] = {
    "notes": "Affine int8 from {least} to {most}: s = {range}/255 and z = −128 − x_min/s = {zero}. The mean square "
             "error is {error}.",
    "notes-85": "Known to fail: {zero} belongs to codes from 0 to 255. In int8 the {held} largest values all end at "
                "127, and the error grows {times} times.",
    "uniform-law": "The error spreads evenly over a step, and its power is s²/12: measured {even} times that. At "
                   "{few} bits it is {share} of it, and the rule stops being true.",
    "even-numbers": "Over the full scale SQNR is 20·log₁₀(2ᵇ − 1): {four} dB at 4 bits and {eight} dB at 8. The rule "
                    "of 6.02 dB a bit says {rule4} and {rule8}.",
    "outliers": "Known to fail: with one scale for the tensor, {rows} rows {times} times as loud take the steps from "
                "all the others. {ratio} dB are left.",
    "by-channel": "The same tensor: {scales} scales cost {cost} bits a number and win back {won} dB.",
    "clip": "{bits} bits. Drag the threshold down: rounding gets finer, clipping sets in. SQNR rises from {whole} dB "
            "to {least} dB at {at} of the largest number, and falls below.",
    "group-size": "Smaller groups have finer scales and pay for them: 32 bits over {size} numbers is {cost} bit a "
                  "number.",
    "stochastic": "The error is right on average and {times} times as large in power: s²/6 in the place of s²/12.",
    "formats": "A layer of our transformer in {count} formats: what each costs and loses. Four bits on a table of "
               "quantiles ({nf4} dB) beat four bits in even steps ({int4} dB).",
    "pipeline": "Codes in, 32-bit sums, codes out. The notes’ formula leaves out what the zero-points add: the small "
                "example is off by up to {without} without it, and by {with} with it.",
    "model": "Every matrix of our transformer in {bits} bits, a scale for each row: the loss is {whole} nats, in place "
             "of {float}. The embedding hurts most. Spearman’s correlation with the damage is {output} for the output "
             "error and {weight} for the weight error.",
    "training": "At {bits} bits the network that was quantised afterwards has a loss of {after}, in place of {float}. "
                "Quantisation-aware training leaves {aware}.",
}  # fmt: skip


def _preset(name: str, title: str, values: dict[str, object]) -> Preset:
    return Preset(name, title, WHY[name].format(**STATED[name]), values)


PRESETS: tuple[Preset, ...] = (
    _preset("notes", "The notes’ ten numbers", {"source": "notes", "affine": True, "bits": 8, "index": 3}),
    _preset("notes-85", "With their zero-point 85",
            {"source": "notes", "affine": True, "bits": 8, "zero_point": "notes", "index": 3}),
    _preset("uniform-law", "8 bits of a normal law", {"bits": 8, "source": "normal"}),
    _preset("even-numbers", "Numbers spread evenly", {"source": "uniform", "affine": True, "bits": 4}),
    _preset("outliers", "Three loud rows", {"source": "student", "bits": 4}),
    _preset("by-channel", "A scale for each row", {"source": "student", "bits": 4, "granularity": "channel"}),
    _preset("clip", "Clip on purpose", {"source": "laplace", "bits": 4, "sweep": "threshold", "clip": 1.0}),
    _preset("group-size", "How large a group?",
            {"sweep": "group", "bits": 4, "group": 32}),
    _preset("stochastic", "Rounding by chance", {"source": "normal", "rounding": "stochastic", "bits": 4}),
    _preset("formats", "Every format at once",
            {"part": "formats", "group": 32, "bits": 4}),
    _preset("pipeline", "A layer in whole numbers",
            {"part": "pipeline", "bits": 8, "affine": True, "layer": "1.down"}),
    _preset("model", "What 3 bits do to a model", {"part": "model", "bits": 3, "granularity": "channel"}),
    _preset("training", "Quantisation-aware training", {"part": "training", "bits": 3}),
)  # fmt: skip
