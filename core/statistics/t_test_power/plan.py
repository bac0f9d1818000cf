"""A plan: which of n, effect, level and power is not known, found from the others, or a sentence why there is none.

Power rises with n, with the effect and with the level (an equivalence test's falls with the effect), so each is the
only root of a monotone function: bracketed, and found by Chandrupatla's method, for whole arrays of settings at once.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Bool
from scipy.optimize import elementwise
from scipy.special import ndtri

from core.errors import InputError
from core.numbers import chance, count, exact
from core.statistics.t_test_power.design import Design, power
from core.statistics.t_test_power.noncentral_t import FAR, Array, Real, highest_s

Mask = Bool[np.ndarray, "..."]

LARGEST_N = 1e7
SMALLEST_ALPHA = 1e-12
LARGEST_ALPHA = 0.5
Unknown = Literal["n", "effect", "alpha", "power"]


@dataclass(frozen=True)
class Plan:
    """A design with all four numbers. ``n`` and ``n2`` are whole; ``exact_n`` is the real n₁ with just the ``target``.

    ``power`` is what the whole numbers give. ``n2`` is 0 where there is one group.
    """

    design: Design
    unknown: Unknown
    n: int
    n2: int
    effect: float
    alpha: float
    target: float
    power: float
    exact_n: float

    @property
    def normal_n(self) -> float:
        """n₁ = ((z₁₋α + z_power)·SE₁/d)² of calculators that put the normal law in the place of Student's, where SE₁ is
        the standard error for n₁ = 1; two-sided with α/2.
        """
        error = float(self.design.standard_error(1.0, self.design.ratio))
        return float((ndtri(1 - self.design.tail(self.alpha)) + ndtri(self.target)) * error / self.effect) ** 2


def make_plan(design: Design, unknown: Unknown, n: int, effect: float, alpha: float, target: float) -> Plan:
    """The plan in which ``unknown`` follows from the other three.

    Raises:
        InputError: no value of it gives ``target``.
    """
    n2 = float(design.second_n(n))
    exact_n = float("nan")
    match unknown:
        case "n":
            _refuse_below_level(design, alpha, target)
            _refuse_hopeless(design, effect)
            exact_n = float(required_n(design, effect, alpha, target))
            if np.isnan(exact_n):
                larger, wider = "Choose a larger effect or less power.", "Choose a wider margin or less power."
                rule = f"{chance(target)} power is not reached below n = {count(LARGEST_N)}"
                raise InputError("effect", effect, rule, larger if design.signs else wider)
            n = int(whole_n(design, effect, alpha, target, exact_n))
            n2 = float(design.second_n(n))
        case "effect":
            _refuse_below_level(design, alpha, target)
            effect = float(detectable_effect(design, float(n), alpha, target, n2))
            if np.isnan(effect):
                rule = (
                    f"with n = {n:,} the test cannot reach it: even with no effect it declares equivalence less often"
                )
                raise InputError("power", target, rule, "Choose more observations, or a wider margin.")
        case "alpha":
            alpha = float(required_alpha(design, float(n), effect, target, n2))
            if np.isnan(alpha):
                _refuse_hopeless(design, effect)
                rule = "the test cannot reach it: even at a level α of 0.5 its power is less"
                larger = "Choose more observations, or a larger effect."
                wider = "Choose more observations, or a wider margin."
                raise InputError("power", target, rule, larger if design.signs else wider)
        case "power":
            pass
    reached = float(power(design, float(n), effect, alpha, n2))
    return Plan(design, unknown, n, int(n2), effect, alpha, target, reached, exact_n)


def whole_n(design: Design, effect: Real, alpha: float, target: float, exact_n: Real) -> Array:
    """The smallest whole n₁ that gives ``target``: the next above ``exact_n``, or fewer where n₂, rounded up, makes up
    for them."""
    most = np.ceil(np.asarray(exact_n) - 1e-9)[..., None]
    n = np.maximum(most - np.arange(design.spared, -1, -1), design.least_n)
    enough = power(design, n, np.asarray(effect)[..., None], alpha, design.second_n(n)) >= target
    enough[..., -1] = True
    return np.asarray(np.take_along_axis(n, enough.argmax(axis=-1)[..., None], axis=-1)[..., 0])


def _refuse_below_level(design: Design, alpha: float, target: float) -> None:
    if target <= alpha:
        often = ("the test rejects that often with no effect at all" if design.signs else
                 "the test may show equivalence that often where there is none")  # fmt: skip
        rule = f"it must be above the level α = {exact(alpha)}: {often}"
        raise InputError("power", target, rule, "Choose more, such as 0.8.")


def _refuse_hopeless(design: Design, effect: float) -> None:
    """An effect with which more observations do not help."""
    if design.alternative == "equivalence":
        if abs(effect) >= design.margin:
            rule = f"it must lie inside the margin of ±{exact(design.margin)}, or no number of observations is enough"
            raise InputError("effect", effect, rule, "Choose a true effect closer to 0, or a wider margin.")
        return
    if effect == 0:
        rule = "it must not be 0: with no effect the test rejects with probability α, whatever n is"
        raise InputError("effect", effect, rule, "Choose the smallest effect that would matter.")
    if np.sign(effect) not in design.signs:
        rule = f"a test for “{design.alternative}” cannot find an effect on this side of 0"
        raise InputError("effect", effect, rule, "Change its sign, or choose another alternative.")


def required_n(design: Design, effect: Real, alpha: Real, target: Real) -> Array:
    """The n₁, as a real number, whose power is ``target``; NaN where 10⁷ do not suffice, the least possible where
    that has more power already."""
    low, high = np.log(design.smallest_n), np.log(LARGEST_N)
    first, second = design.variances if design.kind == "welch" else (1.0, 1.0)
    # n₁ times the squared standard error.
    per_n = first + second / design.ratio if design.groups == 2 else design.spread**2
    sure = ndtri(target) - ndtri(design.tail(alpha))
    distance = design.margin - np.abs(effect) if design.alternative == "equivalence" else np.abs(effect)
    with np.errstate(divide="ignore"):
        guess = np.log(np.maximum(per_n * (sure / distance) ** 2, design.smallest_n))
    found = rising_root(lambda x, effect, alpha: power(design, np.exp(x), effect, alpha), target, low, high,
                        guess - 0.05, guess + 0.3, effect, alpha)  # fmt: skip
    return np.asarray(np.exp(found))


def detectable_effect(design: Design, n: Real, alpha: Real, target: Real, n2: Real) -> Array:
    """The smallest effect, in the direction tested, that is detected with probability ``target`` > ``alpha``.

    For an equivalence test it is the largest true effect at which equivalence is still declared so often, NaN where
    even an effect of 0 has less power.
    """
    error, df = design.standard_error(n, n2), design.degrees_of_freedom(n, n2)
    critical = design.critical(alpha, df)
    sure = ndtri(target) * np.sqrt(1 + critical**2 / (2 * df))
    if design.alternative == "equivalence":
        found = rising_root(lambda x, n, n2, alpha: -power(design, n, x, alpha, n2), -np.asarray(target),
                            0.0, design.margin, 0.0, design.margin, n, n2, alpha)  # fmt: skip
        return np.asarray(np.where(power(design, n, 0.0, alpha, n2) < target - 1e-12, np.nan, found))
    sign = float(design.signs[-1])
    guess, far = (critical + sure) * error, (critical * highest_s(df) + FAR) * error
    found = rising_root(lambda x, n, n2, alpha: power(design, n, sign * x, alpha, n2), target, 0.0, far,
                        0.8 * guess, 1.25 * guess, n, n2, alpha)  # fmt: skip
    return np.asarray(sign * found)


def required_alpha(design: Design, n: Real, effect: Real, target: Real, n2: Real) -> Array:
    """The level at which the power is ``target``; NaN above ½, the least possible where 10⁻¹² has more power."""
    low, high = np.log(SMALLEST_ALPHA), np.log(LARGEST_ALPHA)
    found = rising_root(lambda x, n, n2, effect: power(design, n, effect, np.exp(x), n2), target,
                        low, high, low, high, n, n2, effect)  # fmt: skip
    return np.asarray(np.exp(found))


def rising_root(
    rising: Callable[..., Array], target: Real, low: Real, high: Real, near: Real, far: Real, *settings: Real
) -> Array:
    """The x from ``low`` to ``high`` with rising(x, …) = target, looked for first from ``near`` to ``far``.

    Where rising(low) is above the target it is ``low``, where rising(high) is below it NaN.
    """
    arrays = np.broadcast_arrays(target, low, high, near, far, *settings)
    target, low, high, near, far, *at = (np.array(each, np.float64).ravel() for each in arrays)

    def reached(x: Array, which: Mask) -> Mask:
        return np.asarray(rising(x[which], *(each[which] for each in at)) >= target[which])

    everywhere = np.ones(target.shape, bool)
    near, far = np.clip(near, low, high), np.clip(far, low, high)
    early, late = reached(near, everywhere), ~reached(far, everywhere)
    start, end = np.where(early, low, np.where(late, far, near)), np.where(early, near, np.where(late, high, far))
    at_start, never = np.zeros_like(early), np.zeros_like(late)
    at_start[early], never[late] = reached(low, early), ~reached(high, late)
    x = np.where(at_start, low, np.nan)
    inside = ~at_start & ~never
    if inside.any():
        found = elementwise.find_root(
            lambda x, target, *at: rising(x, *at) - target,
            (start[inside], end[inside]),
            args=tuple(each[inside] for each in (target, *at)),
            tolerances={"xatol": 1e-14, "xrtol": 1e-13, "fatol": 0.0, "frtol": 0.0},
        )
        x[inside] = found.x
    return np.asarray(x.reshape(arrays[0].shape))
