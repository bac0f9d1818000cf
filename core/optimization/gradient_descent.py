"""The gradient descent explorer: every step size from 0 to divergence, by formula and in the run, on any problem.

``part`` says what is descended: a quadratic in the plane, singular values of the reader's own, or least squares on a
table. The step size is swept; it is counted in units of 2/λ_max, beyond which gradient descent diverges.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np

from core import device as devices
from core.checks import between, one_of, whole
from core.errors import InputError, MissingInput
from core.explorer import Preset, script
from core.optimization import problems
from core.optimization.convention import Convention
from core.optimization.descent import Descent, axis, descend, tell, with_step
from core.optimization.design import make_design, read_table
from core.optimization.problems import Problem
from core.optimization.rate_map import RateMap, rate_map

SAMPLE = Path(__file__).resolve().parents[2] / "assets" / "samples" / "gradient_descent.csv"
MAP_POINTS = 512

Part = Literal["plane", "values", "table"]
MethodName = Literal["gd", "heavy-ball", "nesterov", "sign", "adam"]
OtherName = Literal["none", "gd", "heavy-ball", "nesterov", "sign", "adam"]
Source = Literal["sample", "file"]
Result = Descent
VIEW = {"view": True}


@dataclass(frozen=True)
class Params:
    """What a reader sets.

    ``step`` is the step size in units of 2/λ_max, ``beta`` the momentum; ``steps`` are shown, and an error below
    ``accuracy`` times the first is waited for. The plane has the singular values ``steep`` and ``flat``, turned by
    ``angle`` (degrees), and a start; ``sigma`` and ``y`` are lists of numbers; a table has a ``target`` ("" is the
    first column of numbers) and ``features`` (none are all others). ``other`` is a second method to compare with, at
    ``other_step`` and ``other_beta``. ``time`` and ``mode`` say which error is told.
    """

    part: Part = "plane"
    method: MethodName = "gd"
    beta: float = 0.5
    convention: Convention = "sum"
    step: float = field(default=0.9, metadata=VIEW)
    steps: int = 40
    accuracy: float = 1e-3
    steep: float = 2.0
    flat: float = 0.5
    angle: float = 25.0
    start_x: float = -1.5
    start_y: float = 0.9
    sigma: str = "2 1"
    y: str = ""
    source: Source = "sample"
    target: str = ""
    features: tuple[str, ...] = ()
    standardise: bool = True
    other: OtherName = "none"
    other_step: float = 0.5
    other_beta: float = 0.5
    time: int = field(default=10, metadata=VIEW)
    mode: int = field(default=1, metadata=VIEW)

    def __post_init__(self) -> None:
        for name, options in (("part", Part), ("method", MethodName), ("convention", Convention), ("source", Source),
                              ("other", OtherName)):  # fmt: skip
            one_of(self, name, get_args(options))
        for name in ("step", "other_step"):
            if getattr(self, name) < 0:
                rule = "with a negative step size every step climbs"
                raise InputError(name, getattr(self, name), rule, "Choose 0 or more.")
            between(self, name, 0.0, 4.0, "times 2/λ_max")
        for name in ("beta", "other_beta"):
            between(self, name, 0.0, 0.999, remedy="Common is 0.9.")
        whole(self, "steps", 2, 2_000)
        between(self, "accuracy", 1e-14, 0.5)
        for name in ("steep", "flat"):
            between(self, name, 0.0, 1e3)
        between(self, "angle", -180.0, 180.0, "degrees")
        for name in ("start_x", "start_y"):
            between(self, name, -100.0, 100.0)
        whole(self, "time", 0, 2_000)
        whole(self, "mode", 1, problems.MOST_VALUES)
        if self.part == "plane":
            problems.plane(self.steep, self.flat, self.angle, (self.start_x, self.start_y), self.convention)
        problems.diagonal(self.sigma, self.y, self.convention)


PRESETS: tuple[Preset, ...] = (
    Preset("zigzag", "Across the valley", "σ = 2 and ½ at 0.9 of the limit: the steep direction flips its sign each "
           "step, the flat one crawls. Drag past 1 and the swing grows instead.", {}),
    Preset("fastest", "η* = 0.2, rate 0.6", "Both directions shrink by 0.6 each step, one of them with its sign "
           "flipped. By formula 13.52 steps to a thousandth, so 14 are counted.",
           {"part": "values", "step": 0.8}),
    Preset("scalar", "σ = 1.5, η = 0.3", "One number, factor 1 − 2ησ² = −0.35. To a hundredth: more than 4.387 steps, "
           "so 5. The notes take the logarithm of −0.35; it needs the absolute value.",
           {"part": "values", "sigma": "1.5", "step": 0.675, "accuracy": 0.01, "steps": 12}),
    Preset("five", "Five singular values", "The notes doubt η* for more than two. For the slowest direction it is "
           "exact: the three in between never bind.",
           {"part": "values", "sigma": "2 1.8 1.5 1.2 1", "step": 0.8}),
    Preset("just-above", "1 % above the limit", "Known to fail: for a dozen steps all looks well, while the steep "
           "direction grows by 2 % a step.", {"step": 1.01, "steps": 150}),
    Preset("ill-conditioned", "λ_max/λ_min = 400", "Known to be slow: at the best step size the rate is 0.995, about "
           "1,400 steps to a thousandth. With momentum 114 do.", {"steep": 4.0, "flat": 0.2, "step": 0.9975}),
    Preset("heavy-ball", "The same with momentum", "Heavy ball at its best: the rate is (√k − 1)/(√k + 1) = 0.905, in "
           "place of 0.995. At first the error grows; the map shows every other η and β.",
           {"steps": 150, "steep": 4.0, "flat": 0.2, "method": "heavy-ball", "beta": 0.8186, "step": 1.814}),
    Preset("cars", "Cars of 1974", "Miles per gallon from five measurements, standardised. The columns speak of much "
           "the same thing, so one direction is steep and another flat.", {"part": "table", "step": 0.9}),
    Preset("unscaled", "Columns as they are", "Known to fail: cubic inches beside tons. λ_max/λ_min is a million "
           "times larger than after standardising, and no step size suits both.",
           {"part": "table", "standardise": False, "step": 0.9}),
    Preset("versus", "Adam against descent", "From the same start with the same η. Adam's first step has the length η "
           "in each coordinate, however steep the slope.", {"other": "adam", "other_step": 0.8, "step": 0.8}),
)  # fmt: skip


def compute(
    params: Params,
    data: bytes | None = None,
    *,
    device: devices.Device = "auto",
    progress: Callable[[float], None] | None = None,
) -> Result:
    """Every step size of the axis at once; ``data`` is the file of a table.

    Raises:
        InputError: the table cannot be used.
    """
    problem = problem_of(params, data)
    swept = descend(problem, params.method, params.beta, params.steps, params.accuracy)
    swept = replace(swept, other=_other(problem, params), other_name=params.other)
    if params.method in ("heavy-ball", "nesterov"):
        found, notice, where = _map(problem, params.method, device)
        swept = replace(swept, map=found, device=where, remarks=(notice,) if notice else ())
    return focus(swept, params)


def problem_of(params: Params, data: bytes | None) -> Problem:
    """What ``params`` descend.

    Raises:
        InputError: the table cannot be used.
    """
    if params.part == "plane":
        start = (params.start_x, params.start_y)
        return problems.plane(params.steep, params.flat, params.angle, start, params.convention)
    if params.part == "values":
        return problems.diagonal(params.sigma, params.y, params.convention)
    if params.source == "sample":
        data = SAMPLE.read_bytes()
    if data is None:
        raise MissingInput("file", None, "No file is chosen yet (a link does not carry one)", "Choose a table (CSV).")
    chosen = ("", ()) if params.source == "sample" else (params.target, params.features)
    return problems.table(make_design(read_table(data), *chosen, params.standardise), params.convention)


def _other(problem: Problem, params: Params) -> Any:
    if params.other == "none":
        return None
    step = np.array([params.other_step])
    return descend(problem, params.other, params.other_beta, params.steps, params.accuracy, step).runs


def _map(problem: Problem, method: Any, device: devices.Device) -> tuple[RateMap, str | None, str]:
    chosen = devices.choose(device)
    flattest = problem.quadratic.flattest / problem.quadratic.steepest
    found, notice = devices.with_fallback(partial(rate_map, method, flattest, MAP_POINTS), chosen)
    return found, notice, "cpu" if notice else chosen.type


def focus(result: Result, params: Params) -> Result:
    """The sweep with the step size nearest to the chosen one moved onto it, and the error that is asked for."""
    swept = with_step(result, params.step)
    return replace(swept, told=tell(swept, params.mode, params.time))


def estimate_seconds(params: Params, data: bytes | None) -> float:
    """About how long ``compute`` takes on one core of a laptop, generously. A file is read where it can do no harm."""
    if params.part == "table" and params.source == "file":
        return 0.05 + 4e-6 * len(data or b"")
    adaptive = 2e-4 * params.steps if params.method in ("sign", "adam") else 0.0
    return 0.05 + adaptive


def snippet(params: Params) -> str:
    """Python that prints the same numbers."""
    from_file = params.part == "table" and params.source == "file"
    return script(params, "print(result.table().to_string())", file="your-table.csv" if from_file else "")


def reach(params: Params) -> float:
    """Where the axis of the step size ends, in units of 2/λ_max."""
    return float(axis(params.method, params.beta)[-1])
