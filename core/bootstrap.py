"""Bootstrap intervals: how far an estimate of a reader's numbers may be off, from samples drawn of these numbers.

B. Efron, *Better Bootstrap Confidence Intervals*, JASA 82 (1987), 171–185.

>>> low, high = interval(np.arange(20.0), lambda rows: rows.mean(axis=1), "percentile", 2_000, seed=0)
>>> bool(low < 9.5 < high)
True
"""

import warnings
from collections.abc import Callable
from typing import Any, Literal

import numpy as np
from jaxtyping import Float64
from scipy import stats

from core.numbers import apart, number

Method = Literal["percentile", "basic", "BCa"]
BLOCK = 1_000_000  # numbers drawn that stand in memory together


def interval(
    values: Float64[np.ndarray, " values"], statistic: Callable[[Any], Any], method: Method, replicates: int, seed: int
) -> tuple[float, float]:
    """The ends of that of 95 %; NaN where ``method`` has none, as BCa where all estimates are alike.

    ``statistic`` makes an estimate of each row. With q the quantiles of the estimates of ``replicates`` samples and θ̂
    the estimate of the ``values``, percentile has q at α/2 and 1 − α/2; basic has 2θ̂ − q, mirrored; BCa moves the two
    shares by how many estimates lie below θ̂, and by the skewness of the estimates that leave one value out (Efron).
    """

    def along(samples: Any, axis: int = -1) -> Any:
        return statistic(samples.reshape(-1, samples.shape[-1])).reshape(samples.shape[:-1])

    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore", stats.DegenerateDataWarning)
        found = stats.bootstrap(
            (values,), along, n_resamples=replicates, method=method, confidence_level=0.95, vectorized=True,
            batch=max(1, BLOCK // len(values)), rng=np.random.default_rng(seed),
        ).confidence_interval  # fmt: skip
    return float(found.low), float(found.high)


def remark(
    values: Float64[np.ndarray, " values"], statistic: Callable[[Any], Any], method: Method, replicates: int, seed: int
) -> str:
    """The estimate from all ``values`` and its interval of 95 %, in a sentence."""
    low, high = interval(values, statistic, method, replicates, seed)
    digits = apart(low, high, 4)
    all_give = number(statistic(values[None])[0], digits)
    if np.isnan(low + high):
        return f"All {len(values):,} numbers give {all_give}. Of the kind {method} there is no bootstrap interval here."
    ends = f"from {number(low, digits)} to {number(high, digits)}"
    return f"All {len(values):,} numbers give {all_give}; the 95 % bootstrap interval ({method}) reaches {ends}."
