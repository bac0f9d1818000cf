"""The numbers in focus of /estimators: in a sentence, and opened."""

import numpy as np

from core.numbers import apart, count, number
from core.populations.estimates import SLOPES
from core.statistics.estimators import Result
from core.statistics.estimators.distribution import SIZES, Distribution
from core.statistics.estimators.laws import BERRY_ESSEEN, SMALL, Laws
from core.statistics.estimators.laws import SIZES as LAW_SIZES
from figures.opened import Line, panel
from figures.plot import Array, Panel

AXIS = "estimators"


def sentences(its: Result) -> list[list[list[str]]]:
    """The number in focus and what stands beside it, at each step."""
    match its:
        case Distribution():
            return [_of_errors(its, step) for step in range(len(SIZES))]
        case Laws(distance=distance) if np.isnan(distance).any():
            return [[["focus", "No mean, no normal law."], ["dim", " Half of all single draws lie beyond ±1." if n == 1
                      else f" Half of all means of {count(n)} draws lie beyond ±1, as half of all single draws do."]]
                    for n in LAW_SIZES.tolist()]  # fmt: skip
        case Laws():
            end = f" It falls below {SMALL} at n = {count(its.small)}." if its.small else ""
            how = ", simulated" if its.small is None else ""
            return [[["focus", f"Largest gap {number(gap, 3)}"], ["dim", f" between the law of single draws and the "
                      f"normal law{how}.{end}" if n == 1 else f" between the law of the mean of {count(n)} draws and "
                      f"the normal law{how}.{end}"]]
                    for n, gap in zip(LAW_SIZES.tolist(), its.gap, strict=True)]  # fmt: skip
    return [[["focus", f"Mean {number(mean, digits)}"],
             ["dim", f", median {number(median, digits)}, trimmed mean {number(trimmed, digits)}, "
              f"deviation s {number(s)}."]]
            for mean, median, trimmed, s in its.estimates.T for digits in (1 + apart(mean, mean + s, 3),)]  # fmt: skip


def _of_errors(its: Distribution, step: int) -> list[list[str]]:
    """Bias, variance and mean square error at a step: of which samples, and where they mean nothing."""
    (bias, variance, mse), n, all_of_them = its.simulated[:, step], SIZES[step], f"{its.params.replicates:,}"
    samples = f"{all_of_them} simulated samples"
    if its.count[step] < its.params.replicates:
        samples = f"{its.count[step]:,} of {all_of_them} simulated samples"
    deviation = number(np.sqrt(variance), 3)
    if np.isnan(its.theory.truth):
        then = f": the population has no such number. Over {samples} of {n} the deviation is {deviation}."
        return [["focus", "Mean square error undefined"], ["dim", then]]
    if its.count[step] < 2:
        return [["focus", "Too few values for a mean square error"], ["dim", f": {samples} of {n} have one."]]
    found = f"bias {number(bias, 3)}, deviation {deviation}."
    if its.infinite[step]:
        then = f", and no simulation would settle. Over {samples} of {n}: {number(mse)}, {found}"
        return [["focus", "The mean square error is infinite"], ["dim", then]]
    if its.unsure[step]:
        then = f" over {samples} of {n}: {found} Its Monte Carlo error is infinite, as the estimates’ fourth moment is."
        return [["focus", f"Mean square error {number(mse)}"], ["dim", then]]
    then = f" ± {number(its.error[2, step], 2)} (Monte Carlo error) over {samples} of {n}: {found}"
    return [["focus", f"Mean square error {number(mse)}"], ["dim", then]]


def _how_known(its: Distribution) -> Array:
    """Whether theory says the mean square error exactly, for large n, as infinite, or not at all, or there is none."""
    theory, is_finite = its.theory, np.isfinite(its.theory.truth)
    exact = np.isfinite(theory.mean) & np.isfinite(theory.deviation)
    return np.select([np.full(len(SIZES), not is_finite), its.infinite, np.isnan(its.known[2]), exact], [4, 2, 3, 0], 1)


def opened(its: Result) -> Panel:
    """The arithmetic of the number in focus."""
    match its:
        case Distribution():
            sigma, deviation, known = its.population.deviation, {"seen": np.sqrt(its.simulated[1])}, its.known[2]
            square = "{bias}² + {variance}"
            lines = [Line("mean square error = bias² + variance", (square, square, square, square, ""),
                          {"bias": its.simulated[0], "variance": its.simulated[1]}, case=_how_known(its),
                          beside={"known": known},
                          note=(". In theory it is {known}.", ". For large n it would be {known}.",
                                ". In theory it is infinite.", "",
                                ": the population has no such number."))]  # fmt: skip
            if its.params.part == "delta":
                with np.errstate(all="ignore"):  # 1/x̄ and others have no slope where the mean is 0
                    slope = abs(float(SLOPES[its.params.function][1](np.float64(its.population.mean))))
                lines.insert(0, Line("delta method: |g′(μ)| × σ / √n", ("{slope} × {sigma} / √{n}", ""),
                                     {"slope": slope, "sigma": sigma, "n": SIZES}, beside=deviation,
                                     result=None if np.isfinite(slope) else np.full(len(SIZES), np.nan),
                                     case=np.full(len(SIZES), np.isinf(slope), np.uint8),
                                     note=(". The simulated deviation is {seen}.", ": the function has no slope at μ. "
                                           "The simulated deviation is {seen}.")))  # fmt: skip
            elif its.params.estimator == "mean" and np.isfinite(sigma):
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
