"""All sample sizes of /cramer-rao at once, against one NumPy call after the other, in one process.

    python -m benchmarks.cramer_rao [--replicates 10000] [--repeats 5]

Both simulate 10⁴ samples of up to 1,000 draws and find mean, median, trimmed mean and midrange at 41 sizes. Ours adds
the shrunk mean, four moments of each, their covariance with the score, histograms and quantiles. The other draws
afresh for each size, as a plain script does. Repeats alternate; medians are printed.
"""

import argparse
import statistics

import numpy as np
from scipy import stats

from benchmarks.timing import seconds
from core.statistics.cramer_rao import SIZES, Params, compute


def plain(replicates: int, seed: int) -> np.ndarray:
    """The variances of four estimators at every size."""
    rng = np.random.default_rng(seed)
    rows = []
    for n in SIZES:
        draws = rng.standard_normal((replicates, n))
        middle = (draws.max(axis=1) + draws.min(axis=1)) / 2
        found = (draws.mean(axis=1), np.median(draws, axis=1), stats.trim_mean(draws, 0.1, axis=1), middle)
        rows.append([estimate.var(ddof=1) for estimate in found])
    return np.array(rows)


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--replicates", type=int, default=10_000)
    parser.add_argument("--repeats", type=int, default=5)
    options = parser.parse_args()
    error = 100 * (2 / options.replicates) ** 0.5
    families = ("normal-mean", "exponential", "gamma-both", "cauchy")
    settings = {family: Params(family=family, theta=2.0, error=error) for family in families}
    times: dict[str, list[float]] = {name: [] for name in ("NumPy, normal mean", *families)}
    compute(settings["normal-mean"])  # loads torch
    for repeat in range(options.repeats):
        times["NumPy, normal mean"].append(seconds(lambda: plain(options.replicates, 0)))
        for family, params in settings.items():
            times[family].append(seconds(lambda params=params: compute(params)))
        print(f"{repeat + 1} of {options.repeats}", end="\r")
    theirs = statistics.median(times["NumPy, normal mean"])
    for name, each in times.items():
        middle = statistics.median(each)
        print(f"{name:20} {middle:6.3f} s   best {min(each):6.3f} s   {middle / theirs:5.2f} of NumPy")


if __name__ == "__main__":
    main()
