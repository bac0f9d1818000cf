"""/regression-assumptions: one assumption of least squares broken, and how often intervals hold the slope."""

from core.statistics import regression_assumptions
from figures.statistics import regression_assumptions as figures
from ui import frame

page = frame.Page("regression-assumptions", regression_assumptions, figures)

page.run(
    "source",
    ["xs", "ys"],
    ["target", "features"],
    "breaks",
    ["feature", "n", "shows"],
    fold=["Intervals and simulation", "level", "quantile", "few_rows", "replicates", "seed"],
)
