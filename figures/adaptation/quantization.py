"""Pictures of /quantization: each part of the page has a module of its own."""

from core.adaptation.quantization import Params, Result
from core.table_text import to_csv
from figures.adaptation import quantization_tensor
from figures.plot import Download, Views


def views(result: Result, params: Params) -> Views:
    """Everything that is drawn of a result."""
    return quantization_tensor.views(result, params)


def downloads(result: Result) -> list[Download]:
    """The data of the page, to keep."""
    return [Download("The numbers (CSV)", "quantization.csv", "text/csv", lambda: to_csv(result.table()))]
