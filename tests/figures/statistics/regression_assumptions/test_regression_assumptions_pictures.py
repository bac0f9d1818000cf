"""The pictures of /regression-assumptions: what is dragged has one name."""

from core import fields
from core.statistics.regression_assumptions import Params, compute
from figures.plot import Plot
from figures.statistics.regression_assumptions import views


def test_slider_axis_and_control_call_the_strength_by_one_name() -> None:
    params = Params(replicates=200)
    plots = [view for view in views(compute(params), params).all() if isinstance(view, Plot)]
    (plot,) = [each for each in plots if each.sweep and each.sweep.control]
    assert plot.sweep is not None
    said = (plot.sweep.words, plot.layout["xaxis"]["title"]["text"], str(fields.declared(Params)["strength"].label))
    assert all(each.lower().startswith("strength") for each in said), said


def test_kinds_of_error_are_told_apart_without_their_colours() -> None:
    params = Params(replicates=200)
    plot = next(view for view in views(compute(params), params).all() if view.name == "regression-coverage")
    assert isinstance(plot, Plot)
    looks = [(one["marker"]["symbol"], one["marker"]["size"]) for one in plot.data if one["mode"] == "markers"]
    assert len(looks) == len(set(looks)) == 6


def test_reported_errors_are_told_apart_without_their_colours() -> None:
    params = Params(replicates=200)
    plot = next(view for view in views(compute(params), params).all() if view.name == "regression-reported")
    assert isinstance(plot, Plot)
    looks = [(one["line"].get("dash", "solid"), one["line"]["width"]) for one in plot.data]
    assert len(looks) == len(set(looks)) == 7
