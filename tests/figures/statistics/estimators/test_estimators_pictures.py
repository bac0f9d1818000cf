"""The pictures of /estimators: what is drawn stays inside them."""

import numpy as np
import pytest

from core.statistics.estimators import Params, compute
from figures.statistics.estimators import views


@pytest.mark.parametrize("values", [{}, {"source": "cauchy"}, {"shown": "scaled"}, {"part": "delta"}])
def test_the_highest_pile_of_single_estimates_stays_inside_the_picture(values: dict[str, str]) -> None:
    params = Params(**values)  # type: ignore[arg-type]
    (plot,) = [view for view in views(compute(params), params).all() if view.name == "estimators-distribution"]
    (dots,) = [place for place, trace in enumerate(plot.data) if trace.get("meta") == "falls"]
    _, top = plot.layout["yaxis"]["range"]
    assert plot.sweep is not None
    assert np.nanmax(plot.sweep.rows[f"data.{dots}.y"]) < top
