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
from core.adaptation.quantization.quantised_model import layer_inputs, layer_name, of_layer
from core.adaptation.quantization.scheme import Ranges, Scheme, scales_of
from core.explorer import OfArrays
from core.numbers import count

BITS = (2, 3, 4, 5, 6, 7, 8)
TOKENS, INPUTS, OUTPUTS = 3, 4, 3  # of the small example, all of whose numbers are shown
HELD_OUT = 64  # tokens that go through the whole layer
Codes = Int64[np.ndarray, "_ _"]
CodesOver = Int64[np.ndarray, "*bits _ _"]
ThreeOver = Float64[np.ndarray, "*bits 3"]
OutputsOver = Float64[np.ndarray, "*bits tokens outputs"]
Inputs = Float64[np.ndarray, "tokens inputs"]
Weights = Float64[np.ndarray, "inputs outputs"]
Biases = Float64[np.ndarray, " outputs"]
Outputs = Float64[np.ndarray, "tokens outputs"]


@dataclass(frozen=True, eq=False)
class Stages:
    """Every stage for one number of bits, or a row for each.

    ``pairs`` is Σ q_x q_w, ``corrections`` the three terms that the zero-points add, ``accumulator`` their sum with the
    bias; ``y`` is s_x s_w times it, ``y_code`` requantised, ``back`` s_y(q − z). ``uncorrected`` is what the notes'
    formula gives, which leaves the zero-points out. ``scales`` and ``zeros`` are those of x, W and y; ``multiplier``
    holds M, M₀ and n.
    """

    x_code: CodesOver
    w_code: CodesOver
    b_code: CodesOver
    scales: ThreeOver
    zeros: ThreeOver
    pairs: CodesOver
    corrections: Int64[np.ndarray, "*bits 3 tokens outputs"]
    accumulator: CodesOver
    y: OutputsOver
    multiplier: ThreeOver
    y_code: CodesOver
    back: OutputsOver
    uncorrected: OutputsOver


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
    stages: Stages
    layer: str
    errors: Float64[np.ndarray, "bits 3"]
    remarks: tuple[str, ...] = ()

    @property
    def example_errors(self) -> Float64[np.ndarray, "bits 3"]:
        """The largest error among the outputs of the small example: of y, requantised, and without corrections."""
        kinds = np.stack([self.stages.y, self.stages.back, self.stages.uncorrected], axis=1)
        return np.asarray(np.abs(kinds - self.true).max(axis=(2, 3)))

    def table(self) -> pd.DataFrame:
        """A row for each number of bits and each output of the small example."""
        its = self.stages
        columns = {
            "bits": self.bits[:, None, None], "token": np.arange(len(self.x))[:, None],
            "output": np.arange(len(self.b)), "true": self.true, "sum_of_products": its.pairs,
            "minus_zw_sum_qx": its.corrections[:, 0], "minus_zx_sum_qw": its.corrections[:, 1],
            "k_zx_zw": its.corrections[:, 2], "bias_code": its.b_code, "accumulator": its.accumulator, "y": its.y,
            "y_code": its.y_code, "y_back": its.back, "without_zero_points": its.uncorrected,
        }  # fmt: skip
        return pd.DataFrame({name: np.broadcast_to(each, its.y.shape).ravel() for name, each in columns.items()})


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


def pipeline(seed: int, affine_weights: bool, layer: str) -> Pipeline:
    """The small example and a layer of our transformer, over all numbers of bits."""
    x, w, b = example(seed)
    stages = [vars(run(x, w, b, bits, affine_weights)) for bits in BITS]
    layer_x, layer_w = layer_inputs()[layer][:HELD_OUT].astype(np.float64), of_layer(layer).T.astype(np.float64)
    errors, none, longest, true = [], np.zeros(layer_w.shape[1]), 0, layer_x @ layer_w
    for bits in BITS:
        whole = run(layer_x, layer_w, none, bits, affine_weights)
        errors.append([_share(each, true) for each in (whole.y, whole.back, whole.uncorrected)])
        longest = max(longest, int(np.abs(whole.accumulator).max()))
    room = 2**31 / max(longest, 1)
    remark = f"In {layer_name(layer)} the largest accumulator is {longest:,}: 32 bits hold {count(room)} times as much."
    over_bits = Stages(**{name: np.stack([each[name] for each in stages]) for name in stages[0]})
    return Pipeline(np.array(BITS, np.int64), x, w, b, x @ w + b, over_bits, layer, np.array(errors), (remark,))


def _fitted(values: np.ndarray, scheme: Scheme) -> tuple[float, int]:
    """Scale and zero-point of a whole tensor, from its least to its largest."""
    low, high = np.array([min(values.min(), 0.0)], np.float32), np.array([max(values.max(), 0.0)], np.float32)
    found = scales_of(scheme, Ranges(low, high))
    return float(found.scale[0]) or 1.0, int(found.zero[0])


def _coded(values: np.ndarray, scale: float, zero: int, codes: Integers) -> Codes:
    return np.asarray(np.clip(np.rint(values / scale) + zero, codes.low, codes.high), np.int64)


def _share(found: np.ndarray, true: np.ndarray) -> float:
    return float(np.sqrt(np.square(found - true).mean() / np.square(true).mean()))
