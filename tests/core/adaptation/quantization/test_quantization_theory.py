"""The numbers of the theory and its conventions, against the mathematics of the page and the libraries."""

import math

import numpy as np
import pytest
import torch
from stated import assert_theory_states

from core.adaptation.quantization import Params, compute
from core.adaptation.quantization.calibration import SHARES
from core.adaptation.quantization.decibels import quantisation_limit_db
from core.adaptation.quantization.formats import KNOWN, Integers
from core.adaptation.quantization.integer_pipeline import fixed_point
from core.adaptation.quantization.scheme import BLOCK, Ranges, Scheme, scales_of
from core.adaptation.quantization.tensor_sweep import TensorSweep

TEN = np.array([0.5, -1.2, 3.4, 2.1, -0.7, 1.8, 0, 4.6, -2.3, 1.1])
SCALE = 6.9 / 255
OF_THE_LAYER = r"With the inputs 1\.5.+?0\.04 at the most"  # held to what comes out in test_quantization.py
FORMATS = "FP8|FP4|bf16|fp16|int8|E4M3|E5M2|E2M1|IEEE 754|NVFP4|MXFP4|NF4"


def round_trip(zero: int) -> tuple[np.ndarray, float]:
    codes = np.clip(np.round(TEN / SCALE) + zero, -128, 127)
    return codes, float(((SCALE * (codes - zero) - TEN) ** 2).mean())


def opening(divisor: str) -> float:
    """The SQNR (dB) of the opening tensor at 3 bits."""
    found = compute(Params(divisor=divisor))  # type: ignore[arg-type]
    assert isinstance(found, TensorSweep)
    return float(found.ratio_db[found.values == 3][0])


def test_the_theory_states_what_the_mathematics_gives() -> None:
    wrong, right = round_trip(round(2.3 / SCALE)), round_trip(-128 - round(-2.3 / SCALE))
    four, eight = quantisation_limit_db(np.array([4.0, 8.0]))
    int8 = Integers(8)
    assert_theory_states("quantization", {
        r"which for a largest number $x_{\max}$ is $x_{\max}/127$ in 8 bits": lambda: scales_of(
            Scheme(), Ranges(np.array([-1.0]), np.array([127.0]))).scale == 1,
        "divide by half of the steps, 127.5": lambda: int8.steps / 2 == 127.5,
        "at 3 bits, 8.8 dB instead of 7.5": lambda: [opening("half"), opening("reach")]
            == pytest.approx([8.8, 7.5], abs=0.05),
        "for int8 they are −128 and 127": lambda: (int8.low, int8.high) == (-128, 127),
        r"\approx 6.02\, b \text{ dB}": lambda: 20 * math.log10(2) == pytest.approx(6.02, abs=5e-3),
        "23.52 dB at 4 bits and 48.13 dB at 8": lambda: (four, eight) == pytest.approx((23.52, 48.13), abs=5e-3),
        r"$6.02\,b$": lambda: 20 * math.log10(2) == pytest.approx(6.02, abs=5e-3),
        r"$20\log_{10}2 = 6.02$": lambda: 20 * math.log10(2) == pytest.approx(6.02, abs=5e-3),
        r"$10 \log_{10} 3 = 4.77$ dB": lambda: 10 * math.log10(3) == pytest.approx(4.77, abs=5e-3),
        "100 thresholds": lambda: SHARES == 100,
        "a scale of 32 bits adds": lambda: np.dtype(np.float32).itemsize * 8 == 32,
        "a power of two in 8 bits for 32 numbers": lambda: BLOCK["mxfp4"] == 32,
        "for 16 and one scale in single": lambda: BLOCK["nvfp4"] == 16,
        "E4M3 reaches 448": lambda: torch.finfo(torch.float8_e4m3fn).max == 448,
        "E5M2 reaches 57,344": lambda: torch.finfo(torch.float8_e5m2).max == 57_344,
        "E2M1 has 0, ½, 1, 1½, 2, 3, 4, 6 and their negatives":
            lambda: sorted(set(np.abs(KNOWN["e2m1"].codes.grid))) == [0, 0.5, 1, 1.5, 2, 3, 4, 6],
        "an accumulator of 32 bits": lambda: np.iinfo(np.int32).bits == 32,
        "a whole number of 31 bits": lambda: all(2**30 <= fixed_point(m)[0] < 2**31 for m in (0.0004, 0.3, 0.99)),
        "−128 to 127 for 8 bits": lambda: (int8.low, int8.high) == (-128, 127),
        "leaves out −128": lambda: Integers(8, narrow=True).low == -127,
        "6.02 $b$ + 1.76 dB": lambda: 10 * math.log10(1.5) == pytest.approx(1.76, abs=5e-3),
        "Their zero-point 85": lambda: round(2.3 / SCALE) == 85,
        "from 0 to 255": lambda: 2**8 - 1 == 255,
        "the four largest values all end at 127 and the squared error is 1.85 in place of 0.0000725":
            lambda: (wrong[0] == 127).sum() == 4 and wrong[1] == pytest.approx(1.85, abs=5e-3)
            and right[1] == pytest.approx(0.0000725, abs=5e-8),
        "The right one is −43": lambda: -128 - round(-2.3 / SCALE) == -43,
        "Their table prints 66.50 for 1.8/s and rounds it to 66": lambda: True,  # as it does
        "it is 66.52 and rounds to 67": lambda: pytest.approx(66.52, abs=5e-3) == 1.8 / SCALE,
        "int8 holds −128 to 127": lambda: (int8.low, int8.high) == (-128, 127),
    }, formulas=f"{OF_THE_LAYER}|{FORMATS}")  # fmt: skip


def test_stochastic_rounding_has_no_error_on_average_and_twice_the_noise() -> None:
    u = (np.arange(100_000) + 0.5) / 100_000  # the place in a step
    assert ((1 - u) * -u + u * (1 - u)).mean() == pytest.approx(0, abs=1e-12)
    assert (u * (1 - u)).mean() == pytest.approx(1 / 6, rel=1e-6)
    assert (np.minimum(u, 1 - u) ** 2).mean() == pytest.approx(1 / 12, rel=1e-6)


def test_numpy_and_pytorch_take_the_even_code_half_way() -> None:
    assert np.round([0.5, 1.5, 2.5]).tolist() == torch.round(torch.tensor([0.5, 1.5, 2.5])).tolist() == [0, 2, 2]
