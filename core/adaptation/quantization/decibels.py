"""Signal over quantisation noise in decibels, and what evenly spread numbers can reach."""

import math

import numpy as np
from jaxtyping import Float64

SAME = 1e-6  # of a sum of squares


def decibels(power: float, noise: Float64[np.ndarray, "*shape"]) -> Float64[np.ndarray, "*shape"]:
    """10·log₁₀(power/noise)."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(10 * np.log10(power / noise) if power else np.full_like(noise, np.nan))


def mean_noise(power: float, noise: Float64[np.ndarray, "*shape"]) -> Float64[np.ndarray, "*shape"]:
    """The mean of e² as it was summed; that of x² where the two differ by no more than the rounding of sums in single
    precision, as where nothing but zeros comes back: of 4,096 numbers that was at most 2·10⁻⁷.
    """
    return np.where(np.abs(noise - power) <= SAME * power, power, noise)


def quantisation_limit_db(bits: Float64[np.ndarray, " steps"]) -> Float64[np.ndarray, " steps"]:
    """20·log₁₀(2^b − 1): even numbers over the full scale of 2^b − 1 steps. Its approximation is 6.02·b.

    Both mean and step are exact: x²'s mean is the range squared over 12, and e²'s is the step squared over 12.
    """
    return np.asarray(20 * np.log10(2.0**bits - 1))


RULE_DB = 20 * math.log10(2)
