"""The tensors that a reader may quantise: the notes' ten numbers, laws, our own transformer, a file.

A tensor is laid out as a matrix whose rows are its channels.
"""

from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

import numpy as np
from jaxtyping import Float, Float64

from core.adaptation.quantization.quantised_model import layer_inputs, of_layer
from core.adaptation.quantization.tensor_file import read_tensor
from core.errors import InputError, MissingInput
from core.numbers import exact, number

Source = Literal["notes", "normal", "laplace", "student", "uniform", "layer", "activations", "file"]
Channels = Literal["first", "last"]
NOTES = (0.5, -1.2, 3.4, 2.1, -0.7, 1.8, 0.0, 4.6, -2.3, 1.1)
ROWS, COLUMNS = 128, 512  # of a tensor drawn from a law
STUDENT, LOUD, TIMES = 5.0, 3, 12.0  # degrees of freedom; of how many channels, how many times as large
SMALLEST, LARGEST = 1e-12, 1e15  # of the largest magnitude
BINS, STAIRS = 161, 801  # of a histogram; points of a staircase
MARGIN = 1.25  # how far both reach beyond a typical row's peak, where rows have scales of their own
Matrix = Float[np.ndarray, "rows columns"]


@dataclass(frozen=True, eq=False)
class Tensor:
    """``matrix`` has a channel in each row, in single precision, or in double if it is small. NaN and infinities,
    ``left_out`` of them, stand there as zeros, which every scheme keeps: they add nothing to any sum. ``remarks`` are
    sentences for the reader."""

    matrix: Matrix
    left_out: int = 0
    remarks: tuple[str, ...] = ()

    @property
    def counted(self) -> int:
        return self.matrix.size - self.left_out

    @property
    def mean_power(self) -> float:
        """The mean of x²."""
        return float(np.square(self.matrix, dtype=np.float64).sum() / self.counted)

    def places(self, typical: bool = False) -> Float64[np.ndarray, " points"]:
        """Points from the least number to the largest, 0 among them; at most as far as a ``typical`` row reaches, which
        is not the loudest of them."""
        low, high = min(float(self.matrix.min()), 0.0), max(float(self.matrix.max()), 0.0)
        if typical and len(self.matrix) > 1:
            peak = MARGIN * float(np.median(np.abs(self.matrix).max(1)))
            low, high = max(low, -peak), min(high, peak)
        return np.linspace(low, high, STAIRS) if high > low else np.linspace(-1.0, 1.0, STAIRS)

    def histogram(
        self, at: Float64[np.ndarray, " points"]
    ) -> tuple[Float64[np.ndarray, " bins"], Float64[np.ndarray, " edges"]]:
        """How many of the numbers that count lie in each of equal bins over the places ``at``, and the bins' edges."""
        counts, edges = np.histogram(self.matrix, BINS, (float(at[0]), float(at[-1])))
        counts[min(int(np.searchsorted(edges, 0.0, "right")), BINS) - 1] -= self.left_out
        return counts.astype(np.float64), edges.astype(np.float64)


def tensor_of(
    source: Source,
    layer: str,
    seed: int,
    data: bytes | None,
    chosen: str,
    channels: Channels,
    columns: tuple[str, ...] = (),
) -> Tensor:
    """The tensor that ``source`` names.

    Raises:
        InputError: the file cannot be used, or holds no finite number.
    """
    match source:
        case "notes":
            return Tensor(np.array([NOTES]))
        case "layer":
            return Tensor(of_layer(layer))
        case "activations":
            return _checked(layer_inputs()[layer], channels, "layer")
        case "file":
            if data is None:
                raise MissingInput.no_file("Choose a .npy, .safetensors or CSV file.")
            array, remarks = read_tensor(data, chosen, columns)
            return _checked(array, channels, "file", remarks)
    return Tensor(drawn(source, seed))


@lru_cache(maxsize=32)  # of 0.26 MB each
def drawn(source: str, seed: int) -> Matrix:
    """128 channels of 512 draws: normal, Laplace, even over ±√3, or Student's t with five degrees of freedom,
    in which three channels are twelve times as large. All have variance 1 but for those."""
    draw = np.random.default_rng(seed)
    if source == "normal":
        values = draw.standard_normal((ROWS, COLUMNS))
    elif source == "uniform":
        values = draw.uniform(-(3**0.5), 3**0.5, (ROWS, COLUMNS))
    elif source == "laplace":
        values = draw.laplace(0.0, 0.5**0.5, (ROWS, COLUMNS))
    else:
        values = draw.standard_t(STUDENT, (ROWS, COLUMNS)) * ((STUDENT - 2) / STUDENT) ** 0.5
        values[draw.choice(ROWS, LOUD, replace=False)] *= TIMES
    return values.astype(np.float32)


def _checked(array: Float[np.ndarray, "*shape"], channels: Channels, field: str, read: tuple[str, ...] = ()) -> Tensor:
    matrix = array.reshape(1, -1) if array.ndim == 1 else array.reshape(len(array), -1)
    if channels == "last" and array.ndim > 1:
        matrix = np.ascontiguousarray(array.reshape(-1, array.shape[-1]).T)
    finite = np.isfinite(matrix)
    left_out = int(matrix.size - np.count_nonzero(finite))
    if left_out == matrix.size:
        raise InputError(
            field, "the tensor", "one of its numbers at least must be finite in 32 bits", "Choose another one."
        )
    remarks = list(read)
    if left_out:
        nan = int(np.isnan(matrix).sum())
        remarks.append(f"Left out as NaN: {nan:,}; as infinite or too large for 32 bits: {left_out - nan:,}. All "
                       "figures are of the rest.")  # fmt: skip
        matrix = np.where(finite, matrix, 0).astype(matrix.dtype)
    peak = float(np.abs(matrix).max())
    if peak and not SMALLEST <= peak <= LARGEST:
        rule = f"its largest number is {number(peak, 3)}, so squared errors cannot be written in 32 bits"
        remedy = f"Multiply all by a constant: the largest must lie between {exact(SMALLEST)} and {exact(LARGEST)}."
        raise InputError(field, "the tensor", rule, remedy)
    if not matrix.any():
        remarks.append("Every number is 0: the scale is 0, every code is that of 0, and nothing is lost.")
    elif matrix.size > 1 and left_out == 0 and float(matrix.min()) == float(matrix.max()):
        remarks.append("Every number is the same: the range runs from 0 to it.")
    return Tensor(matrix, left_out, tuple(remarks))
