"""One point of a sample moved far away: what it does to four estimates, and how many points it takes to ruin each."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64
from scipy.special import ndtri
from scipy.stats import trim_mean

from core.errors import InputError
from core.explorer import OfArrays
from core.statistics.estimators.params import REACH, Params
from core.statistics.estimators.populations import sample

NAMES = ("mean", "median", "trimmed mean", "deviation s")
SHIFTS = np.linspace(-REACH, REACH, 161).round(10)
ALIKE = ("At least half of the other points are alike, and so their median distance is 0: the unit is made of their "
         "deviation instead, or of 1 where all are alike.")  # fmt: skip
FAR = 1_000.0  # units: where points are moved to ruin an estimate
PerStep = Float64[np.ndarray, "estimates steps"]


@dataclass(frozen=True, eq=False)
class MovedPoint(OfArrays):
    """``others`` are the points that stay, and ``place`` is where the moved one stands at each of ``SHIFTS``, which
    count ``unit``s from their median: the median distance from it or, a normal law’s deviation, 1.4826 times it.

    ``estimates`` follow it. ``sensitivity`` is n·(estimate − that of the others), ``influence`` its limit for normal
    draws like these. ``ruined`` is by how many units 0, 1, … points that were put ``FAR`` away moved each estimate.
    """

    params: Params
    others: Float64[np.ndarray, " others"]
    unit: float
    place: Float64[np.ndarray, " steps"]
    estimates: PerStep
    sensitivity: PerStep
    influence: PerStep
    ruined: Float64[np.ndarray, "estimates counts"]
    remarks: tuple[str, ...] = ()

    @property
    def breakdown(self) -> tuple[int, int, int, int]:
        """How many points, moved far away, take each estimate along as far as one likes."""
        n = len(self.others) + 1
        return 1, (n + 1) // 2, int(self.params.trim / 100 * n) + 1, 1

    def table(self) -> pd.DataFrame:
        """One place of the point to a row."""
        parts = (("", self.estimates), ("_sensitivity", self.sensitivity), ("_influence", self.influence))
        columns = {f"{name}{what}".replace(" ", "_"): each[k] for what, each in parts for k, name in enumerate(NAMES)}
        return pd.DataFrame({"units": SHIFTS, "place": self.place, **columns})


def drag(params: Params, data: bytes | None) -> MovedPoint:
    """The estimates at every place of the point.

    Raises:
        InputError: the sample cannot be read, or has no such point.
    """
    values, remarks = sample(params, data)
    size, cut = len(values), params.trim / 100
    if params.row >= size:
        raise InputError("row", params.row, f"it must be one of {size:,} rows", "Choose one of them.")
    others = np.delete(values, params.row)
    middle = float(np.median(others))
    if not (sigma := 1.4826 * float(np.median(np.abs(others - middle)))):
        sigma = float(others.std()) or 1.0
        remarks = (*remarks, ALIKE)
    unit = sigma if params.unit == "normal" else sigma / 1.4826
    place = middle + SHIFTS * unit
    found, without = four(np.column_stack([np.tile(others, (len(place), 1)), place]), cut), four(others, cut)
    far = np.sort(values) + FAR * unit * (np.arange(size) >= size - np.arange(size // 2 + 2)[:, None])
    ruined = np.abs(four(far, cut) - four(values, cut)[:, None]) / unit
    return MovedPoint(params, others, unit, place, found, size * (found - without[:, None]),
                 influence(SHIFTS * unit / sigma, cut) * sigma, ruined, remarks)  # fmt: skip


def four(values: Float64[np.ndarray, "... points"], cut: float) -> Float64[np.ndarray, "estimates ..."]:
    """Mean, median, trimmed mean and deviation (n − 1) along the last axis."""
    return np.stack([values.mean(axis=-1), np.median(values, axis=-1), trim_mean(values, cut, axis=-1),
                     values.std(axis=-1, ddof=1)])  # fmt: skip


def influence(z: Float64[np.ndarray, " steps"], cut: float) -> PerStep:
    """The influence functions of the four at z, for the standard normal law."""
    held = np.clip(z, ndtri(cut), -ndtri(cut)) / (1 - 2 * cut)
    return np.stack([z, np.sign(z) * np.sqrt(np.pi / 2), held, (z**2 - 1) / 2])
