"""Settings of /quantization worth trying: the notes' worked example, and those that are known to fail."""

from core.explorer import Preset

PRESETS: tuple[Preset, ...] = (
    Preset("layer", "A layer in 4 bits", "The weights of one layer of our transformer are kept in 4 bits with one "
           "scale, which leaves an SQNR of 14.8 dB. Beside it NF4, whose levels lie closer where most weights are, "
           "reaches 18.3 dB in the same 4 bits.", {}),
    Preset("notes", "Ten numbers by hand", "Affine int8 codes for numbers from −2.3 to 4.6 have the scale s = "
           "6.9/255 and the zero-point z = −43, which is −128 − xₘᵢₙ/s rounded. The mean square error is "
           "7.252595·10⁻⁵.", {"source": "notes", "affine": True, "bits": 8, "index": 3}),
    Preset("notes-85", "A wrong zero-point, 85", "Known to fail: the zero-point 85 belongs to codes from 0 to 255. "
           "In int8 the 4 largest values are all clipped at 127, and the mean square error grows 25,000 times.",
           {"source": "notes", "affine": True, "bits": 8, "zero_point": "notes", "index": 3}),
    Preset("uniform-law", "Normal numbers in 8 bits", "The error spreads evenly over a step s, so its mean square "
           "should be s²/12; measured it is 1.01 times that. At 2 bits it is 0.50 times that, and the rule fails.",
           {"bits": 8, "source": "normal"}),
    Preset("even-numbers", "Numbers spread evenly", "The ratio of signal to noise (SQNR) for b bits is 20·log₁₀(2ᵇ "
           "− 1): 23.52 dB at 4 bits and 48.13 dB at 8. The simpler rule of 6.02 dB a bit gives 24.08 and 48.16.",
           {"source": "uniform", "affine": True, "bits": 4}),
    Preset("outliers", "Three large rows", "Known to fail: 3 rows have numbers 12 times as large as the others, and "
           "all rows share one scale. Its steps are too wide for the other rows, which leaves an SQNR of 5.9 dB.",
           {"source": "student", "bits": 4}),
    Preset("by-channel", "A scale for each row", "The same tensor has one scale for each row. The 128 scales cost "
           "0.06 bits a number and win back 7.6 dB.", {"source": "student", "bits": 4, "granularity": "channel"}),
    Preset("clip", "Clip on purpose", "With 4 bits, drag the threshold down: the steps get finer, but more numbers "
           "are clipped. The SQNR rises from 9.5 dB to 15.8 dB at 0.39 of the largest number, and then falls.",
           {"source": "laplace", "bits": 4, "sweep": "threshold", "clip": 1.0}, along=True),
    Preset("group-size", "How large a group?", "Scales of smaller groups fit better, but each scale takes memory: "
           "32 bits for a group of 32 numbers is 1 bit a number.", {"sweep": "group", "bits": 4, "group": 32}),
    Preset("stochastic", "Stochastic rounding", "Each number is rounded up or down by chance. The result is right "
           "on average, and the mean square error is 1.98 times as large: s²/6 instead of s²/12, where s is the "
           "step.", {"source": "normal", "rounding": "stochastic", "bits": 4}),
    Preset("formats", "Every format at once", "One layer of our transformer is kept in 19 formats: compare what "
           "each costs and loses. Four bits with levels at quantiles reach 21.14 dB; four bits with even steps "
           "reach 20.77 dB.",
           {"part": "formats", "group": 32, "bits": 4}),
    Preset("pipeline", "A layer in integers", "The layer reads codes, adds their products in 32-bit integers and "
           "gives codes again. Without the terms of the zero-points the small example is off by up to 0.42; with "
           "them it is off by 0.0095.",
           {"part": "pipeline", "bits": 8, "affine": True, "layer": "1.down"}),
    Preset("model", "What 3 bits do to a model", "Every matrix has 3 bits and a scale for each row: the loss rises "
           "from 0.867 to 0.987 nats a token. Rounding the embedding does most harm. The harm goes with the output "
           "error (rank correlation 0.37) more than with the weight error (0.24).",
           {"part": "model", "bits": 3, "granularity": "channel"}),
    Preset("training", "Quantisation-aware training", "Rounded to 3 bits after training, the network has a loss of "
           "0.44 instead of 0.0021. Trained with rounded weights, it has a loss of 0.039.",
           {"part": "training", "bits": 3}),
)  # fmt: skip
