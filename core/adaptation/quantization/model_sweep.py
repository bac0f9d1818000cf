"""What quantised weights do to our small transformer, over bits: the whole model, each matrix alone, every format."""

from dataclasses import dataclass, replace
from typing import get_args

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64
from scipy.stats import spearmanr

from core.adaptation.quantization.calibration import Calibration, Progress
from core.adaptation.quantization.format_table import Other, schemes
from core.adaptation.quantization.quantised_model import LAYERS, Rounded, evaluate, quantised, reference
from core.adaptation.quantization.scheme import Scheme
from core.explorer import OfArrays

BITS = (2, 3, 4, 5, 6, 7, 8)
AT_ONCE = 13  # variants in one pass
FORMATS = get_args(Other)[1:]
Over = Float64[np.ndarray, "*sweep"]


@dataclass(frozen=True, eq=False)
class Harm:
    """What matrices on the codes cost and lose: ``bits`` of a weight, scales counted; Σe²/Σw²; ‖X(Ŵ − W)ᵀ‖²/‖XWᵀ‖²
    (of several matrices its mean); the loss in nats per token; KL(float ‖ quantised) of the next token in nats."""

    bits: Over
    weight_error: Over
    output_error: Over
    loss: Over
    divergence: Over


@dataclass(frozen=True, eq=False)
class ModelSweep(OfArrays):
    """The ``whole`` model over ``bits``; each of ``layers`` ``alone`` (bits × layers), all others in single precision
    (loss and divergence are NaN where they have not been computed); the whole model in every one of ``formats``.

    ``true_loss`` is that in single precision. ``activation_bits`` 0 leaves activations alone.
    """

    bits: Int64[np.ndarray, " bits"]
    scheme: Scheme
    activation_bits: int
    true_loss: float
    whole: Harm
    layers: tuple[str, ...]
    alone: Harm
    formats: tuple[str, ...]
    in_formats: Harm
    remarks: tuple[str, ...] = ()

    @property
    def rank_agreement(self) -> Float64[np.ndarray, "bits two"]:
        """Spearman's correlation over the layers of the weight error, and of the output error, with the divergence."""
        kinds, steps = (self.alone.weight_error, self.alone.output_error), range(len(self.bits))
        return np.array([[spearmanr(error[i], self.alone.divergence[i]).statistic for error in kinds] for i in steps])

    def table(self) -> pd.DataFrame:
        """A row for the whole model and for each matrix alone at each number of bits, and one for each format."""

        def column(name: str) -> Float64[np.ndarray, " rows"]:
            whole, alone, in_formats = (getattr(harm, name) for harm in (self.whole, self.alone, self.in_formats))
            return np.concatenate([np.column_stack([whole, alone]).ravel(), in_formats])

        at_one = ["all matrices", *self.layers]
        return pd.DataFrame({
            "quantised": at_one * len(self.bits) + ["all matrices"] * len(self.formats),
            "format": [*np.repeat([f"int{bits}" for bits in self.bits], len(at_one)), *self.formats],
            "loss_nats": column("loss"), "kl_nats": column("divergence"),
            "weight_error_share": column("weight_error"), "output_error_share": column("output_error"),
        })  # fmt: skip


def sweep_model(
    scheme: Scheme, calibration: Calibration, activation_bits: int, each: bool, progress: Progress
) -> ModelSweep:
    """The model over bits; with ``each`` every matrix alone as well."""
    whole, in_formats = np.zeros((5, len(BITS))), np.zeros((5, len(FORMATS)))
    alone = np.full((5, len(BITS), len(LAYERS)), np.nan)
    for i, bits in enumerate(BITS):
        of_layers, whole[:, i] = _quantised(replace(scheme, format="int", bits=bits), calibration, activation_bits)
        alone[:3, i] = np.transpose([(one.bits, one.weight_error, one.output_error) for one in of_layers.values()])
        for start in range(0, len(LAYERS) if each else 0, AT_ONCE):
            some = slice(start, start + AT_ONCE)
            alone[3:, i, some] = evaluate([{name: of_layers[name].weights} for name in LAYERS[some]])
            progress((i + start / len(LAYERS)) / (len(BITS) + 1))
    for i, of_format in enumerate(schemes(scheme)[name] for name in FORMATS):
        _, in_formats[:, i] = _quantised(of_format, calibration, activation_bits)
        progress((len(BITS) + (i + 1) / len(FORMATS)) / (len(BITS) + 1))
    return ModelSweep(
        bits=np.array(BITS, np.int64), scheme=scheme, activation_bits=activation_bits, true_loss=reference()[1],
        whole=Harm(*whole), layers=LAYERS, alone=Harm(*alone), formats=FORMATS, in_formats=Harm(*in_formats),
    )  # fmt: skip


def _quantised(
    scheme: Scheme, calibration: Calibration, activation_bits: int
) -> tuple[dict[str, Rounded], tuple[float, ...]]:
    """Every matrix under ``scheme``, and the ``Harm`` of all of them: bits and output errors are means over weights and
    over matrices."""
    layers = {name: quantised(name, scheme, calibration) for name in LAYERS}
    loss, divergence = evaluate([{name: one.weights for name, one in layers.items()}], activation_bits)
    figures = [(one.weights.numel(), one.bits, one.power, one.weight_error, one.output_error)
               for one in layers.values()]  # fmt: skip
    sizes, bits, power, weight, output = np.array(figures).T
    means = float(np.average(bits, weights=sizes)), float(np.average(weight, weights=power)), float(output.mean())
    return layers, (*means, float(loss[0]), float(divergence[0]))
