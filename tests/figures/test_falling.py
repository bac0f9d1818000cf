"""Dots of single outcomes pile up to the density of all."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from core.statistics.cramer_rao import Params, compute, sizes
from core.statistics.cramer_rao.accuracy import FIRST
from core.statistics.cramer_rao.replicates import simulate
from figures.falling import piled

OUTCOMES = arrays(np.float64, (3, 20), elements=st.floats(-5, 5) | st.just(np.nan) | st.just(np.inf))


@given(OUTCOMES, st.floats(-2, 2), st.floats(0.1, 2))
def test_the_top_of_a_pile_is_the_height_of_a_histogram(outcomes, edge, width) -> None:
    x, y = piled(outcomes, edge, width)
    known = np.isfinite(outcomes)
    np.testing.assert_array_equal(np.isfinite(y), known)
    for row in range(3):
        places, heights = x[row][known[row]], y[row][known[row]]
        for place in np.unique(places):
            pile = np.sort(heights[places == place])
            one = 1 / (20 * width)
            np.testing.assert_allclose(pile, one * (np.arange(len(pile)) + 0.5), rtol=1e-9)


@given(OUTCOMES, st.floats(-2, 2), st.floats(0.1, 2), st.integers(2, 3))
def test_dots_side_by_side_fill_the_same_bins_with_fewer_rows(outcomes, edge, width, abreast) -> None:
    (x, y), (alone, single) = piled(outcomes, edge, width, abreast), piled(outcomes, edge, width)
    known = np.isfinite(outcomes)
    assert (np.abs(x - alone)[known] <= 0.5 * width * (1 - 1 / abreast) * (1 + 1e-9)).all()
    row = abreast / (20 * width)
    np.testing.assert_allclose(y[known] / row, np.floor(single[known] / row) + 0.5)


@given(OUTCOMES, st.floats(-2, 2), st.floats(0.1, 2))
def test_no_dot_stands_on_the_other_side_of_the_edge(outcomes, edge, width) -> None:
    x, _ = piled(outcomes, edge, width)
    known = np.isfinite(outcomes)
    np.testing.assert_array_equal(x[known] > edge, outcomes[known] >= edge)
    assert (np.abs(x - outcomes)[known] <= 0.5 * width * (1 + 1e-9)).all()


def test_the_replicates_shown_one_by_one_are_the_first_of_the_simulation() -> None:
    params = Params(error=2.0)
    found = compute(params).accuracy
    assert found is not None
    alone = simulate(params.family, params.setting, sizes(params), params.replicates, params.seed, torch.device("cpu"))
    np.testing.assert_array_equal(found.first, alone.kept[..., :FIRST])
    assert found.first[0, :, 0].std(axis=1).mean() == pytest.approx(1, abs=0.2)  # the mean reaches the bound
