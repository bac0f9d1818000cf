"""Settings of /quantization worth trying: the notes' worked example, and those that are known to fail."""

from core.explorer import Preset

PRESETS: tuple[Preset, ...] = (
    Preset("notes", "The notes’ ten numbers", "Affine int8 from −2.3 to 4.6: s = 6.9/255 and z = −128 − x_min/s = "
           "−43. The mean square error is 7.252595·10⁻⁵.", {"source": "notes", "affine": True, "bits": 8, "index": 3}),
    Preset("notes-85", "With their zero-point 85", "Known to fail: 85 belongs to codes from 0 to 255. In int8 the 4 "
           "largest values all end at 127, and the error grows 25,000 times.",
           {"source": "notes", "affine": True, "bits": 8, "zero_point": "notes", "index": 3}),
    Preset("uniform-law", "8 bits of a normal law", "The error spreads evenly over a step, and its power is s²/12: "
           "measured 1.01 times that. At 2 bits it is 0.50 of it, and the rule stops being true.",
           {"bits": 8, "source": "normal"}),
    Preset("even-numbers", "Numbers spread evenly", "Over the full scale SQNR is 20·log₁₀(2ᵇ − 1): 23.52 dB at 4 "
           "bits and 48.13 dB at 8. The rule of 6.02 dB a bit says 24.08 and 48.16.",
           {"source": "uniform", "affine": True, "bits": 4}),
    Preset("outliers", "Three loud rows", "Known to fail: with one scale for the tensor, 3 rows 12 times as loud "
           "take the steps from all the others. 5.9 dB are left.", {"source": "student", "bits": 4}),
    Preset("by-channel", "A scale for each row", "The same tensor: 128 scales cost 0.06 bits a number and win back "
           "7.6 dB.", {"source": "student", "bits": 4, "granularity": "channel"}),
    Preset("clip", "Clip on purpose", "4 bits. Drag the threshold down: rounding gets finer, clipping sets in. SQNR "
           "rises from 9.5 dB to 15.8 dB at 0.39 of the largest number, and falls below.",
           {"source": "laplace", "bits": 4, "sweep": "threshold", "clip": 1.0}),
    Preset("group-size", "How large a group?", "Smaller groups have finer scales and pay for them: 32 bits over 32 "
           "numbers is 1 bit a number.", {"sweep": "group", "bits": 4, "group": 32}),
    Preset("stochastic", "Rounding by chance", "The error is right on average and 1.98 times as large in power: s²/6 "
           "in the place of s²/12.", {"source": "normal", "rounding": "stochastic", "bits": 4}),
    Preset("formats", "Every format at once", "A layer of our transformer in 19 formats: what each costs and loses. "
           "Four bits on a table of quantiles (21.14 dB) beat four bits in even steps (20.77 dB).",
           {"part": "formats", "group": 32, "bits": 4}),
    Preset("pipeline", "A layer in whole numbers", "Codes in, 32-bit sums, codes out. The notes’ formula leaves out "
           "what the zero-points add: the small example is off by up to 0.42 without it, and by 0.0095 with it.",
           {"part": "pipeline", "bits": 8, "affine": True, "layer": "1.down"}),
    Preset("model", "What 3 bits do to a model", "Every matrix of our transformer in 3 bits, a scale for each row: "
           "the loss is 0.987 nats, in place of 0.867. The embedding hurts most. Spearman’s correlation with the "
           "damage is 0.37 for the output error and 0.24 for the weight error.",
           {"part": "model", "bits": 3, "granularity": "channel"}),
    Preset("training", "Quantisation-aware training", "At 3 bits the network that was quantised afterwards has a "
           "loss of 0.44, in place of 0.0021. Quantisation-aware training leaves 0.039.",
           {"part": "training", "bits": 3}),
)  # fmt: skip
