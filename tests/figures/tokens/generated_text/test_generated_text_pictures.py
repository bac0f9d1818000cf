"""The pictures of /generated-text: what is drawn is what was computed."""

from dataclasses import replace

import numpy as np

from core.tokens.generated_text import Params, compute
from core.tokens.generated_text.forcing import Forcing
from figures.tokens.generated_text.forcing_view import losses


def test_the_axis_of_losses_holds_each_of_them_also_where_the_model_runs_free() -> None:
    its = compute(Params())
    assert isinstance(its, Forcing)
    plot = losses(its)
    _, top = plot.layout["yaxis"]["range"]
    assert np.nanmax(its.free) > 26  # bits: far more than a true text costs
    assert np.nanmax(its.free) < top
    assert plot.sweep is not None
    np.testing.assert_allclose(plot.sweep.rows["data.0.y"], its.free, rtol=1e-6)


def test_the_axis_of_losses_ends_where_a_model_rules_a_true_token_out() -> None:
    its = compute(Params())
    assert isinstance(its, Forcing)
    (_, top), (_, same) = (
        losses(each).layout["yaxis"]["range"] for each in (its, replace(its, after=its.after + np.inf))
    )
    assert np.nanmax(its.free) < same <= top
