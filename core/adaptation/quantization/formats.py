"""Number formats as exact tables of their codes: integers, small floating-point numbers, and NF4.

A format says which numbers its codes stand for, before any scale. What lies between two codes goes to the nearer one,
and half way to the one whose code is even (its last bit is 0), as IEEE 754 has it; of NF4 to the lower one, as
bitsandbytes has it (``dQuantizeNF4`` in its ``csrc/kernels.cu`` asks whether x is above the middle).

Sources: IEEE 754-2019; Micikevicius et al. (2022), "FP8 Formats for Deep Learning" (E4M3 has no infinity and one NaN);
OCP Microscaling Formats (MX) Specification 1.0 (2023) for E2M1 and E8M0; Dettmers et al. (2023), "QLoRA", appendix E,
for NF4.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
from jaxtyping import Float, Float64

from core.errors import InputError

INTEGER_BITS = (*range(1, 9), 16)
Top = Literal["ieee", "one nan", "finite"]


@dataclass(frozen=True)
class Integers:
    """Whole numbers of ``bits`` bits: −2^(b−1) … 2^(b−1) − 1 where ``signed``, else 0 … 2^b − 1.

    A ``narrow`` range leaves the lowest code out, so that a signed one is symmetric about 0.

    Raises:
        InputError: ``bits`` is none of 1 to 8 and 16, or a narrow range of 1 bit holds a single code.
    """

    bits: int
    signed: bool = True
    narrow: bool = False

    def __post_init__(self) -> None:
        if self.bits not in INTEGER_BITS:
            raise InputError(
                "bits", self.bits, "integers here must have from 1 to 8 bits, or 16", "Choose one of these."
            )
        if self.narrow and self.bits == 1:
            raise InputError(
                "narrow", True, "a narrow range leaves out a code, so it must have 2 bits or more", "Choose 2 bits."
            )

    @property
    def low(self) -> int:
        """q_min."""
        return (-(2 ** (self.bits - 1)) if self.signed else 0) + self.narrow

    @property
    def high(self) -> int:
        """q_max."""
        return (1 << (self.bits - self.signed)) - 1

    @property
    def steps(self) -> int:
        """q_max − q_min: 2^b − 1, or one less."""
        return self.high - self.low

    @property
    def grid(self) -> Float64[np.ndarray, " codes"]:
        """What the codes stand for, in ascending order."""
        return np.arange(self.low, self.high + 1, dtype=np.float64)


@dataclass(frozen=True)
class MiniFloat:
    """Floating-point numbers of a sign, ``exponent`` bits e and ``mantissa`` bits m.

    (−1)^s·2^(e − bias)·(1 + m/2^M), and below the least e (−1)^s·2^(1 − bias)·m/2^M. ``top`` says what the largest
    exponent holds: infinities and NaN (``ieee``), numbers but for one NaN, or numbers alone.
    """

    exponent: int
    mantissa: int
    bias: int
    top: Top

    @property
    def bits(self) -> int:
        return 1 + self.exponent + self.mantissa

    @property
    def least(self) -> int:
        """The exponent of the smallest normal number, which all smaller ones share."""
        return 1 - self.bias

    @cached_property
    def codes(self) -> Float64[np.ndarray, " codes"]:
        """The value of every code 0 … 2^bits − 1: the sign is the first bit. NaN and infinities are among them."""
        code = np.arange(2**self.bits)
        sign = np.where(code >> (self.bits - 1), -1.0, 1.0)
        power = (code >> self.mantissa) & (2**self.exponent - 1)
        fraction = (code & (2**self.mantissa - 1)) / 2.0**self.mantissa
        normal = np.ldexp(1 + fraction, power - self.bias)
        value = sign * np.where(power == 0, np.ldexp(fraction, self.least), normal)
        highest = power == 2**self.exponent - 1
        if self.top == "ieee":
            value[highest] = np.where(fraction[highest] == 0, sign[highest] * np.inf, np.nan)
        elif self.top == "one nan":
            value[highest & (fraction == 1 - 2.0**-self.mantissa)] = np.nan
        return np.asarray(value)

    @cached_property
    def grid(self) -> Float64[np.ndarray, " codes"]:
        """All finite values in ascending order, 0 once."""
        return np.unique(self.codes[np.isfinite(self.codes)] + 0.0)

    @cached_property
    def largest(self) -> float:
        """The largest finite value."""
        return float(self.grid[-1])

    @cached_property
    def limit(self) -> float:
        """Half a step beyond the largest value: from here on a number is out of range."""
        return self.largest + float(self.grid[-1] - self.grid[-2]) / 2


@dataclass(frozen=True, eq=False)
class Levels:
    """A table of values without a rule: ``grid`` in ascending order, code i standing for the i-th."""

    bits: int
    grid: Float64[np.ndarray, " codes"]


# Quantiles of the normal law, eight above 0 and seven below, scaled to ±1, and 0 itself, as published (QLoRA, appendix
# E): the models that use them hold these digits.
_NORMAL_FLOAT = (
    -1.0, -0.6961928009986877, -0.5250730514526367, -0.39491748809814453, -0.28444138169288635, -0.18477343022823334,
    -0.09105003625154495, 0.0, 0.07958029955625534, 0.16093020141124725, 0.24611230194568634, 0.33791524171829224,
    0.44070982933044434, 0.5626170039176941, 0.7229568362236023, 1.0,
)  # fmt: skip

E4M3 = MiniFloat(4, 3, 7, "one nan")
E5M2 = MiniFloat(5, 2, 15, "ieee")
E2M1 = MiniFloat(2, 1, 1, "finite")
FP16 = MiniFloat(5, 10, 15, "ieee")
BF16 = MiniFloat(8, 7, 127, "ieee")
NF4 = Levels(4, np.array(_NORMAL_FLOAT))
Format = Integers | MiniFloat | Levels

Floating = Literal["e4m3", "e5m2", "e2m1", "mxfp4", "nvfp4", "nf4", "bf16", "fp16"]
FormatName = Literal["int", Floating]


@dataclass(frozen=True)
class Known:
    """A format by its ``title`` for a reader. It may lay down how many numbers share a scale, in a ``block``; a
    ``cast`` has no scale."""

    title: str
    codes: MiniFloat | Levels
    block: int = 0
    cast: bool = False


KNOWN: dict[str, Known] = {
    "e4m3": Known("FP8 E4M3", E4M3),
    "e5m2": Known("FP8 E5M2", E5M2),
    "e2m1": Known("FP4 E2M1", E2M1),
    "mxfp4": Known("MXFP4", E2M1, block=32),
    "nvfp4": Known("NVFP4", E2M1, block=16),
    "nf4": Known("NF4", NF4),
    "bf16": Known("bf16", BF16, cast=True),
    "fp16": Known("fp16", FP16, cast=True),
}
TITLES: dict[str, str] = {"int": "Integers", **{name: known.title for name, known in KNOWN.items()}}


def first_is_odd(format: Integers | MiniFloat) -> bool:
    """Whether the code of the least number of ``format`` is odd, that of 0 being even."""
    return bool(format.low % 2 if isinstance(format, Integers) else np.searchsorted(format.grid, 0.0) % 2)


def round_to(format: Format, values: Float[np.ndarray, "*shape"]) -> Float64[np.ndarray, "*shape"]:
    """Each value on the nearest number of ``format``, half way to the even code, beyond the range to its end.

    Of a table half way is in the precision of the values, and goes to the lower level. The slow and plain form, by
    search in the table; ``fake_quantization`` has the quick ones.
    """
    if isinstance(format, Levels):
        grid = format.grid.astype(values.dtype)
        return np.asarray(format.grid[np.searchsorted((grid[1:] + grid[:-1]) / 2, values)])
    middle = (format.grid[1:] + format.grid[:-1]) / 2
    below, above = (np.searchsorted(middle, values, side) for side in ("left", "right"))  # apart half way alone
    is_odd = (below + first_is_odd(format)) % 2 == 1
    return np.asarray(format.grid[np.where(is_odd, above, below)])
