"""Pictures of /quantization: each part of the page has a module of its own."""

from core.adaptation.quantization import Params, Result
from core.adaptation.quantization.format_table import FormatTable
from core.adaptation.quantization.integer_pipeline import Pipeline
from core.adaptation.quantization.model_sweep import ModelSweep
from core.adaptation.quantization.quantization_aware_training import TrainingSweep
from figures.adaptation.quantization import formats, model, pipeline, tensor, training
from figures.plot import Views


def views(result: Result, params: Params) -> Views:
    """Everything that is drawn of a result."""
    match result:
        case FormatTable():
            return formats.views(result)
        case Pipeline():
            return pipeline.views(result, params)
        case ModelSweep():
            return model.views(result, params)
        case TrainingSweep():
            return training.views(result)
    return tensor.views(result, params)
