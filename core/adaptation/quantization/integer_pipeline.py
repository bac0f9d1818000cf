"""y = xW + b in integers: int8 codes in, an int32 accumulator, and back to int8, each stage beside the float one.

With x ≈ s_x(q_x − z_x) and W ≈ s_w(q_w − z_w), K numbers to a sum,

    y ≈ s_x s_w [Σ q_x q_w − z_w Σ q_x − z_x Σ q_w + K z_x z_w + q_b],   q_b = round(b/(s_x s_w)),

and the next layer reads q_y = clip(round(M·acc) + z_y), M = s_x s_w/s_y. Hardware multiplies by M as M₀·2^−n, with M₀ a
whole number of 31 bits.

Source: Jacob et al. (2018), "Quantization and Training of Neural Networks for Efficient Integer-Arithmetic-Only
Inference", section 2.
"""

import math
from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from core.adaptation.quantization.formats import Integers
from core.adaptation.quantization.quantised_model import layer_name
from core.adaptation.quantization.scheme import Scheme, scale_and_zero
from core.explorer import OfArrays
from core.numbers import count

BITS = (2, 3, 4, 5, 6, 7, 8)
TOKENS, INPUTS, OUTPUTS = 3, 4, 3  # of the small example, all of whose numbers are shown
Codes = Int64[np.ndarray, "_ _"]
Three = Float64[np.ndarray, "three"]
Inputs = Float64[np.ndarray, "tokens inputs"]
Weights = Float64[np.ndarray, "inputs outputs"]
Biases = Float64[np.ndarray, " outputs"]
Outputs = Float64[np.ndarray, "tokens outputs"]


@dataclass(frozen=True, eq=False)
class Stages:
    """Every stage for one number of bits.

    ``pairs`` is Σ q_x q_w, ``corrections`` the three terms that the zero-points add, ``accumulator`` their sum with the
    bias; ``y`` is s_x s_w times it, ``y_code`` requantised, ``back`` s_y(q − z). ``uncorrected`` is what the notes'
    formula gives, which leaves the zero-points out. ``scales`` and ``zeros`` are those of x, W and y; ``multiplier``
    holds M, M₀ and n.
    """

    x_code: Codes
    w_code: Codes
    b_code: Codes
    scales: Three
    zeros: Three
    pairs: Codes
    corrections: Int64[np.ndarray, "three tokens outputs"]
    accumulator: Codes
    y: Outputs
    multiplier: Three
    y_code: Codes
    back: Outputs
    uncorrected: Outputs


@dataclass(frozen=True, eq=False)
class Pipeline(OfArrays):
    """The small example with all ``stages``, over ``bits``; and the errors of a whole layer of the transformer.

    ``x`` (tokens × K), ``w`` (K × outputs), ``b`` and ``true`` = xW + b are the float numbers. Of the layer:
    root mean square error over that of y with the corrections, after requantisation, and without corrections.
    """

    bits: Int64[np.ndarray, " bits"]
    x: Inputs
    w: Weights
    b: Biases
    true: Outputs
    stages: tuple[Stages, ...]
    layer: str
    errors: Float64[np.ndarray, "bits 3"]
    remarks: tuple[str, ...] = ()

    @property
    def example_errors(self) -> Float64[np.ndarray, "bits 3"]:
        """The largest error among the outputs of the small example: of y, requantised, and without corrections."""
        kinds = [(stage.y, stage.back, stage.uncorrected) for stage in self.stages]
        return np.asarray(np.abs(np.array(kinds) - self.true).max(axis=(2, 3)))

    def table(self) -> pd.DataFrame:
        """A row for each number of bits and each output of the small example."""
        rows = [
            {
                "bits": int(bits), "token": place[0], "output": place[1], "true": self.true[place],
                "sum_of_products": stage.pairs[place], "minus_zw_sum_qx": stage.corrections[(0, *place)],
                "minus_zx_sum_qw": stage.corrections[(1, *place)], "k_zx_zw": stage.corrections[(2, *place)],
                "bias_code": stage.b_code[0, place[1]], "accumulator": stage.accumulator[place],
                "y": stage.y[place], "y_code": stage.y_code[place], "y_back": stage.back[place],
                "without_zero_points": stage.uncorrected[place],
            }
            for bits, stage in zip(self.bits, self.stages, strict=True)
            for place in np.ndindex(*self.true.shape)
        ]  # fmt: skip
        return pd.DataFrame(rows)


def example(seed: int) -> tuple[Inputs, Weights, Biases]:
    """Inputs, mostly positive, so that their zero-point lies far from 0; weights; and biases: all of two decimals."""
    draw = np.random.default_rng(seed)
    x = np.round(draw.normal(0.6, 0.8, (TOKENS, INPUTS)), 2)
    w = np.round(draw.normal(0.1, 0.5, (INPUTS, OUTPUTS)), 2)
    return x, w, np.round(draw.normal(0, 0.5, OUTPUTS), 2)


def run(x: Inputs, w: Weights, b: Biases, bits: int, affine_weights: bool) -> Stages:
    """Every stage in whole numbers. The codes of x and y are affine, those of W affine or symmetric, all signed."""
    codes = Integers(bits)
    affine = Scheme(bits=bits, affine=True)
    of_w = affine if affine_weights else Scheme(bits=bits)
    (s_x, z_x), (s_w, z_w) = _fitted(x, affine), _fitted(w, of_w)
    true = x @ w + b
    s_y, z_y = _fitted(true, affine)
    q_x, q_w = _coded(x, s_x, z_x, codes), _coded(w, s_w, z_w, codes)
    q_b = np.rint(b / (s_x * s_w)).astype(np.int64)[None]
    # Whole numbers of double precision are exact as far as 2⁵³, and their product is quick.
    pairs = (q_x.astype(np.float64) @ q_w.astype(np.float64)).astype(np.int64)
    corrections = np.stack(np.broadcast_arrays(
        -z_w * q_x.sum(1, keepdims=True), -z_x * q_w.sum(0, keepdims=True), np.int64(x.shape[1] * z_x * z_w)
    )) + np.zeros((3, *pairs.shape), np.int64)  # fmt: skip
    accumulator = pairs + corrections.sum(0) + q_b
    whole, shift = fixed_point(s_x * s_w / s_y)
    y_code = np.clip(requantised(accumulator, whole, shift) + z_y, codes.low, codes.high)
    return Stages(
        q_x, q_w, q_b, np.array([s_x, s_w, s_y]), np.array([z_x, z_w, z_y], np.float64), pairs, corrections,
        accumulator, s_x * s_w * accumulator, np.array([s_x * s_w / s_y, whole, shift], np.float64), y_code,
        s_y * (y_code - z_y), s_x * s_w * (pairs + q_b),
    )  # fmt: skip


def fixed_point(multiplier: float) -> tuple[int, int]:
    """M as M₀·2^−n, M₀ a whole number of 31 bits (2³⁰ ≤ M₀ < 2³¹)."""
    mantissa, exponent = math.frexp(multiplier)
    whole = round(mantissa * 2**31)
    return (whole // 2, 30 - exponent) if whole == 2**31 else (whole, 31 - exponent)


def requantised(accumulator: Codes, whole: int, shift: int) -> Codes:
    """round(acc·M₀·2^−n), half way away from 0: of 32 bits times 31, the product has room in 64."""
    half = np.int64(1) << np.int64(shift - 1)
    return np.asarray(np.sign(accumulator) * ((np.abs(accumulator) * whole + half) >> np.int64(shift)), np.int64)


def pipeline(seed: int, affine_weights: bool, layer: str, layer_x: Inputs, layer_w: Weights) -> Pipeline:
    """The small example and the layer, over all numbers of bits."""
    x, w, b = example(seed)
    stages = tuple(run(x, w, b, bits, affine_weights) for bits in BITS)
    errors, none = [], np.zeros(layer_w.shape[1])
    true = layer_x @ layer_w
    longest = 0
    for bits in BITS:
        whole = run(layer_x, layer_w, none, bits, affine_weights)
        errors.append([_share(each, true) for each in (whole.y, whole.back, whole.uncorrected)])
        longest = max(longest, int(np.abs(whole.accumulator).max()))
    room = 2**31 / max(longest, 1)
    remark = f"In {layer_name(layer)} the largest accumulator is {longest:,}: 32 bits hold {count(room)} times as much."
    return Pipeline(np.array(BITS, np.int64), x, w, b, x @ w + b, stages, layer, np.array(errors), (remark,))


def _fitted(values: np.ndarray, scheme: Scheme) -> tuple[float, int]:
    """Scale and zero-point of a whole tensor, from its least to its largest."""
    low, high = np.array([min(values.min(), 0.0)], np.float32), np.array([max(values.max(), 0.0)], np.float32)
    found = scale_and_zero(scheme, low, high, float(np.abs(values).max()))
    return float(found.scale[0]) or 1.0, int(found.zero[0])


def _coded(values: np.ndarray, scale: float, zero: int, codes: Integers) -> Codes:
    return np.asarray(np.clip(np.rint(values / scale) + zero, codes.low, codes.high), np.int64)


def _share(found: np.ndarray, true: np.ndarray) -> float:
    return float(np.sqrt(np.square(found - true).mean() / np.square(true).mean()))
