"""Settings of /quantization worth trying: the notes' worked example, and those that are known to fail."""

from core.explorer import Preset

PRESETS: tuple[Preset, ...] = (
    Preset("notes", "The notes’ ten numbers", "Affine int8 from −2.3 to 4.6: s = 6.9/255 and z = −128 − x_min/s = −43. "
           "The mean square error is 7.25·10⁻⁵.", {"source": "notes", "affine": True, "bits": 8, "index": 3}),
    Preset("notes-85", "With their zero-point 85", "Known to fail: 85 belongs to codes from 0 to 255. In int8 the four "
           "largest values all end at 127, and the error grows 25,000 times.",
           {"source": "notes", "affine": True, "bits": 8, "zero_point": "notes", "index": 3}),
    Preset("uniform-law", "8 bits of a normal law", "The error spreads evenly over a step, and its power is s²/12. "
           "Down to 2 bits that stops being true.", {"bits": 8, "source": "normal"}),
    Preset("even-numbers", "Numbers spread evenly", "Over the full scale SQNR is 20·log₁₀(2ᵇ − 1): 23.52 dB at 4 "
           "bits and 48.13 dB at 8. The rule of 6.02 dB a bit says 24.08 and 48.16.",
           {"source": "uniform", "affine": True, "bits": 4}),
    Preset("outliers", "Three loud rows", "Known to fail: with one scale for the tensor, three rows twelve times as "
           "loud take the steps from all the others.", {"source": "student", "bits": 4}),
    Preset("by-channel", "A scale for each row", "The same tensor: 128 scales cost 0.06 bits a number and win back "
           "8 dB.", {"source": "student", "bits": 4, "granularity": "channel"}),
    Preset("clip", "Clip on purpose", "4 bits. Drag the threshold down: rounding gets finer, clipping sets in, and the "
           "least error lies well below the largest number.",
           {"source": "laplace", "bits": 4, "sweep": "threshold", "clip": 1.0}),
    Preset("group-size", "How large a group?", "Smaller groups have finer scales and pay for them: 32 bits over 32 "
           "numbers is a whole bit a number.", {"sweep": "group", "bits": 4, "granularity": "group", "group": 32}),
    Preset("stochastic", "Rounding by chance", "The error is right on average and twice as large in power: s²/6 in the "
           "place of s²/12.", {"source": "normal", "rounding": "stochastic", "bits": 4}),
    Preset("formats", "Every format at once", "A layer of our transformer in twenty formats: what each costs and "
           "loses. Four bits on a table of quantiles beat four bits in even steps.",
           {"part": "formats", "granularity": "group", "group": 32, "bits": 4}),
    Preset("pipeline", "A layer in whole numbers", "Codes in, 32-bit sums, codes out. The notes’ formula leaves out "
           "what the zero-points add: see what that costs.", {"part": "pipeline", "bits": 8, "affine": True,
                                                         "layer": "1.down"}),
    Preset("model", "What 3 bits do to a model", "Every matrix of our transformer, a scale for each row. The embedding "
           "hurts most; the output error tells better what hurts than the weight error does.",
           {"part": "model", "bits": 3, "granularity": "channel"}),
    Preset("training", "Training on the codes", "At 3 bits the network that was quantised afterwards has lost the "
           "curve. The one that trained on the codes keeps most of it.", {"part": "training", "bits": 3}),
)  # fmt: skip
