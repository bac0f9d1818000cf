"""A plan: which of n, effect, level and power is not known, found from the others, or a sentence why there is none."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from scipy.special import ndtri

from core.errors import InputError
from core.numbers import count, exact, number
from core.statistics.t_test_power.design import Design, power
from core.statistics.t_test_power.solve import LARGEST_N, detectable_effect, required_alpha, required_n

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
        error = float(self.design.standard_error(1.0, self.design.ratio if self.design.groups == 2 else 0.0))
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
            _refuse_hopeless(design, effect, alpha, target)
            exact_n = float(required_n(design, effect, alpha, target))
            if np.isnan(exact_n):
                remedy = "Choose a larger effect or less power."
                rule = f"{number(target)} power is not reached below n = {count(LARGEST_N)}"
                raise InputError("effect", effect, rule, remedy)
            n = int(np.ceil(exact_n - 1e-9))
            n2 = float(design.second_n(n))
        case "effect":
            _refuse_below_level(alpha, target)
            effect = float(detectable_effect(design, float(n), alpha, target, n2))
            if np.isnan(effect):
                rule = (
                    f"with n = {n:,} the test cannot reach it: even with no effect it declares equivalence less often"
                )
                raise InputError("power", target, rule, "Choose more observations, or a wider margin.")
        case "alpha":
            alpha = float(required_alpha(design, float(n), effect, target, n2))
            if np.isnan(alpha):
                rule = "the test cannot reach it: even at a level α of 0.5 its power is less"
                raise InputError("power", target, rule, "Choose more observations, or a larger effect.")
        case "power":
            pass
    reached = float(power(design, float(n), effect, alpha, n2))
    return Plan(design, unknown, n, int(n2), effect, alpha, target, reached, exact_n)


def _refuse_below_level(alpha: float, target: float) -> None:
    if target <= alpha:
        rule = f"it must be above the level α = {exact(alpha)}: the test rejects that often with no effect at all"
        raise InputError("power", target, rule, "Choose more, such as 0.8.")


def _refuse_hopeless(design: Design, effect: float, alpha: float, target: float) -> None:
    """An effect with which more observations do not help."""
    _refuse_below_level(alpha, target)
    if design.alternative == "equivalence":
        if abs(effect) >= design.margin:
            rule = f"it must lie inside the margin of ±{exact(design.margin)}, or no number of observations is enough"
            raise InputError("effect", effect, rule, "Choose a true effect closer to 0, or a wider margin.")
        return
    if effect == 0:
        rule = f"it must not be 0: with no effect the test rejects with probability α = {exact(alpha)}, whatever n is"
        raise InputError("effect", effect, rule, "Choose the smallest effect that would matter.")
    if np.sign(effect) not in design.signs:
        rule = f"a test for “{design.alternative}” cannot find an effect on this side of 0"
        raise InputError("effect", effect, rule, "Change its sign, or choose another alternative.")
