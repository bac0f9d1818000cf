"""The Cramér–Rao explorer: the variance of real estimators, by Monte Carlo, against the bound that none can beat.

``view`` says what is swept: the number of draws n, the parameter θ at one n, or θ along the likelihood of one sample.
"""

from dataclasses import replace

import numpy as np
from jaxtyping import Float64

from core.computation import Run, computation
from core.explorer import script
from core.headline import Headline
from core.number_column import column
from core.statistics.cramer_rao import observed_sample as samples
from core.statistics.cramer_rao.accuracy import Accuracy, join, summarise
from core.statistics.cramer_rao.estimates import Setting
from core.statistics.cramer_rao.intervals import evidence
from core.statistics.cramer_rao.likelihood_surface import surface
from core.statistics.cramer_rao.params import SIZES as SIZES
from core.statistics.cramer_rao.params import THETAS
from core.statistics.cramer_rao.params import Params as Params
from core.statistics.cramer_rao.presets import PRESETS as PRESETS
from core.statistics.cramer_rao.questions import QUESTIONS as QUESTIONS
from core.statistics.cramer_rao.replicates import simulate
from core.statistics.cramer_rao.result import Result
from core.statistics.cramer_rao.samplers import draw_one


def sizes(params: Params) -> tuple[int, ...]:
    """The values of n that are tried: those of every axis, and the reader's own."""
    return tuple(sorted({*SIZES, params.n}))


def thetas(params: Params) -> Float64[np.ndarray, " axis"]:
    """The values of θ that are tried: three scales to each side for a location, two decades for what is positive."""
    quantity = params.kind.quantities[0]
    if quantity.high < 1:
        return np.linspace(0.02, 0.98, THETAS).round(3)
    if quantity.low > 0:
        grid = np.geomspace(*((0.5, 50.0) if quantity.symbol == "α" else (0.1, 10.0)), THETAS)
    else:
        reach = min(3 * params.kind.standard(0.0, params.known)[1], quantity.high)
        grid = np.linspace(-reach, reach, THETAS)
    return np.array([float(f"{theta:.4g}") for theta in grid])


@computation
def compute(params: Params, data: bytes | None, run: Run) -> Result:
    """The whole axis at once: on the GPU where there is one, else on two cores.

    Raises:
        InputError: a sample cannot be read, or cannot come from the family.
    """
    if params.view == "one":
        return _one_sample(params, data)
    accuracy = _monte_carlo(params, run)
    axis = np.array(sizes(params), np.float64) if params.view == "n" else thetas(params)
    return Result(params.family, axis, params.replicates, accuracy, None, np.zeros(0))


def _monte_carlo(params: Params, run: Run) -> Accuracy:
    def tried(setting: Setting, grid: tuple[int, ...], part: int, parts: int) -> Accuracy:
        seed = params.seed + (part << 32)  # each θ has draws of its own: their errors say nothing of one another
        totals = simulate(params.family, setting, grid, params.replicates, seed, run.device,
                          lambda fraction: run.report((part + fraction) / parts))  # fmt: skip
        return summarise(totals, params.family, setting, grid)

    if params.view == "n":
        return tried(params.setting, sizes(params), 0, 1)
    each = [replace(params.setting, theta=theta) for theta in thetas(params).tolist()]
    return join([tried(setting, (params.n,), part, THETAS) for part, setting in enumerate(each)])


def _one_sample(params: Params, data: bytes | None) -> Result:
    drawn, remarks = _sample(params, data)
    place = {"drawn": "n", "values": "values", "file": "column"}[params.source]
    samples.check(drawn, params.kind, params.known, place)
    found = evidence(params.kind.likelihood(drawn, params.known), params.confidence / 100, params.kind.regular,
                     params.information == "expected")  # fmt: skip
    samples.check_digits(found.theta, place)
    pair = params.kind.pair
    both = None if pair is None else surface(pair(drawn), params.confidence / 100, found.theta)
    return Result(params.family, found.theta, 0, None, found, drawn[:1_000].copy(), remarks, surface=both)


def _sample(params: Params, data: bytes | None) -> tuple[Float64[np.ndarray, " draws"], tuple[str, ...]]:
    if params.source == "values":
        return samples.typed(params.values), ()
    if params.source == "file":
        return column(data, params.column)
    location, scale = params.kind.standard(params.theta, params.known)
    return location + scale * draw_one(params.kind.draw, params.n, params.theta, params.known, params.seed), ()


def headline(result: Result, params: Params) -> Headline:
    """The variance over n or θ, NaN where it is infinite; of one sample the score at each θ."""
    if result.evidence is not None:
        return Headline("score", result.evidence.score)
    assert result.accuracy is not None
    estimator, parameter = params.in_focus
    return Headline("variance", result.accuracy.variance[estimator, :, parameter])


def work(params: Params, data: bytes | None) -> dict[str, int]:
    """Draws of a family; of one sample its size, which counts where every θ needs all of it again."""
    if params.view == "one":
        size = {"drawn": params.n, "file": len(data or b"") // 4}.get(params.source, len(params.values) // 2)
        return {"observations": size, "Cauchy observations": size * (params.family == "cauchy")}
    settings, tried = (THETAS, THETAS) if params.view == "theta" else (1, len(sizes(params)))
    estimates = tried * params.replicates * len(params.kind.estimators)
    return {"settings": settings, f"draws, {params.family}": params.draws, "estimates": estimates}


snippet = script
