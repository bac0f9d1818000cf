"""/gradient-descent: every step size from 0 to divergence, on quadratics, tables, logistic regression and networks."""

from core.optimization import gradient_descent
from figures.optimization import gradient_descent as figures
from ui import frame

page = frame.Page("gradient-descent", gradient_descent, figures)

page.run(
    ["data", "source", "target", "features", "standardise", "observations", "scatter"],
    ["method", "beta", "step"],
    ["steep", "flat", "angle", "sigma", "y", "layers", "width", "batch", "inputs", "steps", "trained",
     "activation", "loss", "seeds", "seed"],
    fold=["The loss, and what else can be set",
          "start_x", "start_y", "velocity", "point", "convention", "accuracy", "other", "other_step", "other_beta"],
    question=["mode", "time"],
)  # fmt: skip
