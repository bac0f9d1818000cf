"""The Cramér–Rao explorer: the variance of real estimators, by Monte Carlo, against the bound that none can beat.

``view`` says what is swept: the number of draws n, the parameter θ at one n, or θ along the likelihood of one sample.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Literal, get_args

import numpy as np
from jaxtyping import Float64

from core import device as devices
from core.checks import between, one_of, whole
from core.errors import InputError
from core.explorer import Preset, from_source, script
from core.statistics.cramer_rao import observed_sample as samples
from core.statistics.cramer_rao.accuracy import Accuracy, join, summarise
from core.statistics.cramer_rao.estimates import Setting
from core.statistics.cramer_rao.estimators import ESTIMATORS
from core.statistics.cramer_rao.families import FAMILIES, Family
from core.statistics.cramer_rao.intervals import evidence
from core.statistics.cramer_rao.likelihood import likelihood
from core.statistics.cramer_rao.likelihood_surface import surface
from core.statistics.cramer_rao.result import Result

View = Literal["n", "theta", "one"]
Source = Literal["drawn", "values", "file"]
FamilyName = Literal["normal-mean", "normal-variance", "normal-both", "bernoulli", "poisson", "exponential",
                     "gamma-shape", "gamma-rate", "gamma-both", "laplace", "cauchy", "uniform"]  # fmt: skip
SIZES = (*range(2, 10), *range(10, 20, 2), *range(20, 50, 5), *range(50, 100, 10), *range(100, 200, 20),
         *range(200, 500, 50), *range(500, 1_001, 100))  # fmt: skip
THETAS = 41
MOST_SECONDS = 120  # on two cores, by COST
# Nanoseconds for each draw on two cores, all n of the axis included: what sorting or searching for a maximum costs.
COST = {"normal-mean": 38, "normal-variance": 50, "normal-both": 45, "bernoulli": 15, "poisson": 35, "exponential": 40,
        "gamma-shape": 65, "gamma-rate": 60, "gamma-both": 75, "laplace": 42, "cauchy": 60, "uniform": 42}  # fmt: skip


def _on_axis_of_n(params: Params) -> bool:
    """Whether n says only where the reader looks. An n of the reader's own joins the axis and is computed with it."""
    return params.view == "n" and params.n in SIZES


@dataclass(frozen=True)
class Params:
    """What a reader sets.

    ``theta`` and ``known`` are the two numbers of the ``family``; ``n`` counts draws. ``error`` is the standard error
    that the Monte Carlo may have, in percent of a variance. ``trim`` (percent at each end) and ``weight`` (draws)
    belong to the trimmed and the shrunk mean, ``confidence`` (percent) to intervals. ``estimator``, ``parameter``
    (of two) and ``measure`` say what is looked at, ``place`` where on the curves of one sample.
    """

    view: View = "n"
    family: FamilyName = "normal-mean"
    theta: float = field(default=0.5, metadata={"view": lambda params: params.view == "theta"})
    known: float = 1.0
    n: int = field(default=25, metadata={"view": _on_axis_of_n})
    error: float = 3.0
    seed: int = 1
    trim: float = 10.0
    weight: float = 5.0
    source: Source = "drawn"
    values: str = field(
        default="0.2 1.7 -0.4 0.9 1.1 2.3 0.6 -1.2 0.8 1.4", metadata={"longest": 40_000} | from_source("values")
    )
    column: str = field(default="", metadata=from_source("file"))
    confidence: float = 95.0
    estimator: str = field(default="mle", metadata={"view": True})
    parameter: Literal["first", "second"] = field(default="first", metadata={"view": True})
    measure: Literal["ratio", "variance", "bias", "mse"] = field(default="ratio", metadata={"view": True})
    place: int = field(default=84, metadata={"view": True})

    def __post_init__(self) -> None:
        for name, options in (("view", View), ("family", FamilyName), ("source", Source)):
            one_of(self, name, get_args(options))
        one_of(self, "parameter", ("first", "second"))
        one_of(self, "measure", ("ratio", "variance", "bias", "mse"))
        one_of(self, "estimator", tuple(ESTIMATORS[self.family]))
        for name, quantity in zip(("theta", "known"), self.kind.quantities, strict=False):
            between(self, name, quantity.low, quantity.high, f"for the {quantity.name}")
        between(self, "error", 0.045, 20.0, "percent")
        between(self, "trim", 0.0, 49.0, "percent at each end")
        between(self, "weight", 0.0, 1e6, "draws")
        between(self, "confidence", 50.0, 99.99, "percent")
        for name, low, high in (("n", 2, 1_000), ("seed", 0, 2**32 - 1), ("place", 0, 240)):
            whole(self, name, low, high)
        if self.seconds > MOST_SECONDS:
            least = math.ceil(1000 * self.error * math.sqrt(self.seconds / MOST_SECONDS)) / 1000
            rule = f"it would take {self.seconds:,.0f} s for {self.draws:,} draws, and {MOST_SECONDS} s is the limit"
            smaller = ", or a smaller n" if self.view == "theta" else ""
            raise InputError("error", self.error, rule, f"Take {least:g} % or more{smaller}.")

    @property
    def kind(self) -> Family:
        return FAMILIES[self.family]

    @property
    def replicates(self) -> int:
        """2/e² of them give the variance of a normal estimate with a relative standard error of e."""
        return math.ceil(2 / (self.error / 100) ** 2)

    @property
    def draws(self) -> int:
        """How many the Monte Carlo takes."""
        over = {"n": max(SIZES), "theta": THETAS * self.n, "one": 0}
        return int(self.replicates * over[self.view])

    @property
    def seconds(self) -> float:
        """What the Monte Carlo takes on two cores, about."""
        return 1e-9 * COST[self.family] * self.draws

    @property
    def setting(self) -> Setting:
        return Setting(self.theta, self.known, self.trim / 100, self.weight)


PRESETS: tuple[Preset, ...] = (
    Preset("median", "Mean against median", "Of many normal draws the median is worth 2/π = 0.637 of the mean: it "
           "takes 57 % more. Of two it is the mean.", {"estimator": "median", "n": 200}),
    Preset("biased", "Below the bound, by bias", "Known to mislead: the shrunk mean has less variance than the bound. "
           "The bound for its bias holds, and is met exactly.", {"estimator": "shrunk", "n": 10}),
    Preset("variance", "Variance of a normal: 1.28", "σ = 2 and 25 draws: no unbiased estimate of σ² has a variance "
           "below 2σ⁴/n = 1.28. With μ known it is reached; s² stays n/(n−1) above.",
           {"family": "normal-variance", "theta": 4.0, "known": 0.0, "estimator": "sample", "measure": "variance"}),
    Preset("poisson", "Poisson: 0.3", "Ten draws with the mean λ = 3: the bound is λ/n = 0.3, and their mean meets it. "
           "s² estimates λ too, which is both mean and variance here, but has the variance 2.3.",
           {"family": "poisson", "theta": 3.0, "n": 10, "measure": "variance"}),
    Preset("arrives", "Efficiency arrives", "The rate of an exponential from 20 draws: the bound is λ²/n = 0.2. 1/x̄ is "
           "biased and well above it, and comes down to it as n grows.",
           {"family": "exponential", "theta": 2.0, "n": 20}),
    Preset("cauchy", "A mean without a variance", "Of Cauchy draws the mean is no better than a single draw. One step "
           "of scoring from the median is as good as maximum likelihood.",
           {"family": "cauchy", "n": 100, "estimator": "one-step"}),
    Preset("uniform", "Beyond the theorem", "The end of a uniform: its support moves with θ. "
           "(n+1)/n·max has the variance θ²/(n(n+2)), far below the θ²/n of the formula.",
           {"family": "uniform", "theta": 1.0, "n": 10, "estimator": "unbiased"}),
    Preset("ellipse", "Two parameters at once", "Shape and rate of a gamma go together: the ellipse of the estimates "
           "against that of I⁻¹/n.", {"family": "gamma-both", "theta": 2.0, "known": 1.0, "n": 50}),
    Preset("likelihood", "One sample: 15 of 50", "Wald's interval is symmetric, the score's (Wilson's) and the "
           "likelihood ratio's lean towards ½. The bound at p = 0.3 is 0.0042.",
           {"view": "one", "family": "bernoulli", "theta": 0.3, "n": 50, "source": "values",
            "values": " ".join(["1"] * 15 + ["0"] * 35)}),
)  # fmt: skip


def usual(family: str) -> dict[str, float]:
    """Values of ``theta`` and ``known`` to begin with in a family."""
    values = [quantity.usual for quantity in FAMILIES[family].quantities]
    return dict(zip(("theta", "known"), [*values, 1.0], strict=False))


def sizes(params: Params) -> tuple[int, ...]:
    """The values of n that are tried: those of every axis, and the reader's own."""
    return tuple(sorted({*SIZES, params.n}))


def thetas(params: Params) -> Float64[np.ndarray, " axis"]:
    """The values of θ that are tried: three scales to each side for a location, two decades for what is positive."""
    quantity = params.kind.quantities[0]
    if quantity.high < 1:
        return np.linspace(0.02, 0.98, THETAS).round(3)
    if quantity.low > 0:
        reach = (0.5, 50.0) if quantity.symbol == "α" else (0.1, 10.0)
        return np.array([float(f"{theta:.4g}") for theta in np.geomspace(*reach, THETAS)])
    scale = params.kind.standard(0.0, params.known)[1]
    return np.array([float(f"{theta:.4g}") for theta in np.linspace(-3, 3, THETAS) * scale])


def compute(
    params: Params,
    data: bytes | None = None,
    *,
    device: str = "auto",
    progress: Callable[[float], None] | None = None,
) -> Result:
    """The whole axis at once: on the GPU where there is one, else on two cores.

    Raises:
        InputError: a sample cannot be read, or cannot come from the family.
    """
    if params.view == "one":
        return _one_sample(params, data)
    chosen = devices.choose(device)  # type: ignore[arg-type]
    accuracy, notice = devices.with_fallback(lambda where: _monte_carlo(params, where, progress), chosen)
    axis = np.array(sizes(params), np.float64) if params.view == "n" else thetas(params)
    where = str(chosen) if notice is None else "cpu"
    return Result(
        params.family, axis, params.replicates, accuracy, None, np.zeros(0), (notice,) if notice else (), where
    )


def _monte_carlo(params: Params, where: Any, progress: Callable[[float], None] | None) -> Accuracy:
    from core.statistics.cramer_rao.replicates import simulate  # imports torch, which a process may not need

    report = progress or (lambda fraction: None)

    def tried(setting: Setting, grid: tuple[int, ...], part: int, parts: int) -> Accuracy:
        seed = params.seed + (part << 32)  # each θ has draws of its own: their errors say nothing of one another
        totals = simulate(params.family, setting, grid, params.replicates, seed, where,
                          lambda fraction: report((part + fraction) / parts))  # fmt: skip
        return summarise(totals, params.family, setting, grid)

    if params.view == "n":
        return tried(params.setting, sizes(params), 0, 1)
    each = [replace(params.setting, theta=theta) for theta in thetas(params).tolist()]
    return join([tried(setting, (params.n,), part, THETAS) for part, setting in enumerate(each)])


def _one_sample(params: Params, data: bytes | None) -> Result:
    drawn, remarks = _sample(params, data)
    place = {"drawn": "n", "values": "values", "file": "column"}[params.source]
    samples.check(drawn, params.kind, params.known, place)
    seen = evidence(likelihood(params.family, drawn, params.known), params.confidence / 100, params.kind.regular)
    samples.check_digits(seen.theta, place)
    both = None
    if params.kind.estimated == 2:
        both = surface(params.family, drawn, params.confidence / 100, seen.theta)
    return Result(params.family, seen.theta, 0, None, seen, drawn[:1_000].copy(), remarks, surface=both)


def _sample(params: Params, data: bytes | None) -> tuple[Float64[np.ndarray, " draws"], tuple[str, ...]]:
    if params.source == "values":
        return samples.typed(params.values), ()
    if params.source == "file":
        return samples.column(data, params.column)
    from core.statistics.cramer_rao.samplers import draw_one

    location, scale = params.kind.standard(params.theta, params.known)
    return location + scale * draw_one(params.family, params.n, params.theta, params.known, params.seed), ()


def estimate_seconds(params: Params, data: bytes | None) -> float:
    """About how long ``compute`` takes on two cores, from the number of draws."""
    if params.view == "one":
        size = params.n if params.source == "drawn" else len(data or b"") / 4 if params.source == "file" else 1_000
        return 0.02 + size * (1e-5 if params.family == "cauchy" else 4e-7)
    overhead = 0.3 if params.view == "theta" else 0.005
    return overhead + params.seconds


def snippet(params: Params) -> str:
    """Python that prints the same numbers."""
    from_file = params.view == "one" and params.source == "file"
    return script(params, "print(result.table().to_string())", file="your-file.csv" if from_file else "")
