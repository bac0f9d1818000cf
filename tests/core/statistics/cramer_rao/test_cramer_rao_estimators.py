"""Each estimator against plain NumPy and scipy, one sample at a time."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from scipy import optimize, special, stats

from core.statistics.cramer_rao import SIZES
from core.statistics.cramer_rao._cauchy_kernel import highest_peaks, one_step
from core.statistics.cramer_rao.estimates import KNOWN, Setting, by_kernel, gamma_shape, inverse_digamma
from core.statistics.cramer_rao.families import FAMILIES
from core.statistics.cramer_rao.prefix_statistics import Prefixes

GRID = (2, 3, 4, 7, 12, 25, 40, 60, 120, 300)
SETTING = Setting(theta=0.7, known=1.3, trim=0.15, weight=4.0)


def prefixes(family: str, replicates: int = 20, seed: int = 3) -> Prefixes:
    draws = FAMILIES[family].draw(
        torch.Generator().manual_seed(seed), (replicates, GRID[-1]), SETTING.theta, SETTING.known
    )
    return Prefixes(draws, GRID, *FAMILIES[family].standard(SETTING.theta, SETTING.known))


def plain(family: str, name: str, x: np.ndarray) -> tuple[float, ...]:
    """The estimate from one sample by textbook formulas and scipy."""
    n, mean, at = len(x), x.mean(), SETTING
    match family, name:
        case ("normal-mean" | "laplace" | "cauchy", "median") | ("laplace", "mle"):
            return (np.median(x),)
        case (_, "trimmed"):
            return (stats.trim_mean(x, at.trim),)
        case ("normal-mean" | "laplace", "midrange"):
            return ((x.min() + x.max()) / 2,)
        case ("normal-mean" | "poisson", "shrunk"):
            return (x.sum() / (n + at.weight),)
        case ("bernoulli", "shrunk"):
            return ((x.sum() + at.weight / 2) / (n + at.weight),)
        case ("normal-mean" | "bernoulli" | "poisson", "mle") | (_, "mean"):
            return (mean,)
        case ("normal-variance", "mle"):
            return (np.mean((x - at.known) ** 2),)
        case ("normal-variance", "shrunk"):
            return (np.sum((x - at.known) ** 2) / (n + 2),)
        case ("normal-variance" | "poisson", "sample"):
            return (x.var(ddof=1),)
        case ("normal-variance", "deviation"):
            return (stats.median_abs_deviation(x, center=lambda *_, **__: at.known, scale="normal") ** 2,)
        case ("normal-both", "mle"):
            return stats.norm.fit(x)[0], stats.norm.fit(x)[1] ** 2
        case ("normal-both", "sample"):
            return mean, x.var(ddof=1)
        case ("normal-both", "quartiles"):
            return np.median(x), (stats.iqr(x, scale="normal")) ** 2
        case ("exponential", "median"):
            return (np.log(2) / np.median(x),)
        case ("exponential", _):
            return ((n - {"mle": 0, "unbiased": 1, "shrunk": 2}[name]) / x.sum(),)
        case ("exponential-scale", _):
            return ({"mle": mean, "shrunk": x.sum() / (n + 1), "median": np.median(x) / np.log(2)}[name],)
        case ("gamma-shape", "mle"):
            return (optimize.brentq(lambda a: special.digamma(a) - np.log(at.known * x).mean(), 1e-6, 1e6),)
        case ("gamma-shape", "moments"):
            return (at.known * mean,)
        case ("gamma-rate", _):
            return ((n * at.known - (name == "unbiased")) / x.sum(),)
        case ("gamma-both", "mle"):
            shape, _, scale = stats.gamma.fit(x, floc=0)
            return shape, 1 / scale
        case ("gamma-both", "moments"):
            return mean**2 / x.var(), mean / x.var()
        case ("uniform", _):
            tops = {
                "mle": x.max(),
                "unbiased": x.max() * (n + 1) / n,
                "moments": 2 * mean,
                "midrange": x.min() + x.max(),
            }
            return (tops[name],)
    raise AssertionError((family, name))


CASES = [(family, name) for family, kind in FAMILIES.items() for name in kind.estimators if (family, name[:3]) not in
         (("cauchy", "mle"), ("cauchy", "one"))]  # fmt: skip


@pytest.mark.parametrize(("family", "name"), CASES)
def test_the_estimate_from_every_prefix_is_the_textbook_one(family: str, name: str) -> None:
    draws = prefixes(family)
    tables = FAMILIES[family].estimators[name].estimate(draws, SETTING)
    assert len(tables) == FAMILIES[family].estimated
    x = draws.location + draws.scale * draws.draws.double().numpy()
    first = 1 if family == "gamma-both" else 0  # from two nearly equal draws the fit itself is ill-conditioned
    for row in range(6):
        for column, n in list(enumerate(GRID))[first:]:
            got = [float(table[row, column]) for table in tables]
            np.testing.assert_allclose(got, plain(family, name, x[row, :n]), rtol=2e-5, atol=1e-6)


def test_the_cauchy_maximum_is_the_highest_of_all_peaks() -> None:
    draws = prefixes("cauchy", replicates=60)
    found, z = by_kernel(highest_peaks)(draws, SETTING).numpy(), draws.draws.double().numpy()
    for column, n in enumerate(GRID):
        for row in range(60):
            sample = z[row, :n]
            places = np.union1d(np.linspace(np.median(sample) - 15, np.median(sample) + 15, 3_001), sample)

            def misfit(at: float | np.ndarray, sample: np.ndarray = sample) -> np.ndarray:
                return np.log1p((sample[:, None] - np.atleast_1d(at)) ** 2).sum(axis=0)

            assert misfit(found[row, column])[0] <= misfit(places).min() + 1e-4


def test_one_step_of_scoring_from_the_median_adds_four_over_n_times_the_sum_of_half_scores() -> None:
    draws = prefixes("cauchy", replicates=60)
    z = draws.draws.double().numpy()
    for column, n in enumerate(GRID):
        median = np.median(z[:, :n], axis=1)
        apart = z[:, :n] - median[:, None]
        expected = median + 4 / n * (apart / (1 + apart**2)).sum(axis=1)
        np.testing.assert_allclose(by_kernel(one_step)(draws, SETTING).numpy()[:, column], expected, atol=2e-4)


@pytest.mark.parametrize("n", [9, 60, 300])
def test_the_score_vanishes_at_the_cauchy_maximum(n: int) -> None:
    draws = prefixes("cauchy", replicates=300)
    at = Prefixes(draws.draws, [size for size in SIZES if size <= GRID[-1]])
    apart = draws.draws[:, :n].double() - by_kernel(highest_peaks)(at, SETTING)[:, [at.grid.index(n)]]
    score = (2 * apart / (1 + apart.square())).sum(dim=1)
    assert float(score.abs().quantile(0.99)) < 2e-3 * (n / 2) ** 0.5  # of its own standard deviation


@given(st.floats(1e-3, 1e3))
def test_inverse_digamma_undoes_digamma(alpha: float) -> None:
    value = torch.tensor([special.digamma(alpha)], dtype=torch.float64)
    assert float(inverse_digamma(value)[0]) == pytest.approx(alpha, rel=1e-9)


@given(st.floats(1e-2, 1e3))
def test_the_gamma_fit_undoes_the_gap_between_the_logarithms(alpha: float) -> None:
    gap = torch.tensor([np.log(alpha) - special.digamma(alpha)], dtype=torch.float64)
    assert float(gamma_shape(gap)[0]) == pytest.approx(alpha, rel=1e-7)


@given(st.integers(0, 2**31), st.floats(-1e3, 1e3), st.floats(1e-3, 1e3))
def test_location_estimates_move_and_stretch_with_the_data(seed: int, location: float, scale: float) -> None:
    z = torch.randn((4, 30), generator=torch.Generator().manual_seed(seed))
    here, there = Prefixes(z, (2, 9, 30)), Prefixes(z, (2, 9, 30), location, scale)
    for name in ("mle", "median", "trimmed", "midrange"):
        (own,), (moved,) = (
            FAMILIES["normal-mean"].estimators[name].estimate(draws, SETTING) for draws in (here, there)
        )
        np.testing.assert_allclose(moved, location + scale * own, rtol=1e-9, atol=1e-9 * abs(location))


@pytest.mark.parametrize("family", ["normal-mean", "laplace", "cauchy", "uniform"])
def test_estimates_at_another_theta_from_the_same_draws_are_those_that_are_computed_anew(family: str) -> None:
    elsewhere, estimators = (
        replace(SETTING, theta=SETTING.theta + 1, known=2 * SETTING.known),
        FAMILIES[family].estimators,
    )

    def found(seed: int, at: Setting) -> np.ndarray:
        draws = prefixes(family, seed=seed).draws
        moved = Prefixes(draws, GRID, *FAMILIES[family].standard(at.theta, at.known))
        return np.stack([one.estimate(moved, at)[0].numpy() for one in estimators.values()])

    for seed in (3, 4):
        found(seed, SETTING)
    assert KNOWN, "so that there is something to be mistaken for another"
    for at in (elsewhere, replace(elsewhere, trim=0.3)):
        again = found(4, at)
        KNOWN.clear()
        np.testing.assert_array_equal(again, found(4, at))
