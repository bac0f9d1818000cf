"""The narrowest interval of a law, and the intervals for a share as statsmodels has them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from statsmodels.stats.proportion import proportion_confint

from core.intervals import clopper_pearson, highest_density, wald, wilson


@given(st.floats(1, 40), st.floats(1, 40), st.floats(0.5, 0.99))
def test_no_interval_of_the_same_content_is_narrower_than_the_highest_density_one(a, b, level) -> None:
    law = stats.beta(np.array([a]), np.array([b]))
    low, high = highest_density(law, level)
    assert law.cdf(high) - law.cdf(low) == pytest.approx(level, abs=1e-9)
    for start in np.linspace(0, 1 - level, 41):
        assert high - low <= law.ppf(start + level) - law.ppf(start) + 1e-8


@pytest.mark.parametrize("law", [stats.expon(), stats.gamma(0.5), stats.beta(1.0, 3.0), stats.beta(0.5, 1.5)])
def test_of_a_density_that_only_falls_the_narrowest_interval_begins_where_the_law_does(law) -> None:
    assert highest_density(law, 0.9) == (0.0, pytest.approx(law.ppf(0.9), rel=1e-12))


@pytest.mark.parametrize(("ours", "method"), [(wald, "normal"), (wilson, "wilson"), (clopper_pearson, "beta")])
def test_intervals_for_a_share_are_those_of_statsmodels(ours, method: str) -> None:
    k = np.arange(14.0)
    known = np.clip(proportion_confint(k, 13, 0.1, method), 0, 1)
    np.testing.assert_allclose(ours(k, 13, 0.9), known, atol=1e-12)
