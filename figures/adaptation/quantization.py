"""Pictures of /quantization: each part of the page has a module of its own."""

from core.adaptation.format_table import FormatTable
from core.adaptation.integer_pipeline import Pipeline
from core.adaptation.quantization import Params, Result
from core.table_text import to_csv
from figures.adaptation import quantization_formats, quantization_pipeline, quantization_tensor
from figures.plot import Download, Views


def views(result: Result, params: Params) -> Views:
    """Everything that is drawn of a result."""
    match result:
        case FormatTable():
            return quantization_formats.views(result)
        case Pipeline():
            return quantization_pipeline.views(result, params)
    return quantization_tensor.views(result, params)


def downloads(result: Result) -> list[Download]:
    """The data of the page, to keep."""
    return [Download("The numbers (CSV)", "quantization.csv", "text/csv", lambda: to_csv(result.table()))]
