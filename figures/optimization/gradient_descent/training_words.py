"""What training does at each step size, in words."""

import numpy as np

from core.numbers import number
from core.optimization.gradient_descent.methods import LINEAR, METHODS
from core.optimization.gradient_descent.training_sweep import Training
from figures.optimization.gradient_descent.axes import AXIS
from figures.plot import Panel

NEAR = 0.97  # of the edge: from here on a sharpness has met it


def sentence(result: Training) -> Panel:
    """What training does at each step size."""
    said = [_sentence(result, place) for place in range(len(result.relative))]
    return Panel.sentence("training-told", AXIS, said)


def _sentence(result: Training, place: int) -> list[list[str]]:
    steps, gone = int(result.times[-1]), int(result.diverged_at[place])
    phrase = METHODS[result.method].phrase
    lines = [["focus", f"η = {number(result.relative[place] * result.unit)}"]]
    if gone <= steps:
        lines.append(["", f" diverges{phrase}: at step {gone:,} the loss is no longer a finite number."])
    else:
        first, last = number(result.losses[place, 0]), number(result.losses[place, -1])
        lines.append(["", f" takes the loss from {first} to {last} in {steps:,} steps{phrase}"])
        rises = int(result.rises[place])
        lines.append(["", f", rising in {rises:,} of them." if rises else ", falling in every one."])
    lines.append(["dim", f" The sharpness λₘₐₓ goes {_sharp(result, place)}"])
    if result.said:
        lines.append(["dim", f" {result.said}"])
    if result.other is not None:
        lines += _beside(result.other)
    return lines


def _beside(other: Training) -> list[list[str]]:
    """The run that it is compared with."""
    name, eta = METHODS[other.method].name, number(other.relative[0] * other.unit)
    gone = int(other.diverged_at[0])
    end = f"ends at the loss {number(other.losses[0, -1])} and λₘₐₓ = {number(other.sharpness[0, -1])}."
    if gone <= other.times[-1]:
        end = f"diverges at step {gone:,}."
    return [["dim", f" B, {name} with η = {eta}, "], ["", end]]


def _sharp(result: Training, place: int) -> str:
    first, values = result.sharpness[place, 0], result.sharpness[place]
    finite = values[np.isfinite(values)]
    edge = result.edge[place]
    course = f"from {number(first)} to {number(finite[-1])}"
    if np.isnan(edge):
        return f"{course}; no curvature bounds the steps of this method."
    met = np.flatnonzero(np.isfinite(values) & (values >= NEAR * edge))
    name = LINEAR[result.method].edge
    if len(met) and met[0] == 0:
        return f"{course}; at the start it is {number(first / edge, 3)} times {name} = {number(edge)} already."
    if not len(met):
        return f"{course}, below {name} = {number(edge)} throughout: no direction goes on growing."
    return f"{course}; it meets {name} = {number(edge)} at step {int(result.checks[met[0]]):,}."
