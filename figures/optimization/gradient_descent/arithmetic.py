"""The number in focus opened: the error of a mode after t steps; or the loss, by the quadratic at the start."""

import numpy as np

from core.numbers import count, counted, exact, factor, number, raised
from core.optimization.gradient_descent.loss_scaling import LOSSES, converted
from core.optimization.gradient_descent.methods import LINEAR, METHODS
from core.optimization.gradient_descent.momentum import recurrence, roots
from core.optimization.gradient_descent.quadratic_sweep import Descent, ModeError
from core.optimization.gradient_descent.training_sweep import LossForecast, Training
from figures.opened import Line, panel
from figures.optimization.gradient_descent.axes import AXIS
from figures.plot import Array, Panel

LARGEST = float(np.finfo(np.float64).max)
BEYOND = ("; in the run {run}", ": more than {largest} in size; in the run {run}",
          "; in the run more than {largest} in size", ": more than {largest} in size, and so in the run")  # fmt: skip


def mode_error(result: Descent, one: ModeError) -> Panel:
    """The error of one mode after t steps; with momentum the recurrence and its roots come first."""
    eta = result.runs.relative * result.unit
    of = f"Error of mode {one.mode} (λ = {number(one.curvature)}) after {counted(one.time, 'step')}"
    known: dict[str, Array | float] = {"eta": eta, "curvature": one.curvature}
    case = ~np.isfinite(one.closed) + 2 * ~np.isfinite(one.run)
    known_of_both = {"run": one.run, "largest": LARGEST}
    if result.plain:
        power = f"(1 − {{eta}} × {{curvature}}){raised(one.time)} × {{start}}"
        lines = [Line("A step multiplies the error by 1 − ηλ", "1 − {eta} × {curvature}", known),
                 Line(f"{of}, (1 − ηλ)ᵗ·e₀", (power, "", power, ""), {**known, "start": one.start},
                      _within(one.closed), note=BEYOND, beside=known_of_both, case=case)]  # fmt: skip
    else:
        last = Line(f"{of}, from {{start}}", result=_within(one.closed), note=BEYOND,
                    beside={"start": one.start, **known_of_both}, case=case)  # fmt: skip
        lines = [*_recurrence(result.method, result.beta, known, result.damping), last]
    return panel("descent-error", AXIS, len(eta), *lines)


def _within(values: Array) -> Array:
    """The values that a double holds; of the others words say what they are above."""
    return np.where(np.isfinite(values), values, np.nan)


def _recurrence(method: str, beta: float, known: dict[str, Array | float], damping: float) -> list[Line]:
    """e(t+1) = p·e(t) − q·e(t−1), and the roots of r² − pr + q by which errors shrink."""
    scaled = np.asarray(known["eta"] * known["curvature"] * damping)
    (p, q, _), (first, second) = recurrence(method, beta, scaled), roots(method, beta, scaled)
    b, c, d = LINEAR[method].weights(beta)
    d = d * damping  # of heavy ball alone, whose c is 0
    real = np.asarray(p * p / 4 >= q)
    return [
        Line("eₜ₊₁ = p·eₜ − q·eₜ₋₁ with p = 1 + b − (c + d)·ηλ", "1 + {b} − ({c} + {d}) × {eta} × {curvature}",
             {"b": b, "c": c, "d": d, **known},
             note=f", as v ← b·v + g, w ← w − η(c·g + d·v); b = {exact(b)}"),
        Line("q = b(1 − c·ηλ)", "{b} × (1 − {c} × {eta} × {curvature})", {"b": b, "c": c, **known}),
        Line(("Roots r of r² − pr + q: complex, |r| = √q", "Roots r of r² − pr + q: the larger |p|/2 + √(p²/4 − q)"),
             ("√{q}", "|{p}| / 2 + √({p}² / 4 − {q})"), {"p": p, "q": q},
             np.abs(first), case=real.astype(int),
             note=("; r = {half} ± {imaginary}i", "; r is {one} or {other}"),
             beside={"half": p / 2, "imaginary": np.abs(first.imag), "one": first.real, "other": second.real}),
    ]  # fmt: skip


def thresholds(result: Descent) -> Panel:
    """Where descent stops converging and where it is fastest, and the same step size under the other conventions."""
    problem, quadratic, eta = result.problem, result.problem.quadratic, result.runs.relative * result.unit
    others = [other for other in LOSSES if other != problem.convention]
    same = {f"eta{i}": eta * converted(1.0, problem.convention, other, problem.rows) for i, other in enumerate(others)}
    under = ", ".join(f"{{{name}}} under {LOSSES[other]}" for name, other in zip(same, others, strict=True))
    line = Line(f"Loss {LOSSES[problem.convention]}: λₘₐₓ", "{factor} × {sigma}²",
                {"factor": problem.factor, "sigma": problem.sigma[0]},
                quadratic.steepest, beside=same,
                note=f", {_limits(result)}. The same run has η = {under} (n = {count(problem.rows)}).")  # fmt: skip
    return panel("descent-thresholds", AXIS, len(eta), line)


def _limits(result: Descent) -> str:
    """The step sizes between which a method is stable, and the best of plain descent."""
    quadratic, notes = result.problem.quadratic, result.problem.factor == 2  # whose λ is 2σ²
    limit = number(result.limit * result.unit)
    if np.isnan(result.limit):
        return f"2/λₘₐₓ = {number(result.unit)}, where plain descent would stop converging"
    if not result.plain:
        return f"stable for η < {limit} at this β"
    best, _, least = LINEAR["gd"].fastest(quadratic.steepest, quadratic.flattest)
    return (f"stable for η < 2/λₘₐₓ{' = 1/σ²ₘₐₓ' if notes else ''} = {limit}; fastest at η* = 2/(λₘₐₓ + λₘᵢₙ)"
            f"{' = 1/(σ²ₘₐₓ + σ²ₘᵢₙ)' if notes else ''} = {number(best)} with rate {factor(least)}")  # fmt: skip


def loss_forecast(result: Training, one: LossForecast) -> Panel:
    """The loss after t steps if it were the quadratic that it is at the start, and in the run."""
    eta, quadratic = result.relative * result.unit, result.quadratic
    steepest, plain = float(quadratic.curvature[0]), not METHODS[result.method].takes_beta
    formula = (f"Loss after {counted(one.time, 'step')} if it were the quadratic that it is at the start, "
               f"L₀ + Σᵢ gᵢ²/(2λᵢ)·({'(1 − ηλᵢ)²ᵗ' if plain else 'φₜ(ηλᵢ)²'} − 1)")  # fmt: skip
    numbers = {"first": quadratic.loss, "half": quadratic.weights[0] / (2 * steepest) if steepest else 0.0,
               **({"eta": eta, "steepest": steepest} if plain else {"kept": one.kept}),
               "rest": one.foreseen - quadratic.loss - one.steepest}  # fmt: skip
    power = f"(1 − {{eta}} × {{steepest}}){raised(2 * one.time)}" if plain else "{kept}²"
    below = "; no loss lies below 0: where λ < 0 the quadratic falls without end"
    lasts = ("it is off by more than a tenth from the start",
             "it predicts the loss to within a tenth up to step {holds}; after that the curvature has changed",
             "it predicts every step to within a tenth")  # fmt: skip
    sum_of_all = f"{{first}} + {{half}} × ({power} − 1) + {{rest}}"
    began = (" (the steepest direction, then all others)", f" (the steepest direction, then all others){below}",
             ": more than {largest} in size")  # fmt: skip
    begins = np.where(np.isinf(one.foreseen), 2, one.foreseen < 0)
    lasted = np.where(one.holds >= result.times[-1], 2, np.minimum(one.holds, 1))
    line = Line(formula, 2 * [*6 * [sum_of_all], "", "", ""], numbers, _within(one.foreseen),
                case=lasted + 3 * begins + 9 * ~np.isfinite(one.measured),
                note=[f"{begin}. In the run {run}; {last}." for run in ("{measured}", "more than {largest}")
                      for begin in began for last in lasts],
                beside={"measured": one.measured, "holds": one.holds, "largest": LARGEST})  # fmt: skip
    return panel("training-loss-told", AXIS, len(eta), line)


def no_forecast(result: Training, one: LossForecast) -> Panel:
    """The loss after t steps in the run, and why there is no formula for it."""
    why = ". There is no formula: the steps of this method do not grow with the slope."
    said = [[["dim", f"Loss after {counted(one.time, 'step')}, in the run: "], ["focus", number(measured)],
             ["dim", f", from {number(result.quadratic.loss)}{why}"]] for measured in one.measured]  # fmt: skip
    return Panel.sentence("training-no-formula", AXIS, said)
