"""/cramer-rao: the variance of real estimators against the bound, and the likelihood of one sample."""

import streamlit as st

from core.statistics import cramer_rao
from core.statistics.cramer_rao.estimators import labels
from core.statistics.cramer_rao.families import FAMILIES
from core.table_text import numbers_first
from figures.statistics import cramer_rao as figures
from ui import frame

VIEWS = {"n": "Number of draws", "theta": "The parameter", "one": "One sample's likelihood"}
SOURCES = {"drawn": "Drawn", "values": "Your numbers", "file": "A CSV file"}

page = frame.Page("cramer-rao", cramer_rao, figures)
chosen = page.state.values


def begin_family() -> None:
    """A family chosen by hand starts with numbers of its own; a link and a preset bring theirs."""
    before = st.session_state.get("cramer-rao.before", chosen)
    changed = {name for name in ("family", "theta", "known") if before[name] != chosen[name]}
    if changed == {"family"} and not page.state.fresh:
        page.state.put(**cramer_rao.usual(chosen["family"]), estimator="mle")
    st.session_state["cramer-rao.before"] = dict(chosen)


def ask() -> None:
    with page.controls() as ask:
        family = ask.choice("family", "Family", {name: kind.title for name, kind in FAMILIES.items()}, rearranges=True)
        with ask.row():
            if ask.choice("view", "View", VIEWS, rearranges=True) == "one":
                ask_for_sample()
            else:
                ask.pick("estimator", "Estimator in focus", labels(family))
                ask.choice("measure", "Show", figures.MEASURES)
                if FAMILIES[family].estimated == 2:
                    ask.choice("parameter", "Parameter", {"first": "μ or α", "second": "σ² or β"})
        with ask.row():
            for name, one in zip(("theta", "known"), FAMILIES[family].quantities, strict=False):
                ask.real(name, f"{one.name.capitalize()} {one.symbol}", low=one.low, high=one.high)
            ask.number("n", "Draws n", low=2, high=1_000)
            ask.number("seed", "Seed", low=0, high=2**32 - 1)
        with ask.more("More controls"), ask.row():
            ask.real("error", "Monte Carlo error (%)", low=0.045, high=20.0, help="Of a variance: 2/e² samples.")
            ask.real("trim", "Trimmed at each end (%)", low=0.0, high=49.0)
            ask.real("weight", "Shrinkage (draws)", low=0.0, high=1e6, help="As if so many more had been seen.")
            ask.real("confidence", "Confidence (%)", low=50.0, high=99.99)


def ask_for_sample() -> None:
    if (source := page.ask.choice("source", "Sample", SOURCES, rearranges=True)) == "values":
        page.ask.line("values", "Your numbers", placeholder="0.5 1.2 -0.3")
    if source == "file" and (file := page.ask.file("file", "A table of up to 20 MB", ["csv", "txt"])):
        page.file = file
        page.choose_column("column", numbers_first)


begin_family()
page.run(ask, more=lambda result, params: page.remark(figures.remarks(result)))
