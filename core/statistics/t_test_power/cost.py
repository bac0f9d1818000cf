"""At how many nodes the integrals of a plan's curves are evaluated, counted before they are."""

import numpy as np

from core.statistics.t_test_power.error_rates import conditional
from core.statistics.t_test_power.noncentral_t import is_smooth, nodes_taken
from core.statistics.t_test_power.plan import Plan
from core.statistics.t_test_power.sweep import BINS, Axis

ROOT_STEPS = 12  # that finding an n or an effect takes, about
CURVES = 3  # of power over the axis
MIXTURES = 3  # of t tests, for Welch's: exact power, type M and type S
ROWS = 9  # of the axis, that stand for all


def theory_nodes(plan: Plan, axis: Axis) -> float:
    """At how many nodes the integrals of ``t_sweep.theory`` are evaluated, about.

    What one of them takes depends on whether its step is sharp, which is asked at a few places of the axis.
    """
    design = plan.design
    rows = np.unique(np.linspace(0, len(axis.n) - 1, ROWS).round().astype(np.int64))
    n, n2, effect = axis.n[rows], axis.n2[rows], axis.effect[rows]
    df = design.degrees_of_freedom(n, n2)

    def nodes(slope: np.ndarray, freedom: np.ndarray = df) -> float:
        return float(nodes_taken(is_smooth(freedom, slope)).mean())

    taken = (CURVES + ROOT_STEPS) * nodes(design.critical(plan.alpha, df))
    taken += len(BINS) * nodes(design.critical(BINS[0], df))
    if design.kind == "welch":
        _, total, critical, weight = conditional(design, n, effect, plan.alpha, n2)
        taken += MIXTURES * len(weight) * nodes(critical, total)
    return (len(design.signs) or 1) * len(axis.n) * taken
