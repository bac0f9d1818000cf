"""/cramer-rao: the variance of real estimators against the bound, and the likelihood of one sample."""

from core.statistics import cramer_rao
from figures.statistics import cramer_rao as figures
from ui import frame

page = frame.Page("cramer-rao", cramer_rao, figures)


def more(result: cramer_rao.Result, params: cramer_rao.Params) -> None:
    page.remark(*figures.remarks(result))
    if (linked := figures.observations(result)) is not None:
        page.brush(linked)


page.run(
    ["source", "values", "column"],
    "family",
    ["estimator", "measure", "parameter"],
    ["theta", "known", "n", "seed"],
    fold=["More controls", "error", "trim", "weight", "confidence", "information"],
    more=more,
)
