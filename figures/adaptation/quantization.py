"""Pictures of /quantization: each part of the page has a module of its own."""

from core.adaptation.format_table import FormatTable
from core.adaptation.integer_pipeline import Pipeline
from core.adaptation.model_sweep import ModelSweep
from core.adaptation.quantization import Params, Result
from core.adaptation.straight_through import TrainingSweep
from core.table_text import to_csv
from figures.adaptation import (
    quantization_formats,
    quantization_model,
    quantization_pipeline,
    quantization_tensor,
    quantization_training,
)
from figures.plot import Download, Views


def views(result: Result, params: Params) -> Views:
    """Everything that is drawn of a result."""
    match result:
        case FormatTable():
            return quantization_formats.views(result)
        case Pipeline():
            return quantization_pipeline.views(result, params)
        case ModelSweep():
            return quantization_model.views(result, params)
        case TrainingSweep():
            return quantization_training.views(result)
    return quantization_tensor.views(result, params)


def downloads(result: Result) -> list[Download]:
    """The data of the page, to keep."""
    return [Download("The numbers (CSV)", "quantization.csv", "text/csv", lambda: to_csv(result.table()))]
