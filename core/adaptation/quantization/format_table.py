"""Every format on the same tensor, for every size of group: what it costs, and what it loses."""

from dataclasses import dataclass, replace
from typing import Literal, get_args

import numpy as np
import pandas as pd
from jaxtyping import Float32, Float64

from core.adaptation.quantization.calibration import Progress
from core.adaptation.quantization.decibels import decibels, mean_noise
from core.adaptation.quantization.formats import Floating
from core.adaptation.quantization.number_path import median_group, through
from core.adaptation.quantization.scheme import Scheme
from core.adaptation.quantization.sweep_settings import SweepSettings, schemes_along, steps_of
from core.adaptation.quantization.tensor_sources import STAIRS, Tensor
from core.explorer import OfArrays

Other = Literal[
    "none", "int1", "int2", "int3", "int4", "int5", "int6", "int7", "int8", "int16", "uint4 affine", "uint8 affine",
    Floating,
]  # fmt: skip
INPUTS = 64  # rows of what the tensor is multiplied with
MOST_DRAWN = 1 << 25  # numbers in those rows together: a tensor of very long rows meets fewer
MULTIPLIED = 1024  # of its own rows, at most


@dataclass(frozen=True, eq=False)
class FormatTable(OfArrays):
    """A row for each size of group, a column for each of ``names``: the present scheme first, then every format.

    ``output_error`` is ‖X(Ŵ − W)ᵀ‖²/‖XWᵀ‖², X being ``inputs`` rows of what enters the layer where that is known
    (``real_inputs``), else drawn from a normal law. ``stairs`` are those of the present scheme and of the other.
    """

    values: Float64[np.ndarray, " steps"]
    names: tuple[str, ...]
    schemes: tuple[Scheme, ...]
    other: int | None
    mean_power: float
    bits_per_number: Float64[np.ndarray, "steps formats"]
    mean_square: Float64[np.ndarray, "steps formats"]
    largest: Float64[np.ndarray, "steps formats"]
    output_error: Float64[np.ndarray, "steps formats"]
    stairs_at: Float64[np.ndarray, " points"]
    stairs: Float32[np.ndarray, "steps two points"]
    edges: Float64[np.ndarray, " edges"]
    counts: Float64[np.ndarray, " bins"]
    real_inputs: bool
    inputs: int
    remarks: tuple[str, ...] = ()

    @property
    def ratio_db(self) -> Float64[np.ndarray, "steps formats"]:
        """10·log₁₀(Σx²/Σe²)."""
        return np.asarray(decibels(self.mean_power, self.mean_square))

    def table(self) -> pd.DataFrame:
        """A row for each size of group and each format."""
        steps, formats = self.mean_square.shape
        return pd.DataFrame({
            "group": np.repeat(self.values, formats), "format": pd.Series(list(self.names) * steps, dtype=object),
            "bits_per_number": self.bits_per_number.ravel(), "mean_square_error": self.mean_square.ravel(),
            "sqnr_db": self.ratio_db.ravel(), "largest_error": self.largest.ravel(),
            "output_error_share": self.output_error.ravel(),
        })  # fmt: skip


def schemes(settings: Scheme) -> dict[str, Scheme]:
    """Every format by its name, scales kept as ``settings`` has it."""
    plain = replace(settings, format="int", bits=8, affine=False, signed=True, narrow=False)
    found = {}
    for name in get_args(Other)[1:]:
        if name.startswith("int"):
            found[name] = replace(plain, bits=int(name[3:]))
        elif name.startswith("uint"):
            found[name] = replace(plain, bits=int(name[4]), affine=True, signed=False)
        else:
            found[name] = replace(plain, format=name)
    return found


def compare(
    tensor: Tensor,
    settings: SweepSettings,
    other: Other,
    inputs: Float32[np.ndarray, "tokens columns"] | None,
    progress: Progress,
) -> FormatTable:
    """All formats at all sizes of group."""
    listed = {"A": settings.scheme, **schemes(settings.scheme)}
    values, matrix = steps_of("group", settings.scheme, *tensor.matrix.shape), tensor.matrix
    x = _inputs(inputs, matrix.shape[1], settings.seed)
    power = float(np.square(matrix[:MULTIPLIED] @ x.T, dtype=np.float64).sum()) or 1.0

    def trip(scheme: Scheme, notes: bool) -> tuple[float, ...]:
        """What a scheme costs and loses, and the scale and the zero-point of the group whose grid is drawn."""
        blocks, scales, back, errors = replace(settings, notes=notes).trip(matrix, scheme, tensor.left_out)
        lost = (blocks.matrix(back)[:MULTIPLIED] - matrix[:MULTIPLIED]) @ x.T
        own = median_group(scales)
        return (
            scheme.bits_per_number(*matrix.shape), float(errors.mean_square(tensor.counted)[0]),
            float(errors.largest.max(initial=0.0)), float(np.square(lost, dtype=np.float64).sum()) / power,
            float(scales.scale[own]), float(scales.zero[own]),
        )  # fmt: skip

    # A may be one of the others, and what is laid down by a format is the same at every size.
    known: dict[tuple[Scheme, bool], tuple[float, ...]] = {}
    found = np.zeros((6, len(values), len(listed)))
    along = [schemes_along("group", scheme, *matrix.shape) for scheme in listed.values()]
    for step in range(len(values)):
        for place, its in enumerate(along):
            key = its[min(step, len(its) - 1)], settings.notes and place == 0
            if key not in known:
                known[key] = trip(*key)
            found[:, step, place] = known[key]
        progress((step + 1) / len(values))
    bits_per_number, mean_square, largest, output_error, scale, zero = found
    chosen = None if other == "none" else list(listed).index(other)
    at = tensor.places()
    stairs = np.zeros((len(values), 2, STAIRS), np.float32)
    for row, place in enumerate([0] if chosen is None else [0, chosen]):
        scheme = [*listed.values()][place]
        stairs[:, row] = [through(at, scheme, *own)[-1] for own in zip(scale[:, place], zero[:, place], strict=True)]
    counts, edges = tensor.histogram(at)
    return FormatTable(
        values=values, names=tuple(listed), schemes=tuple(listed.values()), other=chosen, mean_power=tensor.mean_power,
        bits_per_number=bits_per_number, mean_square=mean_noise(tensor.mean_power, mean_square), largest=largest,
        output_error=output_error, stairs_at=at, stairs=stairs, edges=edges, counts=counts,
        real_inputs=inputs is not None, inputs=len(x), remarks=tensor.remarks,
    )  # fmt: skip


def _inputs(
    inputs: Float32[np.ndarray, "tokens columns"] | None, columns: int, seed: int
) -> Float32[np.ndarray, "some columns"]:
    if inputs is None:
        rows = min(INPUTS, max(1, MOST_DRAWN // columns))
        return np.asarray(np.random.default_rng(seed).standard_normal((rows, columns), np.float32))
    return np.asarray(inputs[np.linspace(0, len(inputs) - 1, INPUTS).astype(int)])
