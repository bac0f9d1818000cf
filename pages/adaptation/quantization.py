"""/quantization: a tensor on few codes, where its error comes from, and what it does."""

from core.adaptation import quantization
from core.text import visible
from figures.adaptation import quantization as figures
from ui import frame

page = frame.Page("quantization", quantization, figures)


def ask() -> None:
    with page.controls() as ask:
        ask("part")
        ask("source", "layer", "tensor", "columns", "channels")
        ask("format", "sweep", "other")
        ask("bits", "affine", "signed", "granularity", "group", "calibration", "activations", "width", "trained")
        ask("seed")
        ask.fold("Rounding, calibration and what else can be set",
                 "rounding", "clip", "percentile", "scales", "narrow", "zero_point")  # fmt: skip
    with page.question() as ask:
        ask("index")


page.run(ask, more=lambda result, params: page.remark(*map(visible, result.remarks)))
