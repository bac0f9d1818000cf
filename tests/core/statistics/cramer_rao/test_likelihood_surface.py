"""The likelihood of two parameters at once, against scipy's densities and automatic differentiation."""

from collections.abc import Callable

import numpy as np
import pytest
import torch
from scipy import stats

from core.statistics.cramer_rao.families import FAMILIES
from core.statistics.cramer_rao.likelihood_surface import LEVELS, surface

SAMPLES = {
    "normal-both": np.random.default_rng(2).normal(1e3, 2.0, 12),
    "gamma-both": np.random.default_rng(3).gamma(0.8, 1 / 3.0, 9),
}
CASES = [(family, SAMPLES[family]) for family in SAMPLES]


def log_density(family: str) -> Callable[[np.ndarray, float, float], float]:
    if family == "normal-both":
        return lambda x, mean, variance: stats.norm.logpdf(x, mean, variance**0.5).sum()
    return lambda x, shape, rate: stats.gamma.logpdf(x, shape, scale=1 / rate).sum()


@pytest.mark.parametrize(("family", "x"), CASES)
def test_on_each_contour_the_likelihood_has_fallen_by_half_the_quantile(family: str, x: np.ndarray) -> None:
    kind, log = FAMILIES[family], log_density(family)
    seen = surface(kind.pair(x), 0.9, np.linspace(*kind.likelihood(x, 1.0).peak * np.array([0.9, 1.1]), 5))
    top = log(x, *seen.peak)
    for ring, level in zip([*seen.contours, seen.ratio], [*LEVELS, 0.9], strict=True):
        fallen = [2 * (top - log(x, *point)) for point in ring.T]
        np.testing.assert_allclose(fallen, stats.chi2.ppf(level, 2), rtol=1e-6)
        assert np.hypot(*(np.diff(ring) / np.ptp(ring, axis=1, keepdims=True))).max() < 0.2  # closed, and no corners


@pytest.mark.parametrize(("family", "x"), CASES)
def test_walds_region_is_the_ellipse_of_the_observed_information(family: str, x: np.ndarray) -> None:
    seen, z = surface(FAMILIES[family].pair(x), 0.95, np.array([1.0])), torch.from_numpy(x)

    def log(at: torch.Tensor) -> torch.Tensor:
        if family == "normal-both":
            return torch.distributions.Normal(at[0], at[1].sqrt()).log_prob(z).sum()
        return torch.distributions.Gamma(at[0], at[1]).log_prob(z).sum()

    hessian = torch.autograd.functional.hessian(log, torch.from_numpy(seen.peak)).numpy()
    information = FAMILIES[family].pair(x).information
    np.testing.assert_allclose(information, -hessian, rtol=1e-6, atol=1e-8 * abs(hessian).max())
    apart = seen.wald - seen.peak[:, None]
    form = np.einsum("ip,ij,jp->p", apart, -hessian, apart)
    np.testing.assert_allclose(form, stats.chi2.ppf(0.95, 2), rtol=1e-5)


@pytest.mark.parametrize(("family", "x"), CASES)
def test_the_profile_is_the_likelihood_along_the_ridge(family: str, x: np.ndarray) -> None:
    one, log = FAMILIES[family].likelihood(x, 1.0), log_density(family)
    theta = one.peak * np.array([0.9995, 1.0, 1.0004])
    seen = surface(FAMILIES[family].pair(x), 0.95, theta)
    ridge = [log(x, *point) for point in zip(theta, seen.best, strict=True)]
    np.testing.assert_allclose(np.diff(ridge), np.diff(one.log(theta)), rtol=1e-5)
    assert seen.peak == pytest.approx([theta[1], seen.best[1]])
