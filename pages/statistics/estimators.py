"""/estimators: sampling distributions, limit laws, one point far away, and functions of the mean."""

from core.statistics import estimators
from figures.statistics import estimators as figures
from ui import frame

page = frame.Page("estimators", estimators, figures)

page.run(
    "source",
    ["values", "column", "share"],
    ["estimator", "function"],
    ["mu", "size", "row", "trim"],
    "shown",
    fold=["Simulation", "interval", "unit", "replicates", "seed"],
)
