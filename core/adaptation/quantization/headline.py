"""The number in focus of /quantization, for each part of the page."""

from typing import Any

from core.adaptation.quantization.format_table import FormatTable
from core.adaptation.quantization.integer_pipeline import Pipeline
from core.adaptation.quantization.model_sweep import ModelSweep
from core.adaptation.quantization.quantization_aware_training import TrainingSweep
from core.headline import Headline


def headline(result: Any, params: Any) -> Headline:
    """How much is lost, at each step of the axis."""
    match result:
        case FormatTable():
            return Headline("SQNR", result.ratio_db[:, 0], "dB")
        case Pipeline():
            return Headline("error of the layer", 100 * result.errors[:, 0], "% of y")
        case ModelSweep():
            return Headline("loss", result.loss, "nats a token")
        case TrainingSweep():
            return Headline("mean square error", result.aware[:, -1])
    return Headline("SQNR", result.ratio_db, "dB")
