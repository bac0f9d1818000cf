"""/linear-regression: one point moved, R² without an intercept, spread over refits, and broken assumptions."""

from core.statistics import linear_regression
from figures.statistics import linear_regression as figures
from ui import frame

page = frame.Page("linear-regression", linear_regression, figures)

page.run(
    "part",
    "source",
    ["xs", "ys"],
    ["target", "features"],
    ["feature", "row", "moves", "intercept", "follows"],
    ["breaks", "vary"],
    ["rho", "sigma", "n", "ridge"],
    fold=["Intervals and simulation", "level", "quantile", "replicates", "seed"],
)
