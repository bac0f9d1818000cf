"""/linear-regression: one point moved, R² without an intercept, and the spread of estimates over refits."""

from core.statistics import linear_regression
from figures.statistics import linear_regression as figures
from ui import frame

page = frame.Page("linear-regression", linear_regression, figures)

page.run(
    "source",
    ["xs", "ys"],
    ["target", "features"],
    ["feature", "row", "moves", "intercept", "follows"],
    "vary",
    ["rho", "sigma", "n", "ridge"],
    fold=["Intervals and simulation", "studentised", "level", "replicates", "seed"],
)
