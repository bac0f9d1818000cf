"""Ends of likelihood intervals close to the edge of θ's range, against root finding on scipy's densities."""

import numpy as np
import pytest
from scipy import optimize, stats
from scipy.special import digamma, polygamma
from statsmodels.api import GLM, families
from statsmodels.base.model import GenericLikelihoodModel

from core import fields
from core.statistics.cramer_rao.families import FAMILIES
from core.statistics.cramer_rao.intervals import KINDS, evidence, information
from core.statistics.cramer_rao.params import Params

KNOWN = 1.4
FEW = (2, 3, 4, 5, 8)
DENSITIES = {
    "normal-variance": lambda x, t: stats.norm.logpdf(x, KNOWN, t**0.5),
    "bernoulli": stats.bernoulli.logpmf,
    "poisson": stats.poisson.logpmf,
    "exponential": lambda x, t: stats.expon.logpdf(x, scale=1 / t),
    "exponential-scale": lambda x, t: stats.expon.logpdf(x, scale=t),
    "gamma-shape": lambda x, t: stats.gamma.logpdf(x, t, scale=1 / KNOWN),
    "gamma-rate": lambda x, t: stats.gamma.logpdf(x, KNOWN, scale=1 / t),
    "gamma-both": lambda x, t: stats.gamma.logpdf(x, t, scale=x.mean() / t),
}


def intervals(family: str, x: np.ndarray, confidence: float = 0.95) -> dict[str, np.ndarray]:
    seen = evidence(FAMILIES[family].likelihood(x, KNOWN), confidence, FAMILIES[family].regular)
    return dict(zip(KINDS, seen.intervals, strict=True))


def ratio_ends(family: str, x: np.ndarray, peak: float, confidence: float) -> list[float]:
    """Both θ at which twice the drop of scipy's log-likelihood is the quantile of χ²₁, by Brent's method in ln θ (of a
    share in its logit)."""
    bounded = family == "bernoulli"

    def theta(u: float) -> float:
        return 1 / (1 + np.exp(-u)) if bounded else np.exp(u)

    def excess(u: float) -> float:
        fall = DENSITIES[family](x, peak).sum() - DENSITIES[family](x, theta(u)).sum()
        return 2 * fall - stats.chi2.ppf(confidence, 1)

    top = np.log(peak / (1 - peak)) if bounded else np.log(peak)
    return [theta(optimize.brentq(excess, top, top + side, xtol=1e-13)) for side in (-30, 30)]


class CauchyModel(GenericLikelihoodModel):
    """Cauchy draws around one parameter with the scale ``KNOWN``; standard errors by the observed information."""

    def loglikeobs(self, params):
        return stats.cauchy.logpdf(self.endog.ravel(), params[0], KNOWN)


def test_walds_interval_takes_the_information_of_statsmodels_or_of_rs_glm() -> None:
    """Observed, the Hessian of statsmodels; or expected, nI = n/(2γ²). In an exponential family both are the same."""
    x = np.random.default_rng(3).standard_cauchy(40) * KNOWN + 2
    like, z = FAMILIES["cauchy"].likelihood(x, KNOWN), stats.norm.ppf(0.975)
    fitted = CauchyModel(x, np.ones(len(x))).fit(start_params=[like.peak], method="nm", disp=0)
    for expected, error in ((False, fitted.bse[0]), (True, KNOWN * np.sqrt(2 / len(x)))):
        found = evidence(like, 0.95, True, expected).intervals[KINDS.index("Wald")]
        np.testing.assert_allclose(found, like.peak + np.array([-z, z]) * error, rtol=1e-4)
    assert abs(fitted.bse[0] / (KNOWN * np.sqrt(2 / len(x))) - 1) > 0.02
    for family in DENSITIES:
        draws = np.random.default_rng(4).integers(0, 2, 30) + 0.0 if family in ("bernoulli", "poisson") else np.abs(x)
        one = FAMILIES[family].likelihood(draws, KNOWN)
        assert information(one) == pytest.approx(information(one, True), rel=1e-6)


@pytest.mark.parametrize("confidence", [0.5, 0.95, 0.9999])
def test_the_likelihood_ratio_rejects_a_share_close_to_0_after_a_single_1(confidence: float) -> None:
    for n in range(2, 60):
        for ones in {1, n // 2, n - 1}:
            x = np.repeat([1.0, 0.0], [ones, n - ones])
            expected = ratio_ends("bernoulli", x, ones / n, confidence)
            found = intervals("bernoulli", x, confidence)
            np.testing.assert_allclose(found["likelihood ratio"], expected, rtol=1e-9, err_msg=f"{ones} of {n}")
            wilson = stats.binomtest(ones, n).proportion_ci(confidence, method="wilson")
            np.testing.assert_allclose(found["score"], [wilson.low, wilson.high], rtol=1e-9, err_msg=f"{ones} of {n}")


@pytest.mark.parametrize("family", DENSITIES)
@pytest.mark.parametrize("n", FEW)
def test_the_ends_of_a_likelihood_ratio_are_found_however_close_they_are_to_0(family: str, n: int) -> None:
    rng = np.random.default_rng(n)
    draws = {"bernoulli": np.arange(n) % 2.0, "poisson": np.arange(n) % 2.0}
    x = draws.get(family, rng.gamma(0.7, 2.0, n))
    peak = FAMILIES[family].likelihood(x, KNOWN).peak
    for confidence in (0.5, 0.95, 0.9999):
        expected = ratio_ends(family, x, peak, confidence)
        np.testing.assert_allclose(intervals(family, x, confidence)["likelihood ratio"], expected, rtol=1e-8)


def test_the_score_interval_of_a_rate_begins_at_1_less_z_over_the_root_of_n() -> None:
    # S²/(nI) = n(1 − λx̄)² for the exponential: it begins above 0 from n = 4 on, where n > 3.84.
    for n in FEW:
        low, high = intervals("exponential", np.ones(n))["score"]
        reach = stats.norm.ppf(0.975) / np.sqrt(n)
        assert low == pytest.approx(max(0.0, 1 - reach), rel=1e-9)
        assert high == pytest.approx(1 + reach, rel=1e-9)


def test_the_score_interval_of_a_poisson_mean_solves_its_quadratic() -> None:
    # n(x̄ − λ)²/λ = c
    for x in ([0.0, 1.0], [0.0, 0.0, 0.0, 1.0], [2.0, 0.0, 5.0]):
        n, mean, c = len(x), np.mean(x), stats.chi2.ppf(0.95, 1)
        ends = mean + c / (2 * n) + np.array([-1, 1]) * np.sqrt(c * mean / n + (c / (2 * n)) ** 2)
        np.testing.assert_allclose(intervals("poisson", np.array(x))["score"], ends, rtol=1e-9)


def test_the_score_interval_of_a_gammas_shape_solves_its_equation_beside_0() -> None:
    for n in (5, 6, 9):
        x = np.random.default_rng(n).gamma(0.7, 2.0, n)
        gap, c = np.log(x.mean()) - np.log(x).mean(), stats.chi2.ppf(0.95, 1)

        def excess(u: float, n: int = n, gap: float = gap, c: float = c) -> float:
            t = np.exp(u)
            return float(n * (u - digamma(t) - gap) ** 2 / (polygamma(1, t) - 1 / t) - c)

        low = optimize.brentq(excess, -40, np.log(FAMILIES["gamma-both"].likelihood(x, KNOWN).peak), xtol=1e-13)
        assert intervals("gamma-both", x)["score"][0] == pytest.approx(np.exp(low), rel=1e-8)


@pytest.mark.parametrize("scale", [1e-6, 1.0, 1e6])
def test_a_score_interval_of_laplace_draws_ends_at_a_draw_that_is_0(scale: float) -> None:
    """S²/(nI) is (above − below)²/n: beyond all of 4 draws 4, and of 6 draws 6, which exceeds 3.84 there alone."""
    for x in ([0.0, 0.0, 0.0, 1.0], [0.0, 2.0, 3.0, 4.0, 5.0, 6.0]):
        like = FAMILIES["laplace"].likelihood(scale * np.array(x), scale)
        np.testing.assert_array_equal(evidence(like, 0.95, True).intervals[2][0], 0.0)


def test_standard_errors_of_a_glm_of_statsmodels_take_the_expected_information_and_the_help_says_so() -> None:
    """Gamma draws with a log link, which is not the canonical one: there both kinds of information differ."""
    draws = np.random.default_rng(0)
    x = draws.normal(size=50)
    y = draws.gamma(2.0, np.exp(0.5 + x) / 2)
    model = GLM(y, np.column_stack((np.ones(50), x)), family=families.Gamma(families.links.Log()))
    fit = model.fit()
    hessians = [-model.hessian(fit.params, fit.scale, observed=observed) for observed in (False, True)]
    expected, observed = (np.sqrt(np.diag(np.linalg.inv(hessian))) for hessian in hessians)
    np.testing.assert_allclose(fit.bse, expected, rtol=1e-6)
    assert abs(observed[1] / expected[1] - 1) > 0.03
    told = fields.declared(Params)["information"].help
    assert "statsmodels’ GLM the expected one" in str(fields.resolved(told, Params()))
