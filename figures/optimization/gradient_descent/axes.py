"""What the pictures of /gradient-descent share: the swept axis, logarithms, and how divergence is drawn."""

from typing import Any

import numpy as np

from core.numbers import number, power_of_ten
from figures import leaving, marks, theme
from figures.plot import Array, Cursor, Sweep
from figures.traces import LEAST

AXIS = "gradient-descent"
ROOM = "optimization/gradient_descent"  # of its panels
CEILING = 1e4  # times the loss at the start: beyond it a run leaves the picture
FLOOR = 1e-14
STANDS = "η = {value} = {field}·2/λₘₐₓ"  # the step size, and what the control holds
DAMPED = "η = {value} = {field}·2/((1 − β)λₘₐₓ)"
OUT = 10 * CEILING  # beyond the top of any axis
CODES = 2**16 - 1
HEIGHT = 266  # of the first row


def capped(values: Array) -> Array:
    """What no axis can show, drawn at its ends: divergence along the top, nothing left along the bottom."""
    return np.asarray(np.clip(np.nan_to_num(values, nan=CEILING), FLOOR, CEILING))


def ended(values: Array, top: float = CEILING, bottom: float = LEAST) -> Array:
    """A row ends where it meets the top for good: what goes on beyond is no plateau. What a logarithm cannot show, 0
    above all, lies at the ``bottom``, out of sight as small numbers do: those are kept as they are.
    """
    return np.maximum(leaving.ended(values, top), bottom)


def decades(title: str, low: float, high: float) -> dict[str, Any]:
    """A logarithmic axis from 10^low to 10^high with a handful of powers of ten on it, or of 1, 2 and 5 of them."""
    apart = max(1, int(np.ceil((high - low) / 6)))
    powers = [one for one in range(int(np.ceil(low)), int(np.floor(high)) + 1) if one % apart == 0]
    ticks, names = [10.0**one for one in powers], [power_of_ten(one) for one in powers]
    if high - low < 2:
        every = [first * 10.0**one for one in range(int(np.floor(low)), int(np.ceil(high))) for first in (1, 2, 5)]
        ticks = [one for one in every if low <= np.log10(one) <= high]
        names = [number(one) for one in ticks]
    return theme.axis(title, type="log", range=[low, high + 0.02 * (high - low)], ticktext=names, tickvals=ticks)


def coded(values: Array) -> Array:
    """Logarithms of what any axis can show, as two bytes each: 0 is ``FLOOR``, 65,535 is ``OUT``, unseen."""
    low, high = np.log10([FLOOR, OUT])
    held = np.clip(np.nan_to_num(values, nan=OUT), FLOOR, OUT)
    return np.asarray((np.log10(held) - low) / (high - low) * CODES + 0.5, np.uint16)


def coded_axis(logarithmic: dict[str, Any]) -> dict[str, Any]:
    """The unseen axis on which ``coded`` values stand where their own would on the ``logarithmic`` one."""
    low, high = np.log10([FLOOR, OUT])
    ends = [(power - low) / (high - low) * CODES for power in logarithmic["range"]]
    return {"range": ends, "overlaying": "y", "visible": False, "fixedrange": True}


def step_sweep(relative: Array, unit: float, heights: Array, words: str = STANDS) -> Sweep:
    """The swept step size with its control, and the heights at which the focus stands on a curve over it."""
    rounded = np.array([float(f"{value:.4g}") for value in relative * unit])  # as ``core.numbers.number`` writes them
    cursor = Cursor(relative, {"y": heights})
    return Sweep(AXIS, "Step size", len(relative), values=relative, displayed=rounded, words=words, cursor=cursor,
                 field="step", scale=unit)  # fmt: skip


def worse() -> dict[str, Any]:
    """What of a layout tints and names the region where a loss is above that at the start, which is 1."""
    region = {"type": "rect", "layer": "below", "x0": 0, "x1": 1, "xref": "paper", "y0": 1.0, "y1": 2 * CEILING,
              "yref": "y", "fillcolor": theme.SOFT, "line": {"width": 0}}  # fmt: skip
    name = marks.text(0.99, float(np.log10(CEILING)), "more than at the start", "right", "top", xref="paper",
                      font={"size": 11, "color": theme.MUTED})  # fmt: skip
    return {"shapes": [region], "annotations": [name]}
