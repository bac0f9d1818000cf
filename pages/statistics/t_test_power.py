"""/t-test-power: a t test planned exactly, what follows from the plan, and the same by simulation and on real data."""

import streamlit as st

from core.statistics import t_test_power
from core.table_text import csv_columns, numbers_first
from figures.statistics import t_test_power as figures
from figures.statistics.t_test_power import labels
from ui import frame

page = frame.Page("t-test-power", t_test_power, figures)


def ask() -> None:
    with page.controls() as ask:
        with ask.row():
            ask.choice("kind", "Test", labels.KINDS, rearranges=True)
            ask.choice("alternative", "Alternative", labels.SIDES, rearranges=True)
            solve = ask.choice("solve", "Solve for", labels.UNKNOWNS, rearranges=True)
            ask.choice("scrub", "Swept", {"effect": "The true effect", "n": "n"})
        with ask.row():  # what is solved for follows from the other three, and has no control
            if solve != "effect":
                ask.real("effect", "Effect d", low=-50.0, high=50.0, help="In standard deviations.")
            ask.real("power", "Power wanted", low=0.001, high=1.0, help=labels.TARGET if solve == "power" else "")
            if solve != "alpha":
                ask.real("alpha", "Level α", low=1e-12, high=0.5)
            if solve != "n":
                ask.number("n", "n (first group)", low=2, high=10_000_000)
            ask.real("margin", "Margin ±d", low=0.001, high=50.0, help="For equivalence.")
        if turned := t_test_power.turned(solve, page.chosen("alternative"), page.chosen("effect")):
            label = f"Plan for d = {turned:g}".replace("-", "−")
            st.button(label, key="t-test-power.turn", on_click=page.state.set, kwargs={"effect": turned})
        with ask.more("Groups and simulation"), ask.row():
            ask.real("ratio", "n₂ / n₁", low=0.01, high=100.0)
            ask.real("sd_ratio", "σ₂ / σ₁", low=0.01, high=100.0, help="Student’s test assumes 1.")
            ask.real("pair_correlation", "Correlation in a pair", low=-0.99, high=0.99, help="For pairs.")
            ask.choice("population", "Simulated observations", labels.POPULATIONS)
            ask.real("correlation", "Correlation of neighbours", low=-0.95, high=0.95)
            ask.number("replicates", "Simulated tests", low=100, high=10_000_000)
            ask.number("seed", "Seed", low=0, high=2**53)
        ask_for_data()


def ask_for_data() -> None:
    source = page.ask.choice("source", "Data to test", labels.SOURCES, rearranges=True)
    page.file = page.ask.file("file", "A table (CSV) of up to 20 MB", ["csv", "txt"]) if source == "file" else None
    if source != "none" and page.chosen("kind") == "one sample":
        page.ask.real("null", "Mean to test against", low=-1e12, high=1e12)
    if source == "file" and page.file:
        others = page.choose_column("column", numbers_first)
        if others and page.chosen("kind") != "one sample":
            page.ask.pick("by", "Second column, or groups", [one for one in page.columns(csv_columns) if one in others])


def remark(result: t_test_power.Result, params: t_test_power.Params) -> None:
    page.notice(result.unplanned)
    page.remark(" ".join((*result.remarks, *(result.report.remarks if result.report else ()))))


page.run(ask, more=remark)
