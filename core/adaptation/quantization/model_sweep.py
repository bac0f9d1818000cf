"""What quantised weights do to our small transformer, over bits: the whole model, each matrix alone, every format."""

from dataclasses import dataclass, replace
from typing import Any, get_args

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
FIGURES = ("bits", "weight_error", "output_error", "loss", "divergence")  # of the whole model


@dataclass(frozen=True, eq=False)
class ModelSweep(OfArrays):
    """Losses in nats per token, divergences KL(float ‖ quantised) of the next token in nats, errors as Σe²/Σ².

    Of the whole model over ``bits``; of each of ``layers`` alone, all others in single precision (NaN where it has not
    been computed); of every one of ``formats`` over the whole model. ``activation_bits`` 0 leaves activations alone.
    """

    bits: Int64[np.ndarray, " bits"]
    scheme: Scheme
    activation_bits: int
    true_loss: float
    loss: Float64[np.ndarray, " bits"]
    divergence: Float64[np.ndarray, " bits"]
    weight_error: Float64[np.ndarray, " bits"]
    layers: tuple[str, ...]
    layer_loss: Float64[np.ndarray, "bits layers"]
    layer_divergence: Float64[np.ndarray, "bits layers"]
    layer_weight_error: Float64[np.ndarray, "bits layers"]
    layer_output_error: Float64[np.ndarray, "bits layers"]
    formats: tuple[str, ...]
    format_bits: Float64[np.ndarray, " formats"]
    format_weight_error: Float64[np.ndarray, " formats"]
    format_output_error: Float64[np.ndarray, " formats"]
    format_loss: Float64[np.ndarray, " formats"]
    format_divergence: Float64[np.ndarray, " formats"]
    remarks: tuple[str, ...] = ()

    @property
    def rank_agreement(self) -> Float64[np.ndarray, "bits two"]:
        """Spearman's correlation over the layers of the weight error, and of the output error, with the divergence."""
        kinds = self.layer_weight_error, self.layer_output_error
        steps = range(len(self.bits))
        return np.array([[spearmanr(error[i], self.layer_divergence[i]).statistic for error in kinds] for i in steps])

    def table(self) -> pd.DataFrame:
        """A row for the whole model and for each matrix alone at each number of bits, and one for each format."""
        parts = []
        for i, bits in enumerate(self.bits):
            parts.append(pd.DataFrame({
                "quantised": ["all matrices", *self.layers], "format": f"int{bits}",
                "loss_nats": [self.loss[i], *self.layer_loss[i]],
                "kl_nats": [self.divergence[i], *self.layer_divergence[i]],
                "weight_error_share": [self.weight_error[i], *self.layer_weight_error[i]],
                "output_error_share": [np.nan, *self.layer_output_error[i]],
            }))  # fmt: skip
        parts.append(pd.DataFrame({
            "quantised": "all matrices", "format": list(self.formats), "loss_nats": self.format_loss,
            "kl_nats": self.format_divergence, "weight_error_share": self.format_weight_error,
            "output_error_share": self.format_output_error,
        }))  # fmt: skip
        return pd.concat(parts, ignore_index=True)


def sweep_model(
    scheme: Scheme, calibration: Calibration, activation_bits: int, alone: bool, progress: Progress
) -> ModelSweep:
    """The model over bits; with ``alone`` each matrix by itself as well."""
    columns: dict[str, Any] = {f"layer_{name}": np.full((len(BITS), len(LAYERS)), np.nan) for name in FIGURES[1:]}
    whole, formats = np.zeros((len(BITS), len(FIGURES))), np.zeros((len(FORMATS), len(FIGURES)))
    for i, bits in enumerate(BITS):
        of_layers, whole[i] = _quantised(replace(scheme, format="int", bits=bits), calibration, activation_bits)
        columns["layer_weight_error"][i] = [one.weight_error for one in of_layers.values()]
        columns["layer_output_error"][i] = [one.output_error for one in of_layers.values()]
        for start in range(0, len(LAYERS) if alone else 0, AT_ONCE):
            some = slice(start, start + AT_ONCE)
            loss, divergence = evaluate([{name: of_layers[name].weights} for name in LAYERS[some]])
            columns["layer_loss"][i, some], columns["layer_divergence"][i, some] = loss, divergence
            progress((i + start / len(LAYERS)) / (len(BITS) + 1))
    for i, of_format in enumerate(schemes(scheme)[name] for name in FORMATS):
        _, formats[i] = _quantised(of_format, calibration, activation_bits)
        progress((len(BITS) + (i + 1) / len(FORMATS)) / (len(BITS) + 1))
    columns |= {f"format_{name}": values for name, values in zip(FIGURES, formats.T, strict=True)}
    return ModelSweep(
        bits=np.array(BITS, np.int64), scheme=scheme, activation_bits=activation_bits, true_loss=reference()[1],
        loss=whole[:, 3], divergence=whole[:, 4], weight_error=whole[:, 1], layers=LAYERS, formats=FORMATS, **columns,
    )  # fmt: skip


def _quantised(
    scheme: Scheme, calibration: Calibration, activation_bits: int
) -> tuple[dict[str, Rounded], tuple[float, ...]]:
    """Every matrix under ``scheme``, and the ``FIGURES`` of the model with all of them: bits for each weight, Σe²/Σw²
    over all matrices, the mean of their output errors, loss and divergence."""
    layers = {name: quantised(name, scheme, calibration) for name in LAYERS}
    loss, divergence = evaluate([{name: one.weights for name, one in layers.items()}], activation_bits)
    figures = [(one.weights.numel(), one.bits, one.power, one.weight_error, one.output_error)
               for one in layers.values()]  # fmt: skip
    sizes, bits, power, weight, output = np.array(figures).T
    means = float(np.average(bits, weights=sizes)), float(np.average(weight, weights=power)), float(output.mean())
    return layers, (*means, float(loss[0]), float(divergence[0]))
