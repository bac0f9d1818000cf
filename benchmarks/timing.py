"""Seconds that calls take, measured in turns: what else the machine does slows all alike."""

import time
from collections.abc import Callable

import numpy as np


def seconds(function: Callable[[], object]) -> float:
    """Wall-clock time of one call."""
    start = time.perf_counter()
    function()
    return time.perf_counter() - start


def in_turns(*functions: Callable[[], object], rounds: int) -> np.ndarray:
    """The seconds of each, a row for each round, after one call of each that is not timed."""
    for function in functions:
        function()
    return np.array([[seconds(function) for function in functions] for _ in range(rounds)])


def best(*functions: Callable[[], object], rounds: int) -> list[float]:
    """The least time of each."""
    return in_turns(*functions, rounds=rounds).min(0).tolist()
