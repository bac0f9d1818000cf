"""What training does at each step size, in words; and the loss after t steps: formula, substitution, result."""

import numpy as np

from core.numbers import counted, number, raised, term
from core.optimization.gradient_descent.methods import LINEAR, METHODS
from core.optimization.gradient_descent.training_sweep import LossForecast, Training
from figures.optimization.gradient_descent.axes import AXIS
from figures.plot import Panel

NEAR = 0.97  # of the edge: from here on a sharpness has met it


def sentence(result: Training) -> Panel:
    """What training does at each step size."""
    said = [_sentence(result, place) for place in range(len(result.relative))]
    return Panel("training-told", "shared/sentence.js", AXIS, len(said), {"said": said}, {}, kept=False)


def _sentence(result: Training, place: int) -> list[list[str]]:
    steps, gone = int(result.times[-1]), int(result.diverged_at[place])
    phrase = METHODS[result.method].phrase
    lines = [["focus", f"η = {number(result.relative[place] * result.unit)}"]]
    if gone <= steps:
        lines.append(["", f" diverges{phrase}: at step {gone:,} the loss leaves the numbers."])
    else:
        first, last = number(result.losses[place, 0]), number(result.losses[place, -1])
        lines.append(["", f" takes the loss from {first} to {last} in {steps:,} steps{phrase}"])
        rises = int(result.rises[place])
        lines.append(["", f", rising in {rises:,} of them." if rises else ", falling in every one."])
    lines.append(["dim", f" Sharpness λ_max {_sharp(result, place)}"])
    if result.said:
        lines.append(["dim", f" {result.said}"])
    if result.other is not None:
        lines += _beside(result.other)
    return lines


def _beside(other: Training) -> list[list[str]]:
    """The run that it is compared with."""
    name, eta = METHODS[other.method].name, number(other.relative[0] * other.unit)
    lines = [["dim", f" B, {name} with η = {eta}: "]]
    gone = int(other.diverged_at[0])
    if gone <= other.times[-1]:
        return [*lines, ["", f"diverges at step {gone:,}."]]
    return [*lines, ["", f"to {number(other.losses[0, -1])}, λ_max to {number(other.sharpness[0, -1])}."]]


def forecast(result: Training, one: LossForecast) -> Panel:
    """The loss after t steps by the quadratic at the start: formula, substitution, result; and in the run."""
    said = [_forecast(result, one, place) for place in range(len(result.relative))]
    return Panel("training-loss-told", "shared/sentence.js", AXIS, len(said), {"said": said}, {}, kept=False)


def _forecast(result: Training, one: LossForecast, place: int) -> list[list[str]]:
    after = f"Loss after t = {counted(one.time, 'step')}"
    measured = number(one.measured[place])
    if np.isnan(one.kept[place]):
        why = ". There is no formula: the steps of this method do not grow with the slope."
        return [["dim", f"{after}, in the run: "], ["focus", measured],
                ["dim", f", from {number(result.quadratic.loss)}{why}"]]  # fmt: skip
    eta, steepest = result.relative[place] * result.unit, float(result.quadratic.curvature[0])
    half = result.quadratic.weights[0] / (2 * steepest) if steepest else 0.0
    power = f"(1 − {number(eta)}·{number(steepest)}){raised(2 * one.time)}"
    plain = not METHODS[result.method].takes_beta
    factor = power if plain else f"({number(one.kept[place])})²"
    total, rest = one.foreseen[place], one.foreseen[place] - result.quadratic.loss - one.steepest[place]
    formula = "(1 − ηλᵢ)²ᵗ" if plain else "φₜ(ηλᵢ)²"
    lines = [
        ["dim", f"{after}, if the loss were the quadratic that it is at the start: "],
        ["dim", f"L₀ + Σᵢ gᵢ²/(2λᵢ)·[{formula} − 1] = "],
        ["", f"{number(result.quadratic.loss)} + {number(half)}·[{factor} − 1]"],
        ["dim", " (steepest) "],
        ["", term(rest)],
        ["dim", " (all others) = "],
        ["focus", number(total)],
        ["dim", "; in the run "],
        ["", f"{measured}. "],
    ]
    holds, last = int(one.holds[place]), int(result.times[-1])
    if total < 0:
        lines.append(["dim", "No loss lies below 0: where λ < 0 the quadratic falls without end. "])
    if holds >= last:
        return [*lines, ["dim", "It foresees every step to within a tenth."]]
    until = f"It foresees the loss to within a tenth up to step {holds:,}; then the curvature is another."
    return [*lines, ["dim", until if holds else "It is off by more than a tenth from the start."]]


def _sharp(result: Training, place: int) -> str:
    first, values = result.sharpness[place, 0], result.sharpness[place]
    finite = values[np.isfinite(values)]
    edge = result.edge[place]
    told = f"from {number(first)} to {number(finite[-1])}"
    if np.isnan(edge):
        return f"{told}; no curvature bounds the steps of this method."
    met = np.flatnonzero(np.isfinite(values) & (values >= NEAR * edge))
    name = LINEAR[result.method].edge
    if len(met) and met[0] == 0:
        return f"{told}; at the start it is {number(first / edge, 3)} times {name} = {number(edge)} already."
    if not len(met):
        return f"{told}, below {name} = {number(edge)} throughout: no direction goes on growing."
    return f"{told}; it meets {name} = {number(edge)} at step {int(result.checks[met[0]]):,}."
