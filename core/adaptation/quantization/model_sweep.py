"""What quantised weights do to our small transformer, over bits: the whole model, each matrix alone, every format."""

from dataclasses import dataclass, replace
from typing import get_args

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64
from torch import Tensor

from core.adaptation.quantization.calibration import Calibration, Progress
from core.adaptation.quantization.format_table import Other, schemes
from core.adaptation.quantization.quantised_model import LAYERS, Rounded, evaluate, quantised, reference
from core.adaptation.quantization.scheme import Scheme
from core.explorer import OfArrays

BITS = (2, 3, 4, 5, 6, 7, 8)
AT_ONCE = 13  # variants in one pass
FORMATS = get_args(Other)[1:]


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
        return np.array([[_spearman(error[i], self.layer_divergence[i]) for error in kinds] for i in steps])

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
    columns = {name: np.full((len(BITS), len(LAYERS)), np.nan) for name in ("loss", "divergence", "weight", "output")}
    whole, formats = np.zeros((len(BITS), 3)), np.zeros((len(FORMATS), 5))
    for i, bits in enumerate(BITS):
        of_layers = {name: quantised(name, replace(scheme, format="int", bits=bits), calibration) for name in LAYERS}
        outcome = evaluate([_weights(of_layers)], activation_bits)[0]
        whole[i] = outcome.loss, outcome.divergence, _together(of_layers)
        columns["weight"][i] = [one.weight_error for one in of_layers.values()]
        columns["output"][i] = [one.output_error for one in of_layers.values()]
        for start in range(0, len(LAYERS) if alone else 0, AT_ONCE):
            some = LAYERS[start : start + AT_ONCE]
            outcomes = evaluate([{name: of_layers[name].weights} for name in some])
            columns["loss"][i, start : start + AT_ONCE] = [one.loss for one in outcomes]
            columns["divergence"][i, start : start + AT_ONCE] = [one.divergence for one in outcomes]
            progress((i + start / len(LAYERS)) / (len(BITS) + 1))
    for i, of_format in enumerate(schemes(scheme)[name] for name in FORMATS):
        of_layers = {name: quantised(name, of_format, calibration) for name in LAYERS}
        outcome = evaluate([_weights(of_layers)], activation_bits)[0]
        bits_used = np.average([one.bits for one in of_layers.values()], weights=_sizes(of_layers))
        output = np.mean([one.output_error for one in of_layers.values()])
        formats[i] = bits_used, _together(of_layers), output, outcome.loss, outcome.divergence
        progress((len(BITS) + (i + 1) / len(FORMATS)) / (len(BITS) + 1))
    return ModelSweep(
        bits=np.array(BITS, np.int64), scheme=scheme, activation_bits=activation_bits, true_loss=reference()[1],
        loss=whole[:, 0], divergence=whole[:, 1], weight_error=whole[:, 2], layers=LAYERS, layer_loss=columns["loss"],
        layer_divergence=columns["divergence"], layer_weight_error=columns["weight"],
        layer_output_error=columns["output"], formats=FORMATS, format_bits=formats[:, 0],
        format_weight_error=formats[:, 1], format_output_error=formats[:, 2], format_loss=formats[:, 3],
        format_divergence=formats[:, 4],
    )  # fmt: skip


def _weights(layers: dict[str, Rounded]) -> dict[str, Tensor]:
    return {name: one.weights for name, one in layers.items()}


def _sizes(layers: dict[str, Rounded]) -> list[int]:
    return [one.weights.numel() for one in layers.values()]


def _together(layers: dict[str, Rounded]) -> float:
    """Σe²/Σw² over all matrices."""
    power = [one.power for one in layers.values()]
    return float(np.average([one.weight_error for one in layers.values()], weights=power))


def _spearman(one: Float64[np.ndarray, " layers"], other: Float64[np.ndarray, " layers"]) -> float:
    if not np.isfinite(other).all():
        return float("nan")
    ranks = np.array([np.argsort(np.argsort(each)) for each in (one, other)])
    return float(np.corrcoef(ranks)[0, 1])
