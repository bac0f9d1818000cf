"""Pictures of /gradient-descent: each kind of problem has a module of its own."""

from core.optimization.gradient_descent import Params, Result
from core.table_text import to_csv
from figures.optimization import descent
from figures.plot import Download, Views

PARTS = {"plane": "Two directions", "values": "Singular values", "table": "A table"}
METHODS = {"gd": "Plain", "heavy-ball": "Heavy ball", "nesterov": "Nesterov", "sign": "Sign", "adam": "Adam"}
OTHERS = {"none": "Nothing", **METHODS}
CONVENTIONS = {"sum": "‖·‖²", "half": "½‖·‖²", "mean": "(1/n)‖·‖²", "halfmean": "(1/2n)‖·‖²"}
SOURCES = {"sample": "Cars of 1974", "file": "A file"}


def views(result: Result, params: Params) -> Views:
    """Everything that is drawn of a sweep."""
    return descent.views(result)


def downloads(result: Result) -> list[Download]:
    """The data of the page, to keep."""
    return [Download("The sweep (CSV)", "gradient-descent.csv", "text/csv", lambda: to_csv(result.table()))]
