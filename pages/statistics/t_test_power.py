"""/t-test-power: a t test planned exactly, what follows from the plan, and the same by simulation and on real data."""

import streamlit as st

from core.numbers import exact
from core.statistics import t_test_power
from figures.statistics import t_test_power as figures
from ui import frame

page = frame.Page("t-test-power", t_test_power, figures)


def plan_for_effect() -> None:
    if (turned := page.settings.turned) is not None:
        label = f"Plan for d = {exact(turned)}"
        st.button(label, key="t-test-power.turn", on_click=page.state.set, kwargs={"effect": turned})


def more(result: t_test_power.Result, params: t_test_power.Params) -> None:
    page.notice(result.unplanned)
    page.remark(" ".join((*result.remarks, *(result.report.remarks if result.report else ()))))
    if result.report is not None:
        page.brush(figures.observations(result.report))


page.run(
    ["source", "null", "column", "by"],
    ["kind", "alternative", "solve", "scrub"],
    ["effect", "power", "alpha", "n", "margin"],
    plan_for_effect,
    fold=["Groups and simulation", "ratio", "sd_ratio", "pair_correlation", "population", "correlation", "replicates",
          "seed", "ddof"],
    more=more,
)  # fmt: skip
