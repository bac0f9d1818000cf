"""The number in focus of /t-test-power opened: the noncentrality, then the power that follows from it."""

import numpy as np

from core.statistics.t_test_power import Result
from figures.opened import Line, panel
from figures.plot import Panel
from figures.statistics.t_test_power.curves import AXIS

# As the noncentral t distribution and, for equivalence, s = √(χ²(ν)/ν) have it.
REJECTED = {
    "two-sided": ("P(|t′| > c)", "P(|t′(ν = {df}, δ = {delta})| > {critical})"),
    "greater": ("P(t′ > c)", "P(t′(ν = {df}, δ = {delta}) > {critical})"),
    "less": ("P(t′ < −c)", "P(t′(ν = {df}, δ = {delta}) < {least})"),
    "equivalence": ("P(|z + δ| < Δ/SE − c·s)", "P(|z + {delta}| < {margin} − {critical}·s(ν = {df}))"),
}


def opened(result: Result) -> Panel:
    """δ = d/SE, and the probability that the test rejects."""
    theory, axis, design = result.theory, result.axis, result.plan.design
    error = design.standard_error(axis.n, axis.n2) + 0 * axis.effect
    sizes = "{n} and {n2}" if design.groups == 2 else "{n}"
    noncentrality = Line("Noncentrality, the effect d over its standard error: δ = d / SE", "{effect} / {error}",
                         {"effect": axis.effect, "error": error}, note=f", with n = {sizes}",
                         beside={"n": axis.n, "n2": axis.n2})  # fmt: skip
    formula, substitution = REJECTED[design.alternative]
    given = {"df": theory.df, "delta": theory.noncentrality, "critical": theory.critical, "least": -theory.critical,
             "margin": design.margin / error}  # fmt: skip
    some = np.isfinite(theory.type_m)  # an effect; where there is none nothing can be missed
    meaning = "" if design.alternative == "equivalence" else ", with the critical value c and ν degrees of freedom"
    power = f"Power {formula}"
    none = power if design.alternative == "equivalence" else f"No effect, rejected by chance (α) {formula}"
    exact = "; exactly {exact}" if design.kind == "welch" else ""
    worth = "; significant results exaggerate {type_m} times, and {type_s} of them have the wrong sign"
    chance = Line([none, power], substitution,
                  {name: number for name, number in given.items() if f"{{{name}}}" in substitution},
                  result=theory.power, case=some.astype(int),
                  note=[exact + meaning, f"{meaning}; β = {{beta}}{exact}{worth}"],
                  beside={"beta": 1 - theory.power, "exact": theory.exact, "type_m": theory.type_m,
                          "type_s": theory.type_s})  # fmt: skip
    return panel("t-test-opened", AXIS, len(axis.n), noncentrality, chance)
