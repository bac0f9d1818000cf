"""Scores and information of each family: against torch's own densities, differentiated, and against simulation."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats
from torch import distributions
from torch.autograd import functional

from core.statistics.cramer_rao.families import FAMILIES, bound

# theta, known → torch's distribution of x, independent of ours
DENSITIES = {
    "normal-mean": lambda theta, known: distributions.Normal(theta, known),
    "normal-variance": lambda theta, known: distributions.Normal(known, theta**0.5),
    "normal-both": lambda theta, known: distributions.Normal(theta, known**0.5),
    "bernoulli": lambda theta, known: distributions.Bernoulli(theta),
    "poisson": lambda theta, known: distributions.Poisson(theta),
    "exponential": lambda theta, known: distributions.Exponential(theta),
    "exponential-scale": lambda theta, known: distributions.Exponential(1 / theta),
    "gamma-shape": lambda theta, known: distributions.Gamma(theta, known),
    "gamma-rate": lambda theta, known: distributions.Gamma(known, theta),
    "gamma-both": lambda theta, known: distributions.Gamma(theta, known),
    "laplace": lambda theta, known: distributions.Laplace(theta, known),
    "cauchy": lambda theta, known: distributions.Cauchy(theta, known),
    "uniform": lambda theta, known: distributions.Uniform(0 * theta, theta, validate_args=False),
}
# scipy's distribution functions of the standard draws z
STANDARD = {
    "normal-mean": lambda theta, known: stats.norm(),
    "normal-variance": lambda theta, known: stats.norm(),
    "normal-both": lambda theta, known: stats.norm(),
    "exponential": lambda theta, known: stats.expon(),
    "exponential-scale": lambda theta, known: stats.expon(),
    "gamma-shape": lambda theta, known: stats.gamma(theta),
    "gamma-rate": lambda theta, known: stats.gamma(known),
    "gamma-both": lambda theta, known: stats.gamma(theta),
    "laplace": lambda theta, known: stats.laplace(),
    "cauchy": lambda theta, known: stats.cauchy(),
    "uniform": lambda theta, known: stats.uniform(),
}
SETTINGS = [(0.7, 1.3), (0.3, 2.5)]
every_family = pytest.mark.parametrize("family", FAMILIES)
smooth = pytest.mark.parametrize("family", [name for name in FAMILIES if name not in ("laplace", "uniform")])


def standard_draws(family: str, theta: float, known: float, shape: tuple[int, int], seed: int = 0) -> torch.Tensor:
    return FAMILIES[family].draw(torch.Generator().manual_seed(seed), shape, theta, known)


def differentiated(family: str, z: torch.Tensor, theta: float, known: float) -> tuple[torch.Tensor, torch.Tensor]:
    """∂ ln f and −∂² ln f summed over the draws, by automatic differentiation in double precision."""
    kind = FAMILIES[family]
    location, scale = kind.standard(theta, known)
    x = location + scale * z.double()
    at = torch.tensor([theta, known][: kind.estimated], dtype=torch.float64)

    def total(values: torch.Tensor) -> torch.Tensor:
        numbers = [*values, *torch.tensor([theta, known], dtype=torch.float64)[kind.estimated :]]
        return DENSITIES[family](*numbers).log_prob(x).sum()

    return functional.jacobian(total, at), -functional.hessian(total, at)


@every_family
@pytest.mark.parametrize(("theta", "known"), SETTINGS)
def test_the_score_is_the_derivative_of_the_log_density(family: str, theta: float, known: float) -> None:
    z = standard_draws(family, theta, known, (1, 500)).double()
    ours = torch.stack([score.sum() for score in FAMILIES[family].scores(z, theta, known)])
    slope, _ = differentiated(family, z, theta, known)
    np.testing.assert_allclose(ours, slope, rtol=1e-9, atol=1e-8)


@smooth
@pytest.mark.parametrize(("theta", "known"), SETTINGS)
def test_information_is_the_mean_curvature_of_the_log_likelihood(family: str, theta: float, known: float) -> None:
    size, parts = 5_000, 40
    z = standard_draws(family, theta, known, (parts, size))
    curvature = np.stack([differentiated(family, row, theta, known)[1].numpy() / size for row in z])
    expected = FAMILIES[family].information(theta, known)
    error = curvature.std(axis=0, ddof=1) / parts**0.5
    assert (
        np.abs(curvature.mean(axis=0) - expected) <= 4.5 * error + 1e-9 * np.abs(expected).max()
    ).all()  # torch's ψ′ has ten digits


@pytest.mark.parametrize("family", [name for name, kind in FAMILIES.items() if kind.regular])
@pytest.mark.parametrize(("theta", "known"), SETTINGS)
def test_information_is_the_variance_of_the_score_whose_mean_is_zero(family: str, theta: float, known: float) -> None:
    count = 400_000
    scores = np.stack(FAMILIES[family].scores(standard_draws(family, theta, known, (1, count)), theta, known))[:, 0]
    assert (np.abs(scores.mean(axis=1)) <= 4.5 * scores.std(axis=1) / count**0.5).all()
    squares = scores[:, None] * scores[None].astype(np.float64)
    error = squares.std(axis=-1) / count**0.5
    expected = FAMILIES[family].information(theta, known)
    assert (np.abs(squares.mean(axis=-1) - expected) <= 4.5 * error + 1e-5 * np.abs(expected).max()).all()


def test_the_score_of_a_uniform_has_not_the_mean_zero_that_the_theorem_needs() -> None:
    (score,) = FAMILIES["uniform"].scores(standard_draws("uniform", 2.0, 0.0, (1, 100)), 2.0, 0.0)
    assert score.unique().tolist() == [-0.5]
    assert not FAMILIES["uniform"].regular


@pytest.mark.parametrize("family", STANDARD)
def test_standard_draws_follow_their_distribution(family: str) -> None:
    draws = standard_draws(family, 0.7, 1.3, (1, 100_000))[0].double().numpy()
    assert stats.kstest(draws, STANDARD[family](0.7, 1.3).cdf).pvalue > 1e-4


@pytest.mark.parametrize("mean", [0.05, 3.0, 400.0])
def test_poisson_counts_have_poisson_frequencies(mean: float) -> None:
    draws = standard_draws("poisson", mean, 1.0, (1, 200_000))[0].numpy().astype(int)
    values, seen = np.unique(draws, return_counts=True)
    expected = stats.poisson.pmf(values, mean) * len(draws)
    common = expected > 10
    assert stats.chi2.sf((((seen - expected) ** 2 / expected)[common]).sum(), common.sum() - 1) > 1e-4


# The notes' bounds, recomputed: golden numbers of the section Statistics.
@pytest.mark.parametrize(
    ("family", "theta", "known", "n", "expected"),
    [
        ("normal-mean", 0.0, 2.0, 25, 4 / 25),
        ("normal-variance", 4.0, 0.0, 25, 1.28),
        ("bernoulli", 0.3, 1.0, 50, 0.0042),
        ("poisson", 3.0, 1.0, 10, 0.3),
        ("exponential", 2.0, 1.0, 20, 0.2),
        ("uniform", 3.0, 1.0, 9, 1.0),  # what the formula would give: θ²/n
    ],
)
def test_bounds_are_those_of_the_notes(family: str, theta: float, known: float, n: int, expected: float) -> None:
    assert bound(FAMILIES[family], theta, known)[0, 0] / n == pytest.approx(expected, rel=1e-12)


@given(st.floats(0.5, 100.0), st.floats(1e-3, 1e3))
def test_not_knowing_the_rate_of_a_gamma_costs_information_on_its_shape(shape: float, rate: float) -> None:
    both, alone = bound(FAMILIES["gamma-both"], shape, rate), bound(FAMILIES["gamma-shape"], shape, rate)
    assert both[0, 0] > alone[0, 0]
    assert np.linalg.eigvalsh(both)[0] > 0
