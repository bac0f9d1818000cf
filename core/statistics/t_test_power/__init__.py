"""The t-test power explorer: a plan solved exactly, everything it implies over an axis, and the same by Monte Carlo."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Literal, get_args

import numpy as np
import pandas as pd
from jaxtyping import Float64

from core import device as devices
from core.checks import between, one_of, whole
from core.errors import InputError, MissingInput
from core.explorer import Preset, array_bytes, from_source, script
from core.statistics.t_test_power.cost import theory_seconds
from core.statistics.t_test_power.data_report import Report, report
from core.statistics.t_test_power.design import Alternative, Design, Kind
from core.statistics.t_test_power.plan import Plan, Unknown, make_plan
from core.statistics.t_test_power.simulation import Population, Samples, simulate, tell_part
from core.statistics.t_test_power.solve import LARGEST_ALPHA, LARGEST_N, SMALLEST_ALPHA
from core.statistics.t_test_power.sweep import Axis, Experiment, Scrub, Theory, axis_of, experiment, points_of, theory

Source = Literal["none", "sample", "file"]
MAX_REPLICATES = 10_000_000
MAX_DRAWS = 400_000_000  # of the Monte Carlo: some five seconds on two cores
DRAWS_PER_SECOND = 5e7  # generously
MAX_TESTING = 25.0  # seconds
TESTING = {"welch": 2.3e-6}  # seconds for a sample at all levels: Welch's critical value is another for each sample
USUAL_TESTING = 3e-7


@dataclass(frozen=True)
class Params:
    """What a reader sets. ``solve`` names the one of n, effect, alpha and power that follows from the other three.

    ``effect`` and ``margin`` are in standard deviations (Cohen's d). ``ratio`` is n₂/n₁, ``sd_ratio`` σ₂/σ₁,
    ``pair_correlation`` that of the two measurements of a pair. The Monte Carlo draws from ``population``, neighbours
    correlated by ``correlation``. ``times`` is where the reader looks: a multiple of the plan's effect, or of its n;
    always 1 at the plan itself (``Axis`` says how where the effect is 0, and for equivalence).
    """

    kind: Kind = "two samples"
    alternative: Alternative = "two-sided"
    solve: Unknown = "n"
    n: int = 64
    effect: float = 0.5
    alpha: float = 0.05
    power: float = 0.8
    ratio: float = 1.0
    sd_ratio: float = 1.0
    margin: float = 1.0  # wider than the effect, so that a plan for equivalence can be made of the defaults
    pair_correlation: float = 0.5
    scrub: Scrub = "effect"
    population: Population = "normal"
    correlation: float = 0.0
    replicates: int = 10_000
    seed: int = 1
    source: Source = "none"
    column: str = field(default="", metadata=from_source("file"))
    by: str = field(default="", metadata=from_source("file"))
    null: float = 0.0
    times: float = field(default=1.0, metadata={"view": True})

    def __post_init__(self) -> None:
        for name, options in (("kind", Kind), ("alternative", Alternative), ("solve", Unknown), ("scrub", Scrub),
                              ("population", Population), ("source", Source)):  # fmt: skip
            one_of(self, name, get_args(options))
        whole(self, "n", 2, int(LARGEST_N), "A standard deviation needs two observations.")
        between(self, "effect", -50.0, 50.0)
        between(self, "alpha", SMALLEST_ALPHA, LARGEST_ALPHA, remedy="Use a level such as 0.05.")
        between(self, "power", 1e-3, 1 - 1e-12, remedy="Use a power such as 0.8.", digits=15)
        between(self, "ratio", 0.01, 100.0)
        between(self, "sd_ratio", 0.01, 100.0, remedy="A standard deviation is positive.")
        between(self, "margin", 1e-3, 50.0)
        between(self, "correlation", -0.95, 0.95)
        between(self, "pair_correlation", -0.99, 0.99, remedy="Pairs that agree wholly have no spread to test by.")
        whole(self, "replicates", 100, MAX_REPLICATES)
        whole(self, "seed", 0, 2**53)
        between(self, "null", -1e12, 1e12, digits=15)
        between(self, "times", -10.0, 10.0)
        if self.solve != "n" and self.n < self.design.least_n:
            least = self.design.least_n
            rule = f"with n₂/n₁ = {self.ratio:g} it must be {least:,} or more, for two observations in each group"
            raise InputError("n", self.n, rule, "Choose more, or a larger ratio.")

    @property
    def design(self) -> Design:
        return Design(self.kind, self.alternative, self.ratio, self.sd_ratio, self.margin, self.pair_correlation)


PRESETS: tuple[Preset, ...] = (
    Preset("textbook", "64 in each group", "Cohen's medium effect, 80 % power: the number in every textbook. Drag the "
           "effect to 0.25: half the effect leaves 29 % power.", {}),
    Preset("one-sample", "34 measured once", "The same effect against a fixed value takes 34 in all: there is one mean "
           "to estimate, not two.", {"kind": "one sample"}),
    Preset("one-sided", "Power of 50, one-sided", "A small effect, d = 0.3, seen from one side: 67 %.",
           {"kind": "one sample", "alternative": "greater", "solve": "power", "n": 50, "effect": 0.3}),
    Preset("unequal", "40 against 80 at 1 %", "The level is strict and one group small: 29 % power. A "
           "significant result would exaggerate 1.6 times.",
           {"solve": "power", "n": 40, "ratio": 2.0, "effect": 0.4, "alpha": 0.01}),
    Preset("underpowered", "20 each, d = 0.2", "Known to mislead: 9 % power. What comes out significant is 3.8 "
           "times too large on average, and one in nineteen has the wrong sign.",
           {"solve": "power", "n": 20, "effect": 0.2}),
    Preset("detectable", "The least effect of 30 each", "With what is at hand: the effect that 30 in each group detect "
           "four times out of five. Drag n.", {"solve": "effect", "n": 30, "scrub": "n"}),
    Preset("welch-small", "Welch with 3 and 50", "The usual approximation says 51 %; without it, and by simulation, it "
           "is 54 %. The group of three is drawn from the narrower population.",
           {"kind": "welch", "solve": "power", "n": 3, "ratio": 16.5, "sd_ratio": 3.0, "effect": 0.8}),
    Preset("unequal-variances", "Student with unequal spreads", "Known to fail: the smaller group has three times the "
           "spread. The test rejects a true null hypothesis far more often than 5 %.",
           {"solve": "power", "n": 15, "ratio": 4.0, "sd_ratio": 0.3333, "times": 0.0}),
    Preset("skewed", "One sample, skewed", "Exponential observations, n = 15, tested for too low a mean: the size is "
           "more than twice the nominal one.", {"kind": "one sample", "alternative": "less", "solve": "power", "n": 15,
           "effect": -0.5, "population": "exponential"}),
    Preset("correlated", "Autocorrelated observations",
           "Known to fail: a correlation of 0.3 between neighbours nearly triples "
           "the size. More observations do not help.", {"kind": "one sample", "correlation": 0.3, "times": 0.0}),
    Preset("equivalence", "As good as", "Two one-sided tests: how many show that two treatments differ by less than "
           "half a standard deviation, if they do not differ at all.",
           {"alternative": "equivalence", "effect": 0.0, "margin": 0.5}),
    Preset("sleep", "Student's sleep", "His data of 1908, paired: ten patients, two drugs, t = −4.06. As two samples "
           "(try it) the same numbers give −1.86.", {"kind": "paired", "source": "sample"}),
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Result:
    """The plan, its axis with theory and experiment on it, and the test of the reader's data where there are some.

    ``unplanned`` says why the plan is not the one asked for.
    """

    plan: Plan
    axis: Axis
    theory: Theory
    experiment: Experiment
    report: Report | None
    remarks: tuple[str, ...]
    device: str = "cpu"
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
                "simulated_power": self._placed(experiment.power),
                "simulated_low": self._placed(experiment.low),
                "simulated_high": self._placed(experiment.high),
                "type_s": theory.type_s,
                "type_m": theory.type_m,
                "n1_needed" if axis.scrub == "effect" else "detectable_effect_sd": theory.needed,
            }
        )

    def _placed(self, values: Float64[np.ndarray, " points"]) -> Float64[np.ndarray, " steps"]:
        placed = np.full(len(self.axis.n), np.nan)
        placed[self.experiment.at] = values
        return placed

    @property
    def nbytes(self) -> int:
        """About the memory it holds, in bytes."""
        return array_bytes(self) + 10_000


def compute(
    params: Params,
    data: bytes | None = None,
    *,
    device: devices.Device = "auto",
    progress: Callable[[float], None] | None = None,
) -> Result:
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
        tested = report(params.source, data, params.column, params.by, params.null, plan)
    except MissingInput as error:
        missing = (str(error),)
    replicates = affordable(params, axis)
    remarks = () if replicates == params.replicates else (
        f"Simulated {replicates:,} times, not {params.replicates:,}: more would take more than "
        f"{MAX_DRAWS:,} draws or {MAX_TESTING:g} s of testing.",
    )  # fmt: skip
    report_progress = progress or (lambda fraction: None)
    simulated, notice = devices.with_fallback(
        lambda on: experiment(plan, axis, _draw(params, plan, axis, replicates, on, report_progress), replicates),
        devices.choose(device),
    )
    return Result(
        plan, axis, theory(plan, axis), simulated, tested,
        (*remarks, *([notice] if notice else []), *missing), "cpu" if notice else devices.choose(device).type,
        unplanned,
    )  # fmt: skip


def _plan(params: Params, data: bytes | None) -> tuple[Plan, str]:
    """The plan, and why it is not the one asked for where only the test of the data can be made."""
    n = max(params.n, params.design.least_n)
    asked = params.effect, params.alpha, params.power
    try:
        return make_plan(params.design, params.solve, params.n, *asked), ""
    except InputError as error:
        if params.source == "none" or (params.source == "file" and data is None):
            raise
        why = f"The plan cannot be made; the test of the data can, and the power shown is that of n = {n:,}. {error}"
        return make_plan(params.design, "power", n, *asked), why


def turned(solve: str, alternative: str, effect: float) -> float | None:
    """The effect of other sign, where an n is wanted for one on the side that a one-sided test does not look at."""
    looks = {"greater": 1, "less": -1}.get(alternative, 0)
    return -effect if solve == "n" and effect * looks < 0 else None


def _sizes(axis: Axis) -> list[tuple[int, int]]:
    at = points_of(axis)
    return sorted({(int(n), int(n2)) for n, n2 in zip(axis.n[at], axis.n2[at], strict=True)})


def affordable(params: Params, axis: Axis) -> int:
    """The replicates asked for, or as many as ``MAX_DRAWS`` and ``MAX_TESTING`` allow."""
    draws = _draws(params, axis) * (4 if params.population == "student 3" else 1)
    return max(2, min(params.replicates, MAX_DRAWS // draws, int(MAX_TESTING / _testing(params, axis))))


def _testing(params: Params, axis: Axis) -> float:
    """Seconds that it takes to test one replicate of all sizes."""
    return len(_sizes(axis)) * TESTING.get(params.kind, USUAL_TESTING)


def _draws(params: Params, axis: Axis) -> int:
    """Of one replicate at all sizes."""
    return sum(n + n2 for n, n2 in _sizes(axis)) * (2 if params.kind == "paired" else 1)


def _draw(
    params: Params, plan: Plan, axis: Axis, replicates: int, device: Any, report: Callable[[float], None]
) -> Iterator[tuple[int, Samples]]:
    """The samples of each size, which are held one size at a time."""
    sizes, done = _sizes(axis), 0
    whole = sum(n + n2 for n, n2 in sizes)
    for n, n2 in sizes:
        yield n, simulate(
            plan.design, n, n2, replicates, population=params.population, correlation=params.correlation,
            seed=params.seed, device=device,
            progress=partial(tell_part, report, done / whole, (n + n2) / whole),
        )  # fmt: skip
        done += n + n2


def estimate_seconds(params: Params, data: bytes | None) -> float:
    """About how long ``compute`` takes on one core of a laptop, generously."""
    reading = 2.5e-7 * len(data or b"") if params.source == "file" else 0.0
    try:
        plan = _plan(params, data)[0]
        axis = axis_of(plan, params.scrub)
    except InputError:
        return 0.01
    times = affordable(params, axis)
    slower = {"normal": 1, "student 3": 4, "log-normal": 3}.get(params.population, 2) + 3 * bool(params.correlation)
    drawing = _draws(params, axis) * times * slower / DRAWS_PER_SECOND
    return 0.03 + theory_seconds(plan, axis) + drawing + times * _testing(params, axis) + reading


def snippet(params: Params) -> str:
    """Python that prints the same plan, and the test of the data where there are some."""
    tested = ["print(result.report.table().T.to_string(header=False))"] if params.source != "none" else []
    return script(
        params,
        "print(result.plan)",
        'print(result.table()[["true_effect_sd", "n1", "power", "simulated_power"]].to_string())',
        *tested,
        file="your-table.csv" if params.source == "file" else "",
    )
