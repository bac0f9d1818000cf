"""/gradient-descent: every step size from 0 to divergence, on quadratics, tables, logistic regression and networks."""

from core.optimization import gradient_descent
from core.text import visible
from figures.optimization import gradient_descent as figures
from ui import frame

page = frame.Page("gradient-descent", gradient_descent, figures)


def ask() -> None:
    with page.controls() as ask:
        ask("part")
        ask("method", "beta", "step")
        ask("data", "source", "target", "features", "standardise", "observations", "scatter",
            "steep", "flat", "angle", "sigma", "y", "layers", "width", "batch", "inputs", "steps", "trained",
            "activation", "loss", "seeds", "seed")  # fmt: skip
        with ask.more("The loss, and what else can be set"):
            ask("convention", "accuracy", "other", "other_step", "other_beta")
    with page.question() as ask:
        ask("mode", "time")


page.run(ask, more=lambda result, params: [page.remark(visible(sentence)) for sentence in result.remarks])
