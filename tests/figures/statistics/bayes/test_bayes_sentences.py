"""What is said of a posterior."""

import re

import numpy as np

from core.statistics.bayes import Params, compute
from figures.statistics.bayes import views


def test_the_ends_of_a_narrow_interval_are_told_apart() -> None:
    heights = np.random.default_rng(0).normal(170, 8, 60).round(1)
    params = Params(pair="normal_normal", source="typed", sample=" ".join(map(str, heights)))
    its = compute(params)
    said = views(its, params).readout.header["said"][-1][1][1]
    low, high = map(float, re.search(r"reaches from ([0-9.]+) to ([0-9.]+)\.", said).groups())
    assert abs(low - its.low[-1]) < 0.1 * (its.high[-1] - its.low[-1])
    assert abs(high - its.high[-1]) < 0.1 * (its.high[-1] - its.low[-1])
