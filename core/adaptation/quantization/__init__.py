"""The quantisation lab: where the error of a tensor on few codes comes from, and what it does.

``part`` says what is looked at: a tensor on its way through one format, swept over bits, threshold or group size; all
formats on that tensor; a layer computed in whole numbers; our transformer with quantised weights; a small network that
is trained on the codes.
"""

import math
from collections import Counter
from collections.abc import Callable

from core.adaptation.quantization import costs
from core.adaptation.quantization.format_table import FormatTable, compare, schemes
from core.adaptation.quantization.integer_pipeline import Pipeline, pipeline
from core.adaptation.quantization.model_sweep import ModelSweep, sweep_model
from core.adaptation.quantization.params import Params as Params
from core.adaptation.quantization.presets import PRESETS as PRESETS
from core.adaptation.quantization.quantised_model import layer_inputs
from core.adaptation.quantization.quantization_aware_training import TrainingSweep, train
from core.adaptation.quantization.questions import QUESTIONS as QUESTIONS
from core.adaptation.quantization.tensor_file import is_table, shape_of
from core.adaptation.quantization.tensor_sources import Tensor, tensor_of
from core.adaptation.quantization.tensor_sweep import TensorSweep, sweep
from core.computation import Run, computation
from core.explorer import script
from core.headline import by_result

Result = TensorSweep | FormatTable | Pipeline | ModelSweep | TrainingSweep


@computation
def compute(params: Params, data: bytes | None, run: Run) -> Result:
    """The part that ``params`` name; ``data`` is the file of a tensor.

    Raises:
        InputError: the file cannot be used.
    """
    if params.part == "pipeline":
        return pipeline(params.seed, params.affine, params.layer)
    if params.part == "model":
        return _model(params, True, run.report)
    if params.part == "training":
        return train(params.width, params.trained, params.seed, run.report)
    tensor = _tensor(params, data)
    if params.part == "formats":
        inputs = layer_inputs()[params.layer] if params.source == "layer" else None
        return compare(tensor, params.settings, params.other, inputs, run.report)
    other = None if params.other == "none" else schemes(params.scheme)[params.other]
    return sweep(tensor, params.swept, params.settings, run.report, other)


@computation
def preview(params: Params, data: bytes | None, run: Run) -> Result:
    """Of the model only the whole: what each matrix does alone takes longer, and is still missing."""
    if params.part != "model":
        return compute(params, data, device=run.requested, progress=run.report)
    return _model(params, False, run.report)


def _model(params: Params, alone: bool, progress: Callable[[float], None]) -> ModelSweep:
    activation_bits = 0 if params.activations == "float" else int(params.activations)
    return sweep_model(params.scheme, params.settings.calibration, activation_bits, alone, progress)


def _tensor(params: Params, data: bytes | None) -> Tensor:
    return tensor_of(params.source, params.layer, params.seed, data, params.tensor, params.channels, params.columns)


def work(params: Params, data: bytes | None) -> costs.Work:
    """Numbers there and back, and what finds their ranges; steps of training.

    Raises:
        InputError: the file cannot be used.
    """
    match params.part:
        case "model":
            return costs.of_model(params.scheme, params.calibration)
        case "training":
            return Counter({"trainings": 1, "steps": params.trained, "steps × width": params.trained * params.width})
        case "pipeline":
            return Counter({"pipelines": 1})
    numbers, columns = _size(params, data)
    read = Counter({"numbers read": numbers if params.source == "file" and is_table(data or b"") else 0})
    settings = params.calibration, params.rounding == "stochastic"
    if params.part == "formats":
        return read + costs.of_formats(numbers, columns, params.scheme, *settings)
    found = read + costs.of_sweep(numbers, columns, params.swept, params.scheme, *settings)
    if params.other == "none":
        return found
    other = schemes(params.scheme)[params.other]
    if params.swept == "bits":
        return found + costs.of_trip(numbers, other, *settings)
    return found + costs.of_sweep(numbers, columns, params.swept, other, *settings)


def _size(params: Params, data: bytes | None) -> tuple[int, int]:
    """How many numbers the tensor has, and how many of them a row."""
    if params.source != "file":
        matrix = _tensor(params, None).matrix
        return matrix.size, matrix.shape[1]
    shape = shape_of(data or b"x", params.tensor)
    numbers = math.prod(shape)
    of_channel = {"first": shape[0], "last": shape[-1]}[params.channels] if len(shape) > 1 else 1
    return numbers, numbers // of_channel


snippet = script
headline = by_result({
    TensorSweep: ("SQNR", lambda its: its.ratio_db, "dB"),
    FormatTable: ("SQNR", lambda its: its.ratio_db[:, 0], "dB"),
    Pipeline: ("error of the layer", lambda its: 100 * its.errors[:, 0], "% of y"),
    ModelSweep: ("loss", lambda its: its.whole.loss, "nats a token"),
    TrainingSweep: ("mean square error", lambda its: its.aware[:, -1], ""),
})  # fmt: skip
