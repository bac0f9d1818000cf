"""The t-test power explorer: a plan solved exactly, everything it implies over an axis, and the same by Monte Carlo."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64

from core.computation import Run, computation
from core.errors import InputError, MissingInput
from core.explorer import OfArrays, script
from core.headline import Headline
from core.numbers import exact
from core.statistics.t_test_power.data_report import Report, report
from core.statistics.t_test_power.params import Params as Params
from core.statistics.t_test_power.plan import Plan, make_plan
from core.statistics.t_test_power.presets import PRESETS as PRESETS
from core.statistics.t_test_power.questions import QUESTIONS as QUESTIONS
from core.statistics.t_test_power.simulation import Samples, part_of, simulate
from core.statistics.t_test_power.sweep import (
    Experiment,
    PlanAxis,
    PowerTheory,
    axis_of,
    experiment,
    theory,
    theory_nodes,
)

MAX_DRAWS = 400_000_000  # of the Monte Carlo: some five seconds on two cores
MAX_TESTING = 25.0  # seconds
TESTING = {"welch": 2.3e-6}  # seconds for a sample at all levels: Welch's critical value is another for each sample
USUAL_TESTING = 3e-7


@dataclass(frozen=True, eq=False)
class Result(OfArrays):
    """The plan, its axis with theory and experiment on it, and the test of the reader's data where there are some.

    ``unplanned`` says why the plan is not the one asked for.
    """

    plan: Plan
    axis: PlanAxis
    theory: PowerTheory
    experiment: Experiment
    report: Report | None
    remarks: tuple[str, ...]
    unplanned: str = ""

    def table(self) -> pd.DataFrame:
        """The axis, one setting to a row; probabilities as fractions, effects in standard deviations."""
        axis, theory, experiment = self.axis, self.theory, self.experiment
        return pd.DataFrame(
            {
                "true_effect_sd": axis.effect,
                "n1": axis.n.astype(np.int64),
                "n2": axis.n2.astype(np.int64),
                "alpha": self.plan.alpha,
                "degrees_of_freedom": theory.df,
                "critical_t": theory.critical,
                "noncentrality": theory.noncentrality,
                "power": theory.power,
                "power_welch_exact": theory.exact,
                "simulated_power": self.at_every_step(experiment.power),
                "simulated_low": self.at_every_step(experiment.low),
                "simulated_high": self.at_every_step(experiment.high),
                "type_s": theory.type_s,
                "type_m": theory.type_m,
                "n1_needed" if axis.scrub == "effect" else "detectable_effect_sd": theory.needed,
            }
        )

    def at_every_step(self, values: Float64[np.ndarray, "points ..."]) -> Float64[np.ndarray, "steps ..."]:
        """What was found at the steps that are simulated, and NaN at the others."""
        placed = np.full((len(self.axis.n), *values.shape[1:]), np.nan)
        placed[self.experiment.at] = values
        return placed


@computation
def compute(params: Params, data: bytes | None, run: Run) -> Result:
    """Solves the plan, evaluates the axis, and simulates what the formulas say.

    Data are tested whatever the plan: where it cannot be made, the power of the ``n`` that is set stands in for it. The
    plan is made whatever the data: where no file has come yet, a remark asks for it.

    Raises:
        InputError: the target cannot be reached, or the reader's table cannot be tested.
    """
    plan, unplanned = _plan(params, data)
    axis = axis_of(plan, params.scrub)
    tested: Report | None = None
    missing: tuple[str, ...] = ()
    try:
        tested = report(params, data, plan)
    except MissingInput as error:
        missing = (str(error),)
    replicates = affordable(params, axis)
    remarks = () if replicates == params.replicates else (
        f"Simulated {replicates:,} times, not {params.replicates:,}: more would take more than "
        f"{MAX_DRAWS:,} draws or {exact(MAX_TESTING)} s of testing.",
    )  # fmt: skip
    simulated = experiment(plan, axis, _draw(params, plan, axis, replicates, run), replicates)
    return Result(plan, axis, theory(plan, axis), simulated, tested, (*remarks, *missing), unplanned)


def _plan(params: Params, data: bytes | None) -> tuple[Plan, str]:
    """The plan, and why it is not the one asked for where only the test of the data can be made."""
    n = max(params.n, params.design.least_n)
    aims = params.effect, params.alpha, params.power
    try:
        return make_plan(params.design, params.solve, params.n, *aims), ""
    except InputError as error:
        if params.source == "none" or (params.source == "file" and data is None):
            raise
        why = f"The plan cannot be made; the test of the data can, and the power shown is that of n = {n:,}. {error}"
        return make_plan(params.design, "power", n, *aims), why


def affordable(params: Params, axis: PlanAxis) -> int:
    """The replicates asked for, or as many as ``MAX_DRAWS`` and ``MAX_TESTING`` allow."""
    draws = _draws(params, axis) * (4 if params.population == "student 3" else 1)
    seconds = len(axis.sizes) * TESTING.get(params.kind, USUAL_TESTING)  # to test one replicate of all sizes
    return max(2, min(params.replicates, MAX_DRAWS // draws, int(MAX_TESTING / seconds)))


def _draws(params: Params, axis: PlanAxis) -> int:
    """Of one replicate at all sizes."""
    return sum(n + n2 for n, n2 in axis.sizes) * (2 if params.kind == "paired" else 1)


def _draw(params: Params, plan: Plan, axis: PlanAxis, replicates: int, run: Run) -> Iterator[tuple[int, Samples]]:
    """The samples of each size, which are held one size at a time."""
    done, whole = 0, sum(n + n2 for n, n2 in axis.sizes)
    for n, n2 in axis.sizes:
        yield n, simulate(
            plan.design, n, n2, replicates, population=params.population, correlation=params.correlation,
            seed=params.seed, device=run.device,
            progress=part_of(run.report, done / whole, (n + n2) / whole),
        )  # fmt: skip
        done += n + n2


def headline(result: Result, params: Params) -> Headline:
    """The probability that the test rejects, at each true effect or sample size."""
    return Headline("power", result.theory.power)


def work(params: Params, data: bytes | None) -> dict[str, int]:
    """Nodes of the integrals, draws, tests and bytes read.

    Raises:
        InputError: the target cannot be reached.
    """
    plan = _plan(params, data)[0]
    axis = axis_of(plan, params.scrub)
    times = affordable(params, axis)
    draws = times * _draws(params, axis)
    return {
        "nodes": round(theory_nodes(plan, axis)),
        f"draws, {params.population}": draws,
        "draws correlated": draws if params.correlation else 0,
        f"tests{', Welch' * (params.kind == 'welch')}": times * len(axis.sizes),
        "bytes read": len(data or b"") if params.source == "file" else 0,
    }


def snippet(params: Params) -> str:
    """Python that prints the same plan, and the test of the data where there are some."""
    tested = ["print(result.report.table().T.to_string(header=False))"] if params.source != "none" else []
    powers = 'print(result.table()[["true_effect_sd", "n1", "power", "simulated_power"]].to_string())'
    return script(params, "print(result.plan)", powers, *tested)
