"""Every number that the title or the sentence of a preset states comes out of the preset itself."""

from dataclasses import dataclass
from functools import cache

import numpy as np
import pytest
from stated import assert_stated

from core.statistics import cramer_rao
from core.statistics.cramer_rao import PRESETS, Params
from core.statistics.cramer_rao.families import FAMILIES

PRESET = {preset.name: preset for preset in PRESETS}
NEAR = 4.5  # standard errors


@cache
def result(name: str) -> cramer_rao.Result:
    return cramer_rao.compute(Params(**PRESET[name].values))


@dataclass(frozen=True)
class Of:
    """What the result of a preset says of one estimator, at the preset's n or at another."""

    name: str
    estimator: str
    n: int = 0

    def __getitem__(self, field: str) -> float:
        found, params = result(self.name), Params(**PRESET[self.name].values)
        assert found.accuracy is not None
        column = int(np.flatnonzero(found.axis == (self.n or params.n))[0])
        array = getattr(found.accuracy, field)
        if field == "bound":
            return float(array[column, 0])
        return float(array[list(FAMILIES[params.family].estimators).index(self.estimator), column, 0])

    def varies(self, expected: float) -> bool:
        """Whether the measured variance is the expected one, within its error."""
        return abs(self["variance"] - expected) < NEAR * self["variance_error"]

    def worth(self, expected: float) -> bool:
        """Whether the bound is that share of the measured variance."""
        return self.varies(self["bound"] / expected)


def likelihood_intervals() -> dict[str, np.ndarray]:
    found = result("likelihood").evidence
    assert found is not None
    return dict(zip(("wald", "ratio", "score"), found.intervals, strict=True))


def leans(interval: np.ndarray) -> float:
    return float(interval.mean() - 0.3)


# What a preset states, in its own words, and whether it is so. All its digits stand in one of these phrases.
STATED = {
    "median": {
        "2/π = 0.637": lambda: Of("median", "median", 1_000).worth(0.637) and round(2 / np.pi, 3) == 0.637,
        "57 % more": lambda: Of("median", "median", 1_000).varies(1.57 / 1_000),
        "Of two draws it is the mean": lambda: (
            Of("median", "median", 2)["variance"] == pytest.approx(Of("median", "mle", 2)["variance"])
        ),
    },
    "biased": {
        "less variance than the bound": lambda: (
            Of("biased", "shrunk")["variance"] < Of("biased", "shrunk")["bound"] - 0.05
        ),
        "is met exactly": lambda: (
            Of("biased", "shrunk")["exact_variance"] == pytest.approx(Of("biased", "shrunk")["biased_bound"], rel=1e-5)
        ),
    },
    "variance": {
        "Variance of a normal: 1.28": lambda: Of("variance", "mle")["bound"] == pytest.approx(1.28),
        "σ = 2 and 25 draws": lambda: (Params(**PRESET["variance"].values).theta, Params().n) == (2.0**2, 25),
        "2σ⁴/n = 1.28": lambda: 2 * 2**4 / 25 == 1.28 and Of("variance", "mle").varies(1.28),
        "n/(n−1) above": lambda: Of("variance", "sample").varies(1.28 * 25 / 24),
    },
    "poisson": {
        "Poisson: 0.3": lambda: Of("poisson", "mle")["bound"] == pytest.approx(0.3),
        "Ten draws with the mean λ = 3": lambda: Params(**PRESET["poisson"].values).n == 10,
        "λ/n = 0.3": lambda: Of("poisson", "mle").varies(0.3),
        "s²": lambda: Of("poisson", "sample")["bias"] == pytest.approx(0, abs=0.2),
        "has the variance 2.3": lambda: Of("poisson", "sample").varies(2.3),
    },
    "arrives": {
        "20 draws": lambda: Params(**PRESET["arrives"].values).n == 20,
        "λ²/n = 0.2": lambda: Of("arrives", "mle")["bound"] == pytest.approx(0.2),
        "1/x̄ is biased, and its variance is well above the bound": lambda: (
            Of("arrives", "mle")["variance"] > 1.15 * 0.2
        ),
        "comes down to it as n grows": lambda: Of("arrives", "mle", 1_000).varies(2.0**2 / 1_000),
    },
    "cauchy": {
        "A mean without a variance": lambda: np.isnan(Of("cauchy", "mean")["variance"]),
        "as good as maximum likelihood": lambda: Of("cauchy", "one-step").varies(Of("cauchy", "mle")["variance"]),
    },
    "uniform": {
        "(n+1)/n·max has the variance θ²/(n(n+2))": lambda: Of("uniform", "unbiased").varies(1 / (10 * 12)),
        "far below the θ²/n": lambda: Of("uniform", "unbiased")["variance"] < 0.1 * Of("uniform", "unbiased")["bound"],
    },
    "ellipse": {
        "Two parameters": lambda: result("ellipse").accuracy.joint is not None,
        "I⁻¹/n": lambda: Of("ellipse", "mle")["bound"] == pytest.approx(1 / 50 / (np.pi**2 / 6 - 1 - 1 / 2)),
    },
    "likelihood": {
        "15 of 50": lambda: (result("likelihood").evidence.peak, result("likelihood").evidence.size) == (15 / 50, 50),
        "Wald's interval is symmetric": lambda: abs(leans(likelihood_intervals()["wald"])) < 1e-6,
        "lean towards ½": lambda: min(leans(likelihood_intervals()[name]) for name in ("ratio", "score")) > 0.005,
        "The bound at p = 0.3 is 0.0042": lambda: (
            1 / result("likelihood").evidence.information == pytest.approx(0.0042)
        ),
    },
}  # fmt: skip


@pytest.mark.parametrize("name", PRESET)
def test_what_a_preset_states_is_so(name: str) -> None:
    assert_stated(PRESET[name], STATED[name])
