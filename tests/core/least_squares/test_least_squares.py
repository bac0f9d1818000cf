"""Least squares: the geometry of a fit, what one observation does to it, and errors that are drawn."""

import numpy as np
import pytest
import torch
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy import stats

from core.least_squares import dependent, least_squares
from core.least_squares.errors import standard


@given(st.integers(0, 2**32 - 1), st.integers(5, 40), st.integers(1, 4), st.booleans())
def test_projection_makes_a_right_triangle_and_leverages_add_up_to_the_columns(seed, rows, features, constant) -> None:
    assume(rows >= features + 3)
    draw = np.random.default_rng(seed)
    x, y = draw.standard_normal((rows, features)) * 10.0 ** draw.integers(-6, 6, features), draw.standard_normal(rows)
    x = np.column_stack([np.ones(rows), x]) if constant else x
    assume(dependent(x) is None)
    fit = least_squares(x, y, constant)
    length = np.sqrt((x**2).sum(axis=0))
    assert np.abs(x.T @ fit.residuals / length).max() < 1e-9
    assert fit.leverage.sum() == pytest.approx(x.shape[1])
    fitted = y - fit.residuals
    mean = y.mean() if constant else 0.0
    assert ((fitted - mean) ** 2).sum() + fit.rss == pytest.approx(float(fit.tss))
    cosine = (fitted - mean) @ (y - mean) / np.sqrt(((fitted - mean) ** 2).sum() * fit.tss)
    assert fit.r_squared == pytest.approx(cosine**2, abs=1e-9)
    np.testing.assert_allclose(fit.beta, np.linalg.lstsq(x / length, y)[0] / length, rtol=1e-6, atol=1e-12)


@given(st.integers(0, 2**32 - 1), st.integers(6, 30))
def test_cooks_distance_and_the_external_residual_are_those_of_a_fit_without_the_point(seed: int, rows: int) -> None:
    draw = np.random.default_rng(seed)
    x, y = np.column_stack([np.ones(rows), draw.standard_normal((rows, 2))]), draw.standard_normal(rows)
    fit, rest = least_squares(x, y, True), least_squares(x[1:], y[1:], True)
    moved = x @ (fit.beta - rest.beta)
    assert fit.cook[0] == pytest.approx(moved @ moved / (3 * fit.deviation**2), rel=1e-6, abs=1e-12)
    ahead = (y[0] - x[0] @ rest.beta) / (rest.deviation * np.sqrt(1 + x[0] @ (rest.pinv @ rest.pinv.T) @ x[0]))
    assert fit.external[0] == pytest.approx(ahead, rel=1e-6, abs=1e-9)


def test_heavy_tails_are_students_t() -> None:
    """Bailey's polar method, against the quantiles of the law."""
    uniform = torch.as_tensor(np.random.default_rng(0).random((2, 1, 200_000)))
    drawn = standard(uniform, 2.5)[0].numpy()
    assert stats.kstest(drawn, stats.t(2.5).cdf).pvalue > 1e-3
