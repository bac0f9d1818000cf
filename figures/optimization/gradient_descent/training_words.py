"""What training does at each step size, in words; and the loss after t steps: formula, substitution, result."""

import numpy as np

from core.optimization.gradient_descent.training_sweep import Told, Training
from figures import theme
from figures.optimization.gradient_descent.axes import AXIS, short
from figures.optimization.gradient_descent.quadratic_curves import NAMES
from figures.plot import Panel

NEAR = 0.97  # of the edge: from here on a sharpness has met it
METHODS = {"gd": "", "heavy-ball": " with heavy ball", "nesterov": " with Nesterov", "sign": " by signs",
           "adam": " with Adam"}  # fmt: skip
EDGES = {"gd": "2/η", "heavy-ball": "2(1 + β)/η", "nesterov": "2(1 + β)/(η(1 + 2β))"}


def sentence(result: Training) -> Panel:
    """What training does at each step size."""
    said = [_told(result, place) for place in range(len(result.relative))]
    return Panel("training-told", "shared/sentence.js", AXIS, len(said), {"said": said}, {}, kept=False)


def _told(result: Training, place: int) -> list[list[str]]:
    steps, gone = int(result.times[-1]), int(result.diverged_at[place])
    lines = [["focus", f"η = {short(result.relative[place] * result.unit)}"]]
    if gone <= steps:
        lines.append(["", f" diverges{METHODS[result.method]}: at step {gone:,} the loss leaves the numbers."])
    else:
        lines.append(["", f" takes the loss from {result.losses[place, 0]:.4g} to {result.losses[place, -1]:.4g} in "
                      f"{steps:,} steps{METHODS[result.method]}"])  # fmt: skip
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
    lines = [["dim", f" B, {NAMES[other.method]} with η = {short(other.relative[0] * other.unit)}: "]]
    gone = int(other.diverged_at[0])
    if gone <= other.times[-1]:
        return [*lines, ["", f"diverges at step {gone:,}."]]
    return [*lines, ["", f"to {other.losses[0, -1]:.4g}, λ_max to {short(other.sharpness[0, -1])}."]]


def told(result: Training, one: Told) -> Panel:
    """The loss after t steps by the quadratic at the start: formula, substitution, result; and in the run."""
    said = [_foretold(result, one, place) for place in range(len(result.relative))]
    return Panel("training-loss-told", "shared/sentence.js", AXIS, len(said), {"said": said}, {}, kept=False)


def _foretold(result: Training, one: Told, place: int) -> list[list[str]]:
    after = f"Loss after t = {one.time:,} step{'s' if one.time != 1 else ''}"
    measured = short(one.measured[place])
    if np.isnan(one.kept[place]):
        why = ". There is no formula: the steps of this method do not grow with the slope."
        return [["dim", f"{after}, in the run: "], ["focus", measured],
                ["dim", f", from {short(result.quadratic.loss)}{why}"]]  # fmt: skip
    eta, steepest = result.relative[place] * result.unit, float(result.quadratic.curvature[0])
    half = result.quadratic.weights[0] / (2 * steepest) if steepest else 0.0
    power = f"(1 − {short(eta)}·{short(steepest)}){str(2 * one.time).translate(theme.SUPERSCRIPTS)}"
    factor = power if result.method == "gd" else f"({short(one.kept[place])})²"
    total, rest = one.foreseen[place], one.foreseen[place] - result.quadratic.loss - one.steepest[place]
    formula = "(1 − ηλᵢ)²ᵗ" if result.method == "gd" else "φₜ(ηλᵢ)²"
    lines = [
        ["dim", f"{after}, if the loss were the quadratic that it is at the start: "],
        ["dim", f"L₀ + Σᵢ gᵢ²/(2λᵢ)·[{formula} − 1] = "],
        ["", f"{short(result.quadratic.loss)} + {short(half)}·[{factor} − 1]"],
        ["dim", " (steepest) "],
        ["", f"{_signed(rest)}"],
        ["dim", " (all others) = "],
        ["focus", short(total)],
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


def _signed(value: float) -> str:
    return f"− {short(-value)}" if value < 0 else f"+ {short(value)}"


def _sharp(result: Training, place: int) -> str:
    first, values = result.sharpness[place, 0], result.sharpness[place]
    finite = values[np.isfinite(values)]
    edge = result.edge[place]
    told = f"from {short(first)} to {short(finite[-1])}"
    if np.isnan(edge):
        return f"{told}; no curvature bounds the steps of this method."
    met = np.flatnonzero(np.isfinite(values) & (values >= NEAR * edge))
    name = EDGES[result.method]
    if len(met) and met[0] == 0:
        return f"{told}; at the start it is {first / edge:.3g} times {name} = {short(edge)} already."
    if not len(met):
        return f"{told}, below {name} = {short(edge)} throughout: no direction goes on growing."
    return f"{told}; it meets {name} = {short(edge)} at step {int(result.checks[met[0]]):,}."
