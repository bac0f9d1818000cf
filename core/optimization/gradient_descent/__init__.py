"""The gradient descent explorer: every step size from 0 to divergence, by formula and in the run, on any problem.

``part`` says what is descended: a quadratic in the plane, singular values of the reader's own, least squares on a
table, logistic regression, a small network, or least squares with the noise of batches and of inputs. The step size is
swept; it is counted in units of 2/λ_max (at the start), beyond which gradient descent diverges, or begins to climb.
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
from core.explorer import script
from core.optimization.gradient_descent import (
    duration,
    methods,
    objectives,
    quadratic_problems,
    sgd_sweep,
    training_data,
    training_sweep,
)
from core.optimization.gradient_descent.design_matrix import Design, make_design, read_table
from core.optimization.gradient_descent.loss_scaling import Convention
from core.optimization.gradient_descent.network import Network
from core.optimization.gradient_descent.presets import PRESETS as PRESETS
from core.optimization.gradient_descent.quadratic_problems import Problem
from core.optimization.gradient_descent.quadratic_sweep import Descent, descend, tell, with_step
from core.optimization.gradient_descent.rate_map import RateMap, rate_map
from core.optimization.gradient_descent.sgd_moments import Noise
from core.optimization.gradient_descent.sgd_sweep import Noisy
from core.optimization.gradient_descent.training_sweep import Training
from core.value_text import MAX_TEXT

SAMPLE = Path(__file__).resolve().parents[3] / "assets" / "samples" / "gradient_descent.csv"
SAMPLE_SIZE = (74, 6)  # its rows, and its columns of numbers
MAP_POINTS = 512

Part = Literal["plane", "values", "table", "logistic", "network", "noise"]
MethodName = Literal["gd", "heavy-ball", "nesterov", "sign", "adam"]
OtherName = Literal["none", "gd", "heavy-ball", "nesterov", "sign", "adam"]
Source = Literal["sample", "file"]
Data = Literal["moons", "circles", "sine", "solvable", "single", "table"]
NetworkLoss = Literal["squared", "logistic"]
Activation = Literal["tanh", "relu", "gelu"]
Result = Descent | Training | Noisy
VIEW = {"view": True}
VALUES: dict[str, Any] = {"used": lambda params: params.part == "values"}
FILE: dict[str, Any] = {"used": lambda params: params.reads_file}
DATA: dict[str, tuple[str, ...]] = {
    "logistic": ("moons", "circles", "table"),
    "network": ("moons", "circles", "sine", "table"),
    "noise": ("solvable", "single", "table"),
}


@dataclass(frozen=True)
class Params:
    """What a reader sets.

    ``step`` is the step size in units of 2/λ_max, ``beta`` the momentum; ``steps`` are shown, and an error below
    ``accuracy`` times the first is waited for. The plane has the singular values ``steep`` and ``flat``, turned by
    ``angle`` (degrees), and a start; ``sigma`` and ``y`` are lists of numbers; a table has a ``target`` ("" is the
    first column of numbers) and ``features`` (none are all others). ``other`` is a second method to compare with, at
    ``other_step`` and ``other_beta``. ``time`` and ``mode`` say which error is told, or after how many steps the loss.

    Logistic regression, networks and noise take ``data`` of their own kind (what another part has, is replaced by the
    first of theirs): ``observations`` points scattered by ``scatter``, drawn with ``seed``; ``trained`` steps. A
    network has ``layers`` of ``width`` units. Noise is a ``batch`` and a deviation of the ``inputs``, over ``seeds``.
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
    sigma: str = field(default="2 1", metadata=VALUES)
    y: str = field(default="", metadata=VALUES)
    source: Source = "sample"
    target: str = field(default="", metadata=FILE)
    features: tuple[str, ...] = field(default=(), metadata={"longest": MAX_TEXT} | FILE)
    standardise: bool = True
    other: OtherName = "none"
    other_step: float = 0.5
    other_beta: float = 0.5
    time: int = field(default=10, metadata=VIEW)
    mode: int = field(default=1, metadata=VIEW)
    data: Data = "moons"
    observations: int = 60
    scatter: float = 0.1
    seed: int = 0
    trained: int = 600
    layers: int = 2
    width: int = 12
    activation: Activation = "tanh"
    loss: NetworkLoss = "squared"
    batch: int = 1
    inputs: float = 0.0
    seeds: int = 200

    def __post_init__(self) -> None:
        for name, options in (("part", Part), ("method", MethodName), ("convention", Convention), ("source", Source),
                              ("other", OtherName), ("data", Data), ("activation", Activation),
                              ("loss", NetworkLoss)):  # fmt: skip
            one_of(self, name, get_args(options))
        for name in ("step", "other_step"):
            if getattr(self, name) < 0:
                rule = "it must be 0 or more: with a negative step size every step climbs"
                raise InputError(name, getattr(self, name), rule, "Choose 0 or more.")
            between(self, name, 0.0, 4.0, "times 2/λ_max")
        for name in ("beta", "other_beta"):
            between(self, name, 0.0, 0.999, remedy="Common is 0.9.")
        for name, low, high in (("steps", 2, 2_000), ("time", 0, 3_000), ("mode", 1, quadratic_problems.MOST_VALUES),
                                ("observations", 4, 400), ("seed", 0, 2**53), ("trained", 10, 3_000), ("layers", 1, 2),
                                ("width", 1, 32), ("batch", 1, 300), ("seeds", 2, 2_000)):  # fmt: skip
            whole(self, name, low, high)
        for name, least, most in (("accuracy", 1e-14, 0.5), ("steep", 0.0, 1e3), ("flat", 0.0, 1e3),
                                  ("start_x", -100.0, 100.0), ("start_y", -100.0, 100.0), ("scatter", 0.0, 2.0),
                                  ("inputs", 0.0, 100.0)):  # fmt: skip
            between(self, name, least, most)
        between(self, "angle", -180.0, 180.0, "degrees")
        if self.part == "plane":
            quadratic_problems.plane(self.steep, self.flat, self.angle, (self.start_x, self.start_y), self.convention)
        quadratic_problems.diagonal(self.sigma, self.y, self.convention)

    @property
    def taken(self) -> str:
        """The data that the part takes: those chosen, or the first of its own."""
        options = DATA.get(self.part, ("table",))
        return self.data if self.data in options else options[0]

    @property
    def reads_file(self) -> bool:
        """Whether it takes a file of the reader's."""
        return self.source == "file" and self.part not in ("plane", "values") and self.taken == "table"


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
    report = progress or (lambda fraction: None)
    convention = params.convention
    match params.part:
        case "logistic" | "network":
            trained_on = _examples(params, data)
            rows, inputs = trained_on.inputs.shape
            duration.check_training(params.trained, rows, inputs, _units(params), params.activation == "gelu")
            if params.part == "logistic":
                task = objectives.logistic_task(trained_on, convention)
            else:
                classes = "logistic" if params.loss == "logistic" and trained_on.classes else "squared"
                shape = Network(trained_on.inputs.shape[1], (params.width,) * params.layers, params.activation, classes)
                task = objectives.network_task(trained_on, shape, convention, params.seed)
            method, other = methods.Method(params.method, params.beta), None
            if params.other != "none":
                other = methods.Method(params.other, params.other_beta), params.other_step
            return focus(training_sweep.train(task, method, params.trained, report, other), params)
        case "noise":
            kept = {"solvable": lambda: sgd_sweep.solvable(params.seed), "single": sgd_sweep.single}
            taken = kept.get(params.taken, lambda: sgd_sweep.of_table(_design(params, data)))
            x, y = taken()
            noise = Noise(min(params.batch, len(x)), params.inputs)
            return sgd_sweep.sweep(x, y, convention, noise, params.steps, params.seeds, params.seed, report)
    problem = problem_of(params, data)
    swept = descend(problem, params.method, params.beta, params.steps, params.accuracy)
    swept = replace(swept, other=_other(problem, params), other_name=params.other, remarks=problem.remarks)
    if params.method in ("heavy-ball", "nesterov"):
        found, notice, where = _map(problem, params.method, device)
        remarks = (*problem.remarks, *([notice] if notice else []))
        swept = replace(swept, map=found, device=where, remarks=remarks)
    return focus(swept, params)


def problem_of(params: Params, data: bytes | None) -> Problem:
    """The quadratic that ``params`` descend.

    Raises:
        InputError: the table cannot be used.
    """
    if params.part == "plane":
        start = (params.start_x, params.start_y)
        return quadratic_problems.plane(params.steep, params.flat, params.angle, start, params.convention)
    if params.part == "values":
        return quadratic_problems.diagonal(params.sigma, params.y, params.convention)
    return quadratic_problems.table(_design(params, data), params.convention)


def _design(params: Params, data: bytes | None) -> Design:
    if params.source == "sample":
        return make_design(read_table(SAMPLE.read_bytes()), "", (), params.standardise)
    if data is None:
        raise MissingInput("file", None, "No file is chosen yet (a link does not carry one)", "Choose a table (CSV).")
    return make_design(read_table(data), params.target, params.features, params.standardise)


def _examples(params: Params, data: bytes | None) -> training_data.Examples:
    if params.taken == "table":
        design = _design(replace(params, standardise=True), data)
        return training_data.table_examples(design, params.part == "logistic" or params.loss == "logistic")
    return training_data.toy_examples(params.taken, params.observations, params.scatter, params.seed)


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
    """The sweep with the step size nearest to the chosen one moved onto it, and the error that is asked for.

    Training takes too long for that: it stays at the step sizes that it has, and tells the loss.
    """
    if isinstance(result, Training):
        return replace(result, told=training_sweep.tell(result, params.time))
    if not isinstance(result, Descent):
        return result
    swept = with_step(result, params.step)
    return replace(swept, told=tell(swept, params.mode, params.time))


def estimate_seconds(params: Params, data: bytes | None) -> float:
    """About how long ``compute`` takes on one core of a laptop, generously."""
    size = duration.table_size(data) if params.reads_file and data else SAMPLE_SIZE
    reading = duration.reading(data, size) if params.reads_file and data else 0.0
    match params.part:
        case "logistic" | "network":
            inputs = size if params.taken == "table" else (params.observations, 2)
            return reading + duration.training(params.trained, *inputs, _units(params), params.activation == "gelu")
        case "noise":
            shapes = {"solvable": (sgd_sweep.ROWS, sgd_sweep.COLUMNS), "single": (1, 1)}
            rows, columns = shapes.get(
                params.taken, (min(size[0], sgd_sweep.MOST_ROWS), min(size[1], sgd_sweep.MOST_COLUMNS))
            )
            noise = Noise(min(params.batch, rows), params.inputs)
            return 0.02 + reading + sum(sgd_sweep.costs(rows, columns, noise, params.steps, params.seeds))
    modes = {"plane": 2, "values": 1 + params.sigma.count(" ") + params.sigma.count(",")}.get(params.part, size[1])
    others = duration.descent(params.other, 0, params.steps) if params.other in ("sign", "adam") else 0.0
    return reading + duration.descent(params.method, min(modes, 201), params.steps) + others


def _units(params: Params) -> int:
    """Hidden units of the network; 0 where there is none."""
    return params.width * params.layers if params.part == "network" else 0


def snippet(params: Params) -> str:
    """Python that prints the same numbers."""
    return script(params, "print(result.table().to_string())", file="your-table.csv" if params.reads_file else "")
