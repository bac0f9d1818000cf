"""The numbers of the theory and its conventions, against the mathematics of the page and the libraries."""

import math

import numpy as np
import pandas as pd
import pytest
import torch
from stated import assert_theory_states

from core.statistics.cramer_rao import Params, compute
from core.statistics.cramer_rao.replicates import KEPT


def test_the_theory_states_what_the_mathematics_gives() -> None:
    assert_theory_states("cramer_rao", {
        r"$2/\pi = 0.637$": lambda: 2 / math.pi == pytest.approx(0.637, abs=5e-4),
        "the first 10,000": lambda: KEPT == 10_000,
    })  # fmt: skip


@pytest.mark.parametrize(("family", "theta", "bound"), [
    ("normal-mean", 0.5, lambda sigma, n: sigma**2 / n), ("normal-variance", 4.0, lambda sigma, n: 2 * 4.0**2 / n),
    ("bernoulli", 0.3, lambda sigma, n: 0.3 * 0.7 / n), ("poisson", 3.0, lambda sigma, n: 3 / n),
    ("exponential", 2.0, lambda sigma, n: 4 / n), ("exponential-scale", 0.5, lambda sigma, n: 0.25 / n),
])  # fmt: skip
def test_the_bounds_of_the_worked_example_are_those_of_the_page(family, theta, bound) -> None:
    found = compute(Params(family=family, theta=theta, error=10.0))
    table = found.table()
    assert table["bound"].tolist() == pytest.approx([bound(1.0, n) for n in table["n_or_theta"]])


def test_libraries_divide_the_variance_as_the_theory_says() -> None:
    x = [1.0, 2.0, 4.0, 7.0]
    squares = sum((each - 3.5) ** 2 for each in x)
    assert np.var(x) == pytest.approx(squares / 4)
    assert pd.Series(x).var() == float(torch.tensor(x, dtype=torch.float64).var()) == pytest.approx(squares / 3)
