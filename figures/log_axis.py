"""A logarithmic axis with few round numbers on it."""

from typing import Any

import numpy as np

from core.numbers import number


def log_axis(low: float, high: float) -> dict[str, Any]:
    """An axis from 10^low to 10^high with powers of ten on it, and with 2 and 5 of them where there are few.

    Where it may hold none of these it has all whole numbers of powers of ten, or its middle.
    """
    firsts = range(1, 10) if high - low < 0.4 else (1, 2, 5) if high - low <= 2.5 else (1,)
    every = [first * 10.0**power for power in range(int(np.floor(low)), int(high) + 1) for first in firsts]
    ticks = [one for one in every if low - 1e-9 <= np.log10(one) <= high + 1e-9]
    ticks = ticks or [10 ** ((low + high) / 2)]
    return {"type": "log", "range": [low, high], "tickvals": ticks, "ticktext": [number(one, 6) for one in ticks]}
