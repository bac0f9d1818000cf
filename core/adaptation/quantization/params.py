"""What a reader sets on /quantization."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, get_args

from core import fields
from core.adaptation.quantization.calibration import Calibration, Rule
from core.adaptation.quantization.fake_quantization import Rounding
from core.adaptation.quantization.format_table import Other
from core.adaptation.quantization.formats import TITLES, FormatName, Integers
from core.adaptation.quantization.number_table import number_columns
from core.adaptation.quantization.quantised_model import LAYERS, layer_name
from core.adaptation.quantization.scheme import CASTS, Granularity, Scales, Scheme
from core.adaptation.quantization.sweep_settings import FIELDS, SweepSettings, Swept
from core.adaptation.quantization.sweep_steps import NUMBERS
from core.adaptation.quantization.tensor_file import is_small, is_table, names
from core.adaptation.quantization.tensor_sources import Channels, Source
from core.explorer import from_source, in_part
from core.value_text import MAX_TEXT

Part = Literal["tensor", "formats", "pipeline", "model", "training"]
Activations = Literal["float", "8", "6", "4"]
ZeroPoint = Literal["right", "notes"]
# An .npz, a checkpoint or a workbook may be chosen so that its refusal says what to save instead.
FILE = fields.FileKind(
    "A tensor (.npy, .safetensors, .csv) of up to 65 MB",
    ("npy", "safetensors", "csv", "tsv", "txt", "npz", "pt", "xlsx"),
    65,
    small=is_small,
)
PARTS = {"tensor": "A tensor", "formats": "All formats", "pipeline": "Integer arithmetic",
         "model": "Our transformer", "training": "Quantisation-aware training"}  # fmt: skip
SOURCES = {"layer": "A layer of our transformer", "activations": "Activations of that layer", "normal": "Normal",
           "laplace": "Laplace", "student": "Student’s t, 3 large rows", "uniform": "Uniform", "notes": "Ten numbers",
           "file": "Your tensor"}  # fmt: skip
OTHERS = {"none": "Nothing", **{name: TITLES.get(name, name) for name in get_args(Other)[1:]}}
RULES = {"minmax": "Min–max", "percentile": "Percentile", "mse": "Least squared error",
         "kl": "Least KL divergence", "running": "Running mean"}  # fmt: skip
ROUNDINGS = {"nearest": "To nearest, ties to even", "stochastic": "Stochastic"}
DIVISORS = {"reach": "Largest / 127", "half": "Largest / 127.5 (PyTorch)"}
ZERO_SIGNS = {"minus": "Subtracted (PyTorch, ONNX)", "plus": "Added (Gholami et al.)"}
ACTIVATIONS = {"float": "Not quantised", "8": "8 bits", "6": "6 bits", "4": "4 bits"}


def _swept(name: str, used: Callable[[Params], bool]) -> dict[str, Any]:
    """The field that is swept: it says where on the sweep the reader looks."""
    return {"view": lambda its: its.field == name, "used": used}


def _of_tensor(its: Params) -> bool:
    return its.part in ("tensor", "formats")


def _of_integers(its: Params) -> bool:
    return _of_tensor(its) and its.format == "int"


def _is_symmetric(its: Params) -> bool:
    """Whether the codes reach one step farther below 0 than above, so that half of their steps is no code."""
    return _of_integers(its) and its.signed and not its.affine and not its.narrow


def _has_bits(its: Params) -> bool:
    return _of_integers(its) or not _of_tensor(its)


def _has_scales(its: Params) -> bool:
    return _of_tensor(its) or its.part == "model"


def _shares_a_scale(its: Params) -> bool:
    """Whether it is chosen who shares a scale: where sizes of a group are swept, every one is tried."""
    return its.part == "model" or (its.part == "tensor" and its.swept != "group")


def _draws(its: Params) -> bool:
    """Whether a seed draws anything: the tensor, what it is multiplied with, or which way a number is rounded."""
    if not _of_tensor(its):
        return its.part in ("pipeline", "training")
    fixed = its.source == "layer" or (its.part == "tensor" and its.source in ("activations", "notes", "file"))
    return its.rounding == "stochastic" or not fixed


def _columns(data: bytes, name: str) -> tuple[str, ...]:
    return number_columns(data, name) if is_table(data) else ()


@dataclass(frozen=True)
class Params:
    """What a reader sets.

    The tensor is the notes' ten numbers, draws from a law with ``seed``, a ``layer`` of the small transformer or what
    enters it (activations), or a file's (``tensor`` by name, whose ``channels`` are its first or its last axis); of a
    table the ``columns`` by name, where there are none all that measure something.

    ``format``, ``bits``, ``affine``, ``signed``, ``narrow``, ``granularity``, ``group`` and ``scales`` are those of
    module ``scheme``; ``zero_point`` is the right one or the notes'. The range is found by ``calibration``, with its
    ``percentile``. ``sweep`` says what is dragged: the bits (of integers), the clipping threshold ``clip`` as
    a share of the largest magnitude, or the size of the groups. ``index`` is the number in focus, of ten.
    ``other`` is a format to compare with. The model's ``activations`` stay or go to so many bits. The network that is
    trained has two layers of ``width`` units, and takes ``trained`` steps.
    """

    # fmt: off
    # Of a layer whose input has a zero-point: with layer 2 (up) its terms are 0, and there is nothing to see.
    part: Part = fields.choice("tensor", "View", PARTS, rearranges=True,
                               begins=lambda value: {"layer": "1.down"} if value == "pipeline" else {})
    source: Source = fields.choice("layer", "Tensor", SOURCES, rearranges=True, file=FILE, used=_of_tensor)
    layer: str = fields.choice("1.up", "Layer", {name: layer_name(name) for name in LAYERS}, folded=True,
                               used=lambda its: its.part == "pipeline" or (
                                   _of_tensor(its) and its.source in ("layer", "activations")))
    tensor: str = fields.column("Tensor", names, **from_source("file"))
    columns: tuple[str, ...] = fields.column(
        "Columns", _columns, several=True, help="Where none is chosen, all columns of measurements are taken.",
        longest=MAX_TEXT, **from_source("file"))
    channels: Channels = fields.choice("first", "Channels lie along", {"first": "The first axis",
                                       "last": "The last axis"},
                                       used=lambda its: _of_tensor(its) and its.source in ("activations", "file"))
    seed: int = fields.number(0, "Seed", 0, 2**53, used=_draws)
    format: FormatName = fields.choice("int", "Format", TITLES, rearranges=True, used=_of_tensor)
    bits: int = fields.number(4, "Bits", lambda its: 1 if _of_tensor(its) else 2, lambda its: 16 if _of_tensor(its)
                              else 8, **_swept("bits", _has_bits))
    affine: bool = fields.switch(
        False, lambda its: "Weights have a zero-point too" if its.part == "pipeline" else "Affine",
        used=lambda its: _of_integers(its) or its.part in ("pipeline", "model"))
    signed: bool = fields.switch(True, "Signed", used=_of_integers)
    narrow: bool = fields.switch(False, "Narrow range", used=_of_integers,
                                 help="Leaves out the lowest code, of 8 bits −128, as TensorFlow Lite does for "
                                      "weights. PyTorch keeps it.")
    divisor: Literal["reach", "half"] = fields.choice(
        "reach", "Scale of symmetric codes", DIVISORS, used=_is_symmetric,
        help="In 8 bits the largest number is divided by 127, and nothing is clipped; or by 127.5, half of the steps. "
             "Then the largest number may be clipped by half a step.")
    zero_point: ZeroPoint = fields.choice("right", "Zero-point", {"right": "Right", "notes": "Without qₘᵢₙ"},
                                          used=lambda its: _of_integers(its) and its.affine and its.signed)
    zero_sign: Literal["minus", "plus"] = fields.choice(
        "minus", "The zero-point is", ZERO_SIGNS, view=True,
        used=lambda its: its.part == "tensor" and its.format == "int" and its.affine,
        help="PyTorch, ONNX and TensorFlow Lite have x̂ = s(q − z). Gholami and others, whose survey is much read, have "
             "x̂ = s(q + z): their z is ours with the other sign.")
    granularity: Granularity = fields.choice("tensor", "One scale for", {"tensor": "The tensor",
                                             "channel": "Each row", "group": "Each group"}, rearranges=True,
                                             used=_shares_a_scale)
    group: int = fields.number(128, "Numbers in a group", 2, 1 << 24,
                               help="GGUF’s Q4_0 has 32 and scales of 16 bits, bitsandbytes’ NF4 has 64.",
                               remedy="Two numbers or more must share a scale.",
                               **_swept("group", lambda its: its.swept == "group" or (
                                   _shares_a_scale(its) and its.granularity == "group")))
    scales: Scales = fields.choice("fp32", "Bits of a scale", {"fp32": "32 bits", "fp16": "16 bits"}, used=_has_scales)
    rounding: Rounding = fields.choice("nearest", "Rounding", ROUNDINGS, rearranges=True, used=_of_tensor)
    calibration: Rule = fields.choice("minmax", "Range of the codes", RULES, rearranges=True, used=_has_scales)
    percentile: float = fields.number(99.9, "Percentile", 50.0, 100.0, ends="per cent",
                                      used=lambda its: _has_scales(its) and its.calibration == "percentile")
    sweep: Swept = fields.choice("bits", "The slider moves", {"bits": "The bits", "threshold": "The threshold",
                                 "group": "The group size"}, rearranges=True, **in_part("tensor"))
    clip: float = fields.number(1.0, "Threshold (share of the largest)", 0.01, 1.0, ends="of the largest magnitude",
                                **_swept("clip", lambda its: its.swept == "threshold"))
    # The model shows all formats at once.
    other: Other = fields.choice("nf4", "Compare with", OTHERS, folded=True, used=_has_scales,
                                 view=lambda its: its.part == "model")
    activations: Activations = fields.choice("float", "Activations", ACTIVATIONS, **in_part("model"))
    width: int = fields.number(12, "Units in each layer", 2, 32, **in_part("training"))
    trained: int = fields.number(400, "Steps", 20, 2_000, **in_part("training"))
    index: int = fields.number(9, lambda its: "Output in focus" if its.part == "pipeline" else "Number in focus", 1,
                               lambda its: 9 if its.part == "pipeline" else NUMBERS, view=True,
                               **in_part("tensor", "pipeline"))
    # fmt: on

    def __post_init__(self) -> None:
        fields.check(self)
        if _has_bits(self):
            Integers(self.bits)
        if _of_integers(self):
            _ = self.scheme

    @property
    def swept(self) -> Swept:
        """What is swept: only integers have bits to sweep, and a cast has no threshold."""
        if self.part == "formats" or (self.part == "tensor" and self.format in CASTS):
            return "group"
        if self.part != "tensor":
            return "bits"
        return "threshold" if self.sweep == "bits" and self.format != "int" else self.sweep

    @property
    def look(self) -> str:
        """What the sentence under the title is about, where the view has none of its own: what the slider moves."""
        return self.swept

    @property
    def field(self) -> str:
        """The field that says where on the sweep one looks."""
        return FIELDS[self.swept]

    @property
    def scheme(self) -> Scheme:
        """Format and scales.

        Raises:
            InputError: they contradict each other.
        """
        # A sweep over bits passes 1 too, of which a narrow range keeps a single code.
        bits = max(self.bits, 1 + self.narrow) if self.swept == "bits" else self.bits
        halved = self.divisor == "half" and _is_symmetric(self)
        return Scheme(
            self.format, bits, self.affine, self.signed, self.narrow, self.granularity, self.group, self.scales, halved
        )

    @property
    def settings(self) -> SweepSettings:
        """All that stays along the sweep."""
        calibration, notes = Calibration(self.calibration, self.percentile), self.zero_point == "notes"
        return SweepSettings(self.scheme, calibration, self.rounding, self.seed, notes)
