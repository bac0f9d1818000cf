"""/gradient-descent: every step size from 0 to divergence, on quadratics and on a table, with and without momentum."""

from core.optimization import gradient_descent
from core.optimization.design import numeric_columns
from figures.optimization import gradient_descent as figures
from ui import frame

page = frame.Page("gradient-descent", gradient_descent, figures)


def ask() -> None:
    with page.controls() as ask:
        with ask.row():
            part = ask.choice("part", "What is descended", figures.PARTS, rearranges=True)
            method = ask.choice("method", "Method", figures.METHODS, rearranges=True)
            if method != "gd" and method != "sign":
                ask.real("beta", "Momentum β", low=0.0, high=0.999, drag=True)
            ask.real("step", "η, in units of 2/λ_max", low=0.0, high=4.0)
        with ask.row():
            match part:
                case "plane":
                    ask.real("steep", "Singular value σ₁", low=0.0, high=1e3)
                    ask.real("flat", "Singular value σ₂", low=0.0, high=1e3)
                    ask.real("angle", "Turned by (degrees)", low=-180.0, high=180.0)
                case "values":
                    ask.line("sigma", "Singular values σ", help="Up to 64 numbers with spaces between them.")
                    ask.line("y", "Targets y", placeholder="as σ, so that w* = 1", help="As many numbers, or none.")
                case "table":
                    ask_for_table()
            ask.number("steps", "Steps shown", low=2, high=2_000)
        with ask.more("The loss, the accuracy, a second run to compare with"), ask.row():
            ask.choice("convention", "The loss is", figures.CONVENTIONS)
            ask.real("accuracy", "Wanted: error below ε times the first", low=1e-14, high=0.5)
            if ask.choice("other", "Compare with", figures.OTHERS, rearranges=True) != "none":
                ask.real("other_step", "Its η, in units of 2/λ_max", low=0.0, high=4.0)
                ask.real("other_beta", "Its β", low=0.0, high=0.999)
    with page.question() as ask, ask.row():
        ask.number("mode", "Error of mode", low=1, high=64)
        ask.number("time", "after t steps", low=0, high=2_000)


def ask_for_table() -> None:
    if page.ask.choice("source", "Table", figures.SOURCES, rearranges=True) == "file":
        page.file = page.ask.file("file", "A table (CSV) of up to 20 MB", ["csv", "txt"])
    if page.chosen("source") == "file" and page.file:
        page.choose_column("target", numeric_columns)
        if page.state.values["target"]:
            others = [name for name in numeric_columns(page.file.data) if name != page.state.values["target"]]
            page.ask.several("features", "Features", others, placeholder="All other columns of numbers")
    page.ask.switch("standardise", "Standardise the columns")


def more(result: gradient_descent.Result, params: gradient_descent.Params) -> None:
    for sentence in (*result.problem.remarks, *result.remarks):
        page.remark(sentence)


page.run(ask, more=more)
