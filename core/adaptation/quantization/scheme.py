"""How a tensor is quantised: a format, who shares a scale, and the scale and zero-point that a range gives.

Symmetric: x̂ = s·q. Affine: x̂ = s·(q − z), where the zero-point z is the code of 0. The range always holds 0, so that 0
is kept exactly.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Float, Int64

from core.adaptation.quantization import formats
from core.adaptation.quantization.formats import E2M1, E4M3, KNOWN, Format, FormatName, Integers
from core.errors import InputError

Granularity = Literal["tensor", "channel", "group"]
Scales = Literal["fp32", "fp16"]

CASTS: tuple[str, ...] = tuple(name for name, known in KNOWN.items() if known.cast)
BLOCK: dict[str, int] = {name: known.block for name, known in KNOWN.items() if known.block}
_MOST_E8M0 = 127
Values = Float[np.ndarray, "*groups"]
Largest = Float[np.ndarray, " choices"]


@dataclass(frozen=True)
class Scheme:
    """A ``format`` (integers have ``bits``, and are ``affine``, ``signed``, ``narrow`` or not); who shares a scale.

    ``granularity`` is the tensor, the channel (a row), or a ``group`` of so many numbers of a row. MXFP4 (groups of 32,
    scales that are powers of two) and NVFP4 (groups of 16, scales in E4M3 over one in single precision) lay that down;
    bf16 and fp16 have no scale. The scales of the others are kept as ``scales`` says. ``halved`` lays the largest
    magnitude of symmetric integers on half of their steps.

    Raises:
        InputError: the settings contradict each other.
    """

    format: FormatName = "int"
    bits: int = 8
    affine: bool = False
    signed: bool = True
    narrow: bool = False
    granularity: Granularity = "tensor"
    group: int = 128
    scales: Scales = "fp32"
    halved: bool = False

    def __post_init__(self) -> None:
        codes = self.codes
        if isinstance(codes, Integers) and not self.affine and not codes.low <= 0 <= codes.high:
            rule = "a narrow range leaves out the lowest code, which without a zero-point must not be that of 0"
            raise InputError("narrow", True, rule, "Switch it off, or choose signed or affine codes.")

    @property
    def codes(self) -> Format:
        """The format's own numbers."""
        return Integers(self.bits, self.signed, self.narrow) if self.format == "int" else KNOWN[self.format].codes

    @property
    def sharing(self) -> Granularity:
        """Who shares a scale, where the format lays it down too."""
        return "group" if self.format in BLOCK else "tensor" if self.format in CASTS else self.granularity

    @property
    def laid_down(self) -> bool:
        """Whether the format itself says who shares a scale, or has none: no size of a group is heeded."""
        return self.format in BLOCK or self.format in CASTS

    @property
    def shared_by(self) -> int:
        """The size of a group."""
        return BLOCK.get(self.format, self.group)

    def bits_per_number(self, rows: int, columns: int) -> float:
        """What one number of a rows × columns tensor takes, its share of the scales and zero-points counted in."""
        if self.format in CASTS:
            return float(self.codes.bits)
        scale = {"mxfp4": 8, "nvfp4": 8}.get(self.format, 16 if self.scales == "fp16" else 32)
        if self.format == "int" and self.affine:
            scale += self.bits
        groups = {"tensor": 1, "channel": rows, "group": rows * -(-columns // self.shared_by)}[self.sharing]
        whole = 32 if self.format == "nvfp4" else 0
        return self.codes.bits + (scale * groups + whole) / (rows * columns)


@dataclass(frozen=True, eq=False)
class ScaleAndZero:
    """s and z of each group, in the tensor's own precision. A scale of 0 (nothing but zeros in the group) gives zeros
    back."""

    scale: Values
    zero: Values

    def __getitem__(self, groups: slice | Int64[np.ndarray, " some"]) -> "ScaleAndZero":
        """Those of some groups."""
        return ScaleAndZero(self.scale[groups], self.zero[groups])

    @property
    def inverse(self) -> Values:
        """1/s, and 0 where s is 0, or so small that 1/s has no place in single precision."""
        with np.errstate(divide="ignore", over="ignore"):
            inverse = np.float32(1) / self.scale
        return np.where(np.abs(inverse) <= np.finfo(np.float32).max, inverse, np.float32(0))


@dataclass(frozen=True, eq=False)
class Ranges:
    """The least and the largest number, and 0, of everything that shares a scale."""

    low: Values
    high: Values

    @property
    def peak(self) -> Values:
        return np.asarray(np.maximum(self.high, -self.low))

    def within(self, threshold: Values) -> "Ranges":
        """The same, cut to ±threshold."""
        return Ranges(np.maximum(self.low, -threshold), np.minimum(self.high, threshold))


def scales_of(scheme: Scheme, found: Ranges, largest: float | Largest | None = None) -> ScaleAndZero:
    """The scale and the zero-point that put the range from low ≤ 0 to high ≥ 0 of each group on the codes.

    Affine: s = (high − low)/(q_max − q_min), z = q_min − round(low/s). Symmetric: the least s for which nothing of the
    range is clipped, max(high/q_max, low/q_min); ``halved``, as PyTorch's observers do it, max(high, −low) over
    (q_max − q_min)/2, which may clip the largest by half a step. ``largest`` is the largest magnitude in the tensor,
    for NVFP4 (one for each column, where there are several), if these groups are not all of it.
    """
    codes = scheme.codes
    if isinstance(codes, Integers) and scheme.affine:
        return _affine(codes, scheme.scales, found)
    return ScaleAndZero(_scale(scheme, found, largest), np.zeros_like(found.high))


def _scale(scheme: Scheme, found: Ranges, largest: float | Largest | None) -> Values:
    """The scale of codes without a zero-point."""
    codes, peak = scheme.codes, found.peak
    if scheme.format in CASTS:
        return np.ones_like(peak)
    if scheme.format == "mxfp4":  # 2^(⌊log₂ max⌋ − 2), the exponent of the largest being 2
        power = np.clip(np.frexp(peak)[1] - 1 - 2, -_MOST_E8M0, _MOST_E8M0)
        return np.where(peak > 0, np.ldexp(np.float32(1), power), 0).astype(np.float32)
    if scheme.format == "nvfp4":
        largest = peak.max(initial=0.0) if largest is None else largest
        whole = np.asarray(largest, np.float32) / np.float32(E4M3.largest * E2M1.largest)
        whole = np.where(whole > 0, whole, np.float32(1))
        return formats.round_to(E4M3, peak / np.float32(E2M1.largest) / whole).astype(np.float32) * whole
    if not isinstance(codes, Integers):
        return _kept(peak / np.float32(codes.grid[-1]), scheme.scales)
    if scheme.halved:
        return _kept(peak / np.float32(codes.steps / 2), scheme.scales)
    none = np.zeros_like(peak)
    above = found.high / np.float32(codes.high) if codes.high else none
    below = found.low / np.float32(codes.low) if codes.low else none
    scale = np.maximum(above, below) + np.float32(0)  # no negative zero
    # A group that lies whole on the side without codes is clipped to 0, by whatever scale.
    lost = (scale == 0) & (peak > 0)
    return _kept(np.where(lost, (found.high - found.low) / codes.steps, scale), scheme.scales)


def _affine(codes: Integers, kind: Scales, found: Ranges) -> ScaleAndZero:
    scale = _kept((found.high - found.low) / np.float32(codes.steps), kind)
    with np.errstate(divide="ignore", invalid="ignore"):
        zero = codes.low - np.rint(np.where(scale > 0, found.low / scale, 0))
    return ScaleAndZero(scale, np.clip(zero, codes.low, codes.high).astype(scale.dtype))


def other_zero_point(scheme: Scheme, zero: Values, as_notes: bool) -> Values:
    """The other zero-point of signed affine integers: of the right one the notes' round(−x_min/s), which leaves q_min
    out and is kept within the codes; of the notes' the right one."""
    codes = scheme.codes
    if not (isinstance(codes, Integers) and scheme.affine):
        return zero
    low = np.float32(codes.low)
    return zero + low if as_notes else np.minimum(zero - low, np.float32(codes.high))


def _kept(scale: Values, kind: Scales) -> Values:
    """The scale as it is kept; the least number of half precision stands for all smaller ones but 0."""
    if kind == "fp32":
        return scale
    least, most = np.finfo(np.float16).smallest_subnormal, np.finfo(np.float16).max
    half = np.clip(scale, None, most).astype(np.float16).astype(scale.dtype)
    return np.where((half == 0) & (scale > 0), np.float32(least), half)
