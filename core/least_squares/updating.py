"""A fit with one more observation, from the fit without it: nothing is fitted again (Sherman and Morrison, 1950)."""

from typing import NamedTuple

import numpy as np

from core.least_squares import PERFECT, Coefficients, Fit, Numbers


class Updated(NamedTuple):
    """Coefficients, their standard errors and R² with the new observation; its leverage and its Cook's distance."""

    beta: Coefficients
    errors: Coefficients
    r_squared: Numbers
    leverage: Numbers
    cook: Numbers


def with_observation(fit: Fit, x: Coefficients, y: Numbers) -> Updated:
    """``fit`` after (x, y): with g = x(XᵀX)⁻¹xᵀ, off by e from what it expects, β̂ moves by (XᵀX)⁻¹xᵀ·e/(1 + g), RSS
    grows by e²/(1 + g), and g/(1 + g) is the leverage. Several observations are added each by itself.
    """
    columns, df, n, first = x.shape[-1], fit.df + 1, fit.y.shape[-1], int(fit.constant)
    middle, mean = first * fit.x[..., first:].mean(axis=0), first * fit.y.mean()  # large ones lose digits in squares
    away, slopes = x[..., first:] - middle, fit.pinv[first:]
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):  # where the others hardly fix anything
        gain = away @ (slopes @ slopes.T)
        g, off = first / n + (gain * away).sum(axis=-1), y - mean - away @ fit.beta[first:]
        off = np.where(off**2 < PERFECT * (fit.y**2).sum(), 0.0, off)
        gain = np.concatenate([1 / n - gain @ middle[:, None], gain], axis=-1) if fit.constant else gain
        variance = (rss := fit.rss + off**2 / (1 + g)) / df
        tss = fit.tss + (n / (n + 1) * (y - fit.y.mean()) ** 2 if fit.constant else y**2)
        unscaled = np.maximum(fit.unscaled - gain**2 / (1 + g)[:, None], 0.0)  # which rounding may take below 0
        return Updated(fit.beta + gain * (off / (1 + g))[:, None], np.sqrt(variance[:, None] * unscaled),
                       1 - rss / tss, g / (1 + g), off**2 * g / (1 + g) / (columns * variance))  # fmt: skip
