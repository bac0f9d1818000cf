"""/quantization: a tensor on few codes, where its error comes from, and what it does."""

from core.adaptation import quantization
from core.adaptation.quantised_model import LAYERS
from core.adaptation.tensor_file import names
from core.text import visible
from figures.adaptation import quantization as figures
from figures.adaptation import quantization_controls as controls
from ui import frame

page = frame.Page("quantization", quantization, figures)


def ask() -> None:
    with page.controls() as ask:
        ask_for_tensor()
        with ask.row():
            integer = ask.choice("format", "Format", controls.FORMATS, rearranges=True) == "int"
            ask.choice("sweep", "Drag", controls.SWEEPS, rearranges=True)
        with ask.row():
            if integer:
                ask.number("bits", "Bits", low=1, high=16)
                ask.switch("affine", "Affine")
                ask.switch("signed", "Signed")
            ask.choice("granularity", "Who shares a scale", controls.GRANULARITIES)
            ask.number("group", "Group of", low=2, high=1 << 24)
            ask.choice("calibration", "Range", controls.RULES)
        with ask.more("Rounding, calibration and what else can be set"), ask.row():
            ask.choice("rounding", "Rounding", controls.ROUNDINGS)
            ask.real("clip", "Threshold (share of the largest)", low=0.01, high=1.0)
            ask.real("percentile", "Percentile", low=50.0, high=100.0)
            ask.choice("scales", "A scale takes", controls.SCALES)
            ask.switch("narrow", "Narrow range")
            ask.choice("zero_point", "Zero-point", controls.ZEROS)
            ask.number("seed", "Seed", low=0, high=2**53)
    with page.question() as ask:
        ask.number("index", "Number in focus", low=1, high=10)


def ask_for_tensor() -> None:
    source = page.ask.choice("source", "Tensor", controls.SOURCES, rearranges=True)
    with page.ask.row():
        if source in ("layer", "activations"):
            page.ask.pick("layer", "Layer", LAYERS)
        if source == "file":
            page.file = page.ask.file("file", "A tensor (.npy, .safetensors, .csv) of up to 64 MB",
                                      ["npy", "safetensors", "csv", "txt"], megabytes=64)  # fmt: skip
            if page.file and (known := page.choose_column("tensor", lambda data, name: names(data, name), "Tensor")):
                page.remark(f"{len(known) + 1} tensors in the file.")
            page.ask.choice("channels", "Channels lie along", controls.CHANNELS)


page.run(ask, more=lambda result, params: [page.remark(visible(sentence)) for sentence in result.remarks])
