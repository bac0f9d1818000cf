"""The gradient descent explorer: every step size from 0 to divergence, by formula and in the run, on any problem.

``part`` says what is descended: a quadratic in the plane, singular values of the reader's own, least squares on a
table, logistic regression, a small network, or least squares with the noise of batches and of inputs. The step size is
swept; it is counted in units of 2/λₘₐₓ (at the start), beyond which gradient descent diverges, or begins to climb.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np

from core.computation import Run, computation
from core.design_matrix import DesignMatrix, make_design, table_size
from core.errors import InputError, MissingInput
from core.explorer import script
from core.headline import by_result
from core.optimization.gradient_descent import duration, objectives, sgd_sweep, training_data, training_sweep
from core.optimization.gradient_descent.methods import LINEAR, METHODS
from core.optimization.gradient_descent.params import TRAINING
from core.optimization.gradient_descent.params import Params as Params
from core.optimization.gradient_descent.presets import PRESETS as PRESETS
from core.optimization.gradient_descent.quadratic_problems import table, typed
from core.optimization.gradient_descent.quadratic_sweep import Descent, descend, error_of_mode, with_step
from core.optimization.gradient_descent.questions import QUESTIONS as QUESTIONS
from core.optimization.gradient_descent.rate_map import rate_map
from core.optimization.gradient_descent.sgd_sweep import Noisy
from core.optimization.gradient_descent.training_sweep import Training
from core.table_columns import read_table

SAMPLE = Path(__file__).resolve().parents[3] / "assets" / "samples" / "gradient_descent.csv"
SAMPLE_SIZE = (74, 6)  # its rows, and its columns of numbers
MAP_POINTS = 512

Result = Descent | Training | Noisy


@computation
def compute(params: Params, data: bytes | None, run: Run) -> Result:
    """Every step size of the axis at once; ``data`` is the file of a table.

    Raises:
        InputError: the table cannot be used.
    """
    if params.part in TRAINING:
        examples = _examples(params, data)
        rows, inputs = examples.inputs.shape
        duration.check_training(params, rows, inputs)
        make_task = objectives.logistic_task if params.part == "logistic" else objectives.network_task
        return focus(training_sweep.train(make_task(examples, params), params, run.report), params)
    if params.part == "noise":
        its = params.taken
        x, y = sgd_sweep.of_table(_design(params, data)) if its == "table" else sgd_sweep.built_in(its, params.seed)
        return sgd_sweep.sweep(x, y, params, run.report)
    problem, found = typed(params) or table(_design(params, data), params.convention), None
    if params.method in LINEAR and METHODS[params.method].takes_beta and params.damping == 1:
        flattest = problem.quadratic.flattest / problem.quadratic.steepest
        found = rate_map(params.method, flattest, MAP_POINTS, run.device)
    return focus(descend(problem, params, found), params)


def _design(params: Params, data: bytes | None) -> DesignMatrix:
    if params.source == "sample":
        table = read_table(SAMPLE.read_bytes())
        return make_design(table, table.columns[1].name, (), params.standardise)  # behind the names of the cars
    if data is None:
        raise MissingInput.no_file("Choose a table (CSV).")
    try:
        return make_design(read_table(data), params.target, params.features, params.standardise)
    except InputError as error:
        if error.field != "standardise" or params.part not in TRAINING:
            raise
        remedy = "Choose other columns, or bring another table."  # training shows no switch of standardising
        raise InputError("features", "these columns", error.rule, remedy) from None


def _examples(params: Params, data: bytes | None) -> training_data.Examples:
    if params.taken == "table":
        classes = "logistic" in (params.part, params.loss)
        return training_data.table_examples(_design(params, data), classes)
    return training_data.toy_examples(params.taken, params.observations, params.scatter, params.seed)


def focus(result: Result, params: Params) -> Result:
    """The sweep with the step size nearest to the chosen one moved onto it, and the error that is asked for.

    Training takes too long for that: it stays at the step sizes that it has, and tells the loss.
    """
    if isinstance(result, Training):
        return replace(result, forecast=training_sweep.forecast(result, params.time))
    if not isinstance(result, Descent):
        return result
    swept = with_step(result, params.step)
    return replace(swept, mode_error=error_of_mode(swept, params.mode, params.time))


headline = by_result({
    Training: ("loss at the last step", lambda its: its.losses[:, -1], ""),
    Noisy: ("expected loss at the last step ÷ first loss", lambda its: its.expected[:, -1] / its.expected[0, 0], ""),
    Descent: ("error kept each step",  # as measured in the run where no formula holds
              lambda its: np.where(np.isnan(its.runs.rate), its.runs.measured, its.runs.rate), ""),
})  # fmt: skip


def work(params: Params, data: bytes | None) -> dict[str, int]:
    """What is read, and what the part descends."""
    read = data if params.reads_file and data else b""
    size = table_size(read) if read else SAMPLE_SIZE
    reading = {"bytes read": len(read)}
    match params.part:
        case "logistic" | "network":
            inputs = size if params.taken == "table" else (params.observations, 2)
            return reading | duration.training(params, params.trained, *inputs)
        case "noise":
            most = min(size[0], sgd_sweep.MOST_ROWS), min(size[1], sgd_sweep.MOST_COLUMNS)
            rows, columns = most if params.taken == "table" else sgd_sweep.built_in(params.taken, params.seed)[0].shape
            exact, drawn = sgd_sweep.work(rows, columns, params.batch, params.steps, params.seeds)
            return reading | exact | drawn
    problem = typed(params)
    modes = len(problem.sigma) if problem else size[1]
    beside = {"steps of another": params.steps if params.other in {*METHODS} - {*LINEAR} else 0}
    return reading | duration.descent(params.method, min(modes, 201), params.steps) | beside


snippet = script
