"""/quantization: a tensor on few codes, where its error comes from, and what it does."""

from core.adaptation import quantization
from figures.adaptation import quantization as figures
from ui import frame

page = frame.Page("quantization", quantization, figures)

page.run(
    ["source", "layer", "tensor", "columns", "channels"],
    ["format", "sweep", "other"],
    ["bits", "affine", "signed", "width", "trained"],
    ["granularity", "group", "calibration", "activations"],
    "seed",
    fold=["Rounding, calibration and what else can be set",
          "rounding", "clip", "percentile", "scales", "narrow", "divisor", "zero_point", "zero_sign"],
    question=["index"],
)  # fmt: skip
