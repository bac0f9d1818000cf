"""The numbers in focus of /estimators: in a sentence, and opened."""

import numpy as np

from core.numbers import count, number
from core.populations.estimates import SLOPES
from core.statistics.estimators import Result
from core.statistics.estimators.distribution import SIZES, Distribution
from core.statistics.estimators.laws import BERRY_ESSEEN, SMALL, Laws
from core.statistics.estimators.laws import SIZES as LAW_SIZES
from figures.opened import Line, panel
from figures.plot import Panel

AXIS = "estimators"


def sentences(its: Result) -> list[list[list[str]]]:
    """The number in focus and what stands beside it, at each step."""
    match its:
        case Distribution():
            samples = f"{its.params.replicates:,} simulated samples"
            return [[["focus", f"Mean square error {number(mse)}"],
                     ["dim", f" ± {number(error, 2)} (Monte Carlo error) over {samples} of {n}: "
                      f"bias {number(bias, 3)}, deviation {number(np.sqrt(variance), 3)}."]]
                    for n, (bias, variance, mse), error
                    in zip(SIZES, its.seen.T, its.error[2], strict=True)]  # fmt: skip
        case Laws(distance=distance) if np.isnan(distance).any():
            return [[["focus", "No mean, no normal law."], ["dim", f" Half of all means of {count(n)} draws lie beyond "
                      "±1, as half of all single draws do."]] for n in LAW_SIZES.tolist()]  # fmt: skip
        case Laws():
            end = f" It falls below {SMALL} at n = {count(its.small)}." if its.small else ""
            how = ", simulated" if its.small is None else ""
            return [[["focus", f"Largest gap {number(gap, 3)}"], ["dim", f" between the law of the mean of {count(n)} "
                      f"draws and the normal law{how}.{end}"]]
                    for n, gap in zip(LAW_SIZES.tolist(), its.gap, strict=True)]  # fmt: skip
    return [[["focus", f"Mean {number(mean)}"], ["dim", f", median {number(median)}, trimmed mean {number(trimmed)}, "
              f"deviation s {number(s)}."]] for mean, median, trimmed, s in its.estimates.T]  # fmt: skip


def opened(its: Result) -> Panel:
    """The arithmetic of the number in focus."""
    match its:
        case Distribution():
            sigma, deviation = its.population.deviation, {"seen": np.sqrt(its.seen[1])}
            lines = [Line("mean square error = bias² + variance", "{bias}² + {variance}",
                          {"bias": its.seen[0], "variance": its.seen[1]},
                          note=". In theory it is {known}.", beside={"known": its.known[2]})]  # fmt: skip
            if its.params.part == "delta":
                with np.errstate(all="ignore"):  # 1/x̄ and others have no slope where the mean is 0
                    slope = abs(float(SLOPES[its.params.function][1](np.float64(its.population.mean))))
                lines.insert(0, Line("delta method: |g′(μ)| × σ / √n", "{slope} × {sigma} / √{n}",
                                     {"slope": slope, "sigma": sigma, "n": SIZES}, beside=deviation,
                                     note=". The simulated deviation is {seen}."))  # fmt: skip
            elif its.params.estimator == "mean":
                lines.insert(0, Line("standard deviation of the mean: σ / √n", "{sigma} / √{n}",
                                     {"sigma": sigma, "n": SIZES}, beside=deviation,
                                     note=". The simulated one is {seen}."))  # fmt: skip
            return panel("estimators-opened", AXIS, len(SIZES), *lines)
        case Laws():
            bound = Line("Berry–Esseen bound: 0.4748 × E|z|³ / √n", "{c} × {third} / √{n}",
                         {"c": BERRY_ESSEEN, "third": its.population.third, "n": LAW_SIZES},
                         note=". The simulated gap is {seen}, off by at most {noise} (95 % sure).",
                         beside={"seen": its.distance, "noise": its.noise})  # fmt: skip
            return panel("estimators-laws-opened", AXIS, len(LAW_SIZES), bound)
    n, total = len(its.others) + 1, float(its.others.sum())
    mean = Line("mean = (sum of the others + x) / n", "({total} + {x}) / {n}", {"total": total, "x": its.place, "n": n})
    ruin = Line("points that ruin the median: ⌈n / 2⌉", result=its.breakdown[1],
                note=". For the trimmed mean it takes {trimmed}, for the mean and s one.",
                beside={"trimmed": its.breakdown[2]})  # fmt: skip
    return panel("estimators-outlier-opened", AXIS, its.estimates.shape[1], mean, ruin)
