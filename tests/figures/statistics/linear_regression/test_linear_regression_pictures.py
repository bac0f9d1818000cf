"""The pictures of /linear-regression: their axes can be read."""

import numpy as np

from core.statistics.linear_regression import Params, compute
from figures import theme
from figures.plot import Plot
from figures.statistics.linear_regression import views


def test_the_sample_sizes_along_an_axis_are_whole_numbers() -> None:
    params = Params(part="spread", vary="n", replicates=200)
    plots = [view for view in views(compute(params), params).all() if isinstance(view, Plot)]
    shown = [plot.layout["xaxis"]["ticktext"] for plot in plots if plot.layout["xaxis"].get("type") == "log"]
    assert shown
    assert all(texts == ["5", "10", "20", "50", "100", "200"] for texts in shown), shown


def test_a_constant_below_0_is_not_added_by_two_signs() -> None:
    params = Params(part="origin", lift=-5.0)
    sweep = views(compute(params), params).swept
    assert sweep is not None
    assert "+" not in sweep.words


def test_refits_and_an_ellipse_beyond_the_picture_are_told_of() -> None:
    params = Params(part="spread", vary="rho", n=5, replicates=400)
    drawn = views(compute(params), params)
    assert drawn.readout is not None
    said = ["".join(words for _, words in step) for step in drawn.readout.header["said"]]
    assert said[len(said) // 2] == "All 300 refits lie in the picture."
    for end in (said[0], said[-1]):
        assert " of 300 refits lie beyond the picture. A part of the ellipse lies beyond it." in end


def test_a_deviation_that_grows_past_the_picture_is_marked_where_it_leaves() -> None:
    """As the features become the same, 1/√(1 − ρ²) has no bound."""
    params = Params(part="spread", vary="rho", n=5, replicates=400)
    (plot,) = (one for one in views(compute(params), params).all() if one.name == "regression-errors")
    assert isinstance(plot, Plot)
    marks = [one for one in plot.data if one.get("marker", {}).get("symbol") == "triangle-up"]
    assert [one["marker"]["color"] for one in marks] == [theme.BLUE, theme.GREEN]
    left = [one["x"][np.isfinite(one["y"])] for one in marks]
    assert (left[0] ** 2 > 0.8).all()
    assert (left[1] < -0.8).all(), "b₁ + b₂ is well known where both go together"
