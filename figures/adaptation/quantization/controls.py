"""What each part of /quantization asks for, as data: the kind of control, its field, its label, its options."""

from typing import Any, get_args

from core.adaptation.quantization.format_table import Other
from core.adaptation.quantization.quantised_model import LAYERS
from figures.adaptation.quantization.words import FORMATS as FORMATS

Asked = tuple[str, str, str, dict[str, Any]]

PARTS = {"tensor": "A tensor", "formats": "All formats", "pipeline": "Integer arithmetic",
         "model": "Our transformer", "training": "Quantisation-aware training"}  # fmt: skip
SOURCES = {"layer": "A layer of our transformer", "activations": "Its activations", "normal": "Normal",
           "laplace": "Laplace", "student": "Student’s t, loud rows", "uniform": "Uniform", "notes": "The notes’ ten",
           "file": "A file"}  # fmt: skip
SWEEPS = {"bits": "The bits", "threshold": "The threshold", "group": "The group size"}
OTHERS = {"none": "Nothing", **{name: FORMATS.get(name, name) for name in get_args(Other)[1:]}}
FILE = "A tensor (.npy, .safetensors, .csv) of up to 65 MB"
CHANNELS = {"first": "The first axis", "last": "The last"}

_RULES = {"minmax": "Min–max", "percentile": "Percentile", "mse": "Least error", "kl": "KL histogram",
          "running": "Running"}  # fmt: skip


def _number(name: str, label: str, low: int, high: int) -> Asked:
    return "number", name, label, {"low": low, "high": high}


def _real(name: str, label: str, low: float, high: float) -> Asked:
    return "real", name, label, {"low": low, "high": high}


def _choice(name: str, label: str, names: dict[str, str]) -> Asked:
    return "choice", name, label, {"names": names}


IN_FOCUS = {"tensor": _number("index", "Number in focus", 1, 10), "pipeline": _number("index", "Output in focus", 1, 9)}
SEED = _number("seed", "Seed", 0, 2**53)
LAYER: Asked = ("pick", "layer", "Layer", {"options": LAYERS})
_PIPELINE: tuple[Asked, ...] = (
    LAYER,
    _number("bits", "Bits", 2, 8),
    ("switch", "affine", "Weights have a zero-point too", {}),
    SEED,
)
_TRAINING = (_number("bits", "Bits", 2, 8), _number("width", "Units in each layer", 2, 32),
             _number("trained", "Steps", 20, 2_000), SEED)  # fmt: skip
_ACTIVATIONS = {"float": "Left alone", "8": "8 bits", "6": "6 bits", "4": "4 bits"}
INTEGERS: tuple[Asked, ...] = (
    _number("bits", "Bits", 1, 16), ("switch", "affine", "Affine", {}), ("switch", "signed", "Signed", {}),
)  # fmt: skip
SCALES: tuple[Asked, ...] = (
    _choice("granularity", "Who shares a scale", {"tensor": "The tensor", "channel": "A row", "group": "A group"}),
    _number("group", "Group of", 2, 1 << 24), _choice("calibration", "Range", _RULES),
)  # fmt: skip
MORE: tuple[Asked, ...] = (
    _choice("rounding", "Rounding", {"nearest": "To nearest, ties to even", "stochastic": "By chance"}),
    _real("clip", "Threshold (share of the largest)", 0.01, 1.0), _real("percentile", "Percentile", 50.0, 100.0),
    _choice("scales", "A scale takes", {"fp32": "32 bits", "fp16": "16 bits"}),
    ("switch", "narrow", "Narrow range", {}),
    _choice("zero_point", "Zero-point", {"right": "Right", "notes": "As in the notes"}),
    SEED,
)  # fmt: skip
ALONE: dict[str, tuple[Asked, ...]] = {
    "pipeline": _PIPELINE,
    "training": _TRAINING,
    "model": (
        *INTEGERS[:2],
        *SCALES,
        _choice("activations", "Activations", _ACTIVATIONS),
        ("pick", "other", "Compare with", {"options": OTHERS}),
    ),
}
