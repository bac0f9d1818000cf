"""/gradient-descent: every step size from 0 to divergence, on quadratics, tables, logistic regression and networks."""

from core.optimization import gradient_descent
from core.optimization.gradient_descent.design_matrix import numeric_columns
from core.text import visible
from figures.optimization import gradient_descent as figures
from figures.optimization.gradient_descent import controls
from ui import frame

page = frame.Page("gradient-descent", gradient_descent, figures)


def ask() -> None:
    with page.controls() as ask:
        part = ask.choice("part", "View", controls.PARTS, rearranges=True)
        with ask.row():
            each(controls.how(part, page.chosen("method")))
        with ask.row():
            ask_for_data(part)
            each(controls.CONTROLS[part])
        with ask.more("The loss, and what else can be set"), ask.row():
            each(controls.more(part, page.chosen("other")))
    with page.question() as ask, ask.row():
        each(controls.QUESTIONS.get(part, ()))


def each(asked: tuple[controls.Asked, ...]) -> None:
    for kind, name, label, options in asked:
        getattr(page.ask, kind)(name, label, **options)


def ask_for_data(part: str) -> None:
    if part == "table":
        ask_for_table(part)
    if part in controls.QUADRATIC:
        return
    options = controls.data(part)
    if page.chosen("data") not in options:
        page.state.put(data=next(iter(options)))
    if page.ask.choice("data", "Data", options, rearranges=True) == "table":
        ask_for_table(part)
    elif part != "noise":
        each(controls.POINTS)


def ask_for_table(part: str) -> None:
    if page.ask.choice("source", "Table", controls.SOURCES, rearranges=True) == "file":
        page.file = page.ask.file("file", "A table (CSV) of up to 20 MB", ["csv", "txt"])
        if page.file:
            others = page.choose_column("target", numeric_columns, "Target")
            page.ask.several("features", "Features", others, help="None stands for all.")
    if part in ("table", "noise"):  # training always standardises
        page.ask.switch("standardise", "Standardise the columns")


page.run(ask, more=lambda result, params: [page.remark(visible(sentence)) for sentence in result.remarks])
