"""The quantisation lab: where the error of a tensor on few codes comes from, and what it does.

``part`` says what is looked at: a tensor on its way through one format, swept over bits, threshold or group size; all
formats on that tensor; a layer computed in whole numbers; our transformer with quantised weights; a small network that
is trained on the codes.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, Literal, get_args

import numpy as np

from core import device as devices
from core.adaptation.quantization import costs
from core.adaptation.quantization.calibration import Calibration, Rule
from core.adaptation.quantization.fake_quantization import Rounding
from core.adaptation.quantization.format_table import FormatTable, Other, compare, schemes
from core.adaptation.quantization.formats import INTEGER_BITS
from core.adaptation.quantization.integer_pipeline import Pipeline, pipeline
from core.adaptation.quantization.model_sweep import ModelSweep, sweep_model
from core.adaptation.quantization.presets import PRESETS as PRESETS
from core.adaptation.quantization.quantised_model import LAYERS, layer_inputs, of_layer
from core.adaptation.quantization.quantization_aware_training import TrainingSweep, train
from core.adaptation.quantization.scheme import CASTS, FormatName, Granularity, Scales, Scheme
from core.adaptation.quantization.sweep_settings import Asked, Swept
from core.adaptation.quantization.sweep_steps import NUMBERS
from core.adaptation.quantization.tensor_file import is_table, shape_of
from core.adaptation.quantization.tensor_sources import COLUMNS, NOTES, ROWS, Channels, Source, Tensor, tensor_of
from core.adaptation.quantization.tensor_sweep import TensorSweep, sweep
from core.checks import between, one_of, whole
from core.errors import InputError
from core.explorer import from_source, script
from core.value_text import MAX_TEXT

Part = Literal["tensor", "formats", "pipeline", "model", "training"]
Activations = Literal["float", "8", "6", "4"]
Result = TensorSweep | FormatTable | Pipeline | ModelSweep | TrainingSweep
MOST_GROUP = 1 << 24
TOKENS = 64  # of the held-out text, through a whole layer in whole numbers


def _swept(name: str) -> dict[str, Any]:
    """The field that is swept: it says where on the sweep the reader looks."""
    return {"view": lambda params: params.field == name}


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

    part: Part = "tensor"
    source: Source = "layer"
    layer: str = "1.up"
    tensor: str = field(default="", metadata=from_source("file"))
    columns: tuple[str, ...] = field(default=(), metadata={"longest": MAX_TEXT} | from_source("file"))
    channels: Channels = "first"
    seed: int = 0
    format: FormatName = "int"
    bits: int = field(default=4, metadata=_swept("bits"))
    affine: bool = False
    signed: bool = True
    narrow: bool = False
    zero_point: Literal["right", "notes"] = "right"
    granularity: Granularity = "tensor"
    group: int = field(default=128, metadata=_swept("group"))
    scales: Scales = "fp32"
    rounding: Rounding = "nearest"
    calibration: Rule = "minmax"
    percentile: float = 99.9
    sweep: Swept = "bits"
    clip: float = field(default=1.0, metadata=_swept("clip"))
    # Whole numbers have no other format beside them, and the model shows all at once.
    other: Other = field(default="nf4", metadata={"view": lambda params: params.part not in ("tensor", "formats")})
    activations: Activations = "float"
    width: int = 12
    trained: int = 400
    index: int = field(default=9, metadata={"view": True})

    def __post_init__(self) -> None:
        for name, options in (("part", Part), ("source", Source), ("channels", Channels), ("format", FormatName),
                              ("zero_point", Literal["right", "notes"]), ("granularity", Granularity),
                              ("scales", Scales), ("rounding", Rounding), ("calibration", Rule),
                              ("sweep", Swept), ("other", Other),
                              ("activations", Activations)):  # fmt: skip
            one_of(self, name, get_args(options))
        one_of(self, "layer", LAYERS)
        whole(self, "seed", 0, 2**53)
        whole(self, "bits", 1, 16)
        if self.bits not in INTEGER_BITS:
            raise InputError(
                "bits", self.bits, "integers here must have from 1 to 8 bits, or 16", "Choose one of these."
            )
        whole(self, "group", 2, MOST_GROUP, "A group of one number would be its own scale.")
        whole(self, "index", 1, NUMBERS)
        whole(self, "width", 2, 32)
        whole(self, "trained", 20, 2_000)
        between(self, "percentile", 50.0, 100.0, "per cent")
        between(self, "clip", 0.01, 1.0, "of the largest magnitude")
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
    def field(self) -> str:
        """The field that says where on the sweep one looks."""
        return {"bits": "bits", "threshold": "clip", "group": "group"}[self.swept]

    @property
    def scheme(self) -> Scheme:
        """Format and scales.

        Raises:
            InputError: they contradict each other.
        """
        # A sweep over bits passes 1 too, of which a narrow range keeps a single code.
        bits = max(self.bits, 1 + self.narrow) if self.swept == "bits" else self.bits
        return Scheme(
            self.format, bits, self.affine, self.signed, self.narrow, self.granularity, self.group, self.scales
        )

    @property
    def as_notes(self) -> bool:
        """Whether the notes' zero-point is taken: it is another one only for signed affine integers."""
        return self.zero_point == "notes" and self.format == "int" and self.affine and self.signed

    @property
    def asked(self) -> Asked:
        """All that stays along the sweep."""
        calibration = Calibration(self.calibration, self.percentile)
        return Asked(self.scheme, calibration, self.rounding, self.seed, self.as_notes)


def compute(
    params: Params,
    data: bytes | None = None,
    *,
    device: devices.Device = "auto",
    progress: Callable[[float], None] | None = None,
) -> Result:
    """The part that ``params`` name; ``data`` is the file of a tensor.

    Raises:
        InputError: the file cannot be used.
    """
    report = progress or (lambda fraction: None)
    if params.part == "pipeline":
        x, w = layer_inputs(params.layer)[:TOKENS], of_layer(params.layer).T
        return pipeline(params.seed, params.affine, params.layer, x.astype(np.float64), w.astype(np.float64))
    if params.part == "model":
        return _model(params, True, report)
    if params.part == "training":
        return train(params.width, params.trained, params.seed, report)
    tensor = _tensor(params, data)
    chosen: Callable[..., Result] = _compare if params.part == "formats" else _sweep
    run = partial(chosen, tensor, params, report)
    found: Result
    found, notice = devices.with_fallback(run, devices.choose(device))
    if params.zero_point == "notes" and not params.as_notes:
        found = _with_remark(found, "The notes’ zero-point is another one only for signed affine integers.")
    return found if notice is None else _with_remark(found, notice)


def preview(
    params: Params,
    data: bytes | None = None,
    *,
    device: devices.Device = "auto",
    progress: Callable[[float], None] | None = None,
) -> Result:
    """Of the model only the whole: what each matrix does alone takes longer, and is still missing."""
    report = progress or (lambda fraction: None)
    if params.part != "model":
        return compute(params, data, device=device, progress=progress)
    return _model(params, False, report)


def _model(params: Params, alone: bool, progress: Callable[[float], None]) -> ModelSweep:
    activation_bits = 0 if params.activations == "float" else int(params.activations)
    return sweep_model(params.scheme, params.asked.calibration, activation_bits, alone, progress)


def _tensor(params: Params, data: bytes | None) -> Tensor:
    return tensor_of(params.source, params.layer, params.seed, data, params.tensor, params.channels, params.columns)


def _sweep(tensor: Tensor, params: Params, progress: Callable[[float], None], device: Any) -> TensorSweep:
    other = None if params.other == "none" else schemes(params.scheme)[params.other]
    return sweep(tensor, params.swept, params.asked, device, progress, other)


def _compare(tensor: Tensor, params: Params, progress: Callable[[float], None], device: Any) -> FormatTable:
    inputs = layer_inputs(params.layer) if params.source == "layer" else None
    return compare(tensor, params.asked, params.other, inputs, device, progress)


def _with_remark(result: Result, notice: str) -> Result:
    return replace(result, remarks=(*result.remarks, notice))


def estimate_seconds(params: Params, data: bytes | None) -> float:
    """About how long ``compute`` takes on one core of a laptop, generously."""
    if params.part == "model":
        return costs.seconds_of_model(params.scheme, params.calibration)
    if params.part == "training":
        return 0.1 + 1e-3 * params.trained * (1 + params.width / 12)
    if params.part == "pipeline":
        return 0.09
    try:
        numbers, columns = _size(params, data)
    except InputError:
        return 0.0  # which ``compute`` says before it reads a number
    chance = params.rounding == "stochastic"
    text = 1e-6 * numbers if params.source == "file" and is_table(data or b"") else 0.0
    if params.part == "formats":
        return text + costs.seconds_of_formats(numbers, columns, params.scheme, params.calibration, chance)
    cost = partial(costs.seconds_of_sweep, numbers, columns, params.swept, rule=params.calibration, chance=chance)
    beside = 0.0 if params.other == "none" else cost(schemes(params.scheme)[params.other])
    return text + cost(params.scheme) + (beside / 9 if params.swept == "bits" else beside)


def _size(params: Params, data: bytes | None) -> tuple[float, float]:
    """How many numbers the tensor has, and how many of them a row."""
    match params.source:
        case "notes":
            return float(len(NOTES)), float(len(NOTES))
        case "layer":
            shape: tuple[int, ...] = of_layer(params.layer).shape
        case "activations":
            shape = layer_inputs(params.layer).shape
        case "file":
            shape = shape_of(data or b"x", params.tensor)
        case _:
            shape = (ROWS, COLUMNS)
    numbers = math.prod(shape)
    of_channel = {"first": shape[0], "last": shape[-1]}[params.channels] if len(shape) > 1 else 1
    return float(numbers), numbers / of_channel


def snippet(params: Params) -> str:
    """Python that prints the same numbers."""
    return script(
        params, "print(result.table().to_string())", file="your-tensor.npy" if params.source == "file" else ""
    )
