"""A quadratic descended: the path over the contours, the loss, the rate over η, roots, modes, and what it says."""

import numpy as np

from core.optimization.gradient_descent import momentum
from core.optimization.gradient_descent.methods import LINEAR, METHODS
from core.optimization.gradient_descent.quadratic_problems import FARTHEST, Problem
from core.optimization.gradient_descent.quadratic_runs import COUNTED, STATES
from core.optimization.gradient_descent.quadratic_sweep import Descent
from figures import drawn_numbers, theme
from figures.optimization.gradient_descent.arithmetic import mode_error, thresholds
from figures.optimization.gradient_descent.axes import AXIS, ROOM
from figures.optimization.gradient_descent.quadratic_curves import loss, modes, rate, spectrum, unit_circle
from figures.plot import Array, Panel, Plot, Row, Views

FAR = 1e6  # times the picture: as far out as a path is followed
CURVE = 200  # points of the lines between which roots are complex


def views(result: Descent) -> Views:
    """Everything that is drawn of a sweep."""
    more: list[Plot | Panel | Row] = [thresholds(result)]
    if result.map is not None:
        more.append(momentum_map(result))
    if result.problem.kind == "values":
        more.insert(0, singular_values(result.problem))
    rows: list[Plot | Panel] = [loss(result), modes(result)]
    further: list[Plot | Panel] = [unit_circle(result)] if result.method in LINEAR else []
    if result.problem.kind == "table":
        further.append(spectrum(result))
    opened = [mode_error(result, result.mode_error) if result.mode_error is not None else no_formula(result)]
    more += [Row(tuple(each)) for each in (rows, further) if each]
    return Views(contour(result), rate(result), headline(result), opened, more)


def contour(result: Descent) -> Panel:
    """The level lines of the loss with the path over them; a parabola where there is one mode."""
    problem, quadratic, runs = result.problem, result.problem.quadratic, result.runs
    in_plane = problem.kind == "plane"
    if in_plane:
        curvature, axes, start = quadratic.curvature, problem.directions, problem.start
        names: list[str] = [theme.label(name) for name in problem.names]
    else:
        ends = np.unique(result.recorded.named[[0, -1]])
        curvature, axes, start = quadratic.curvature[ends], np.eye(2), quadratic.start[ends]
        names = [f"error of mode {end + 1}" for end in ends]
        if problem.kind == "values" and len(names) == 1:
            names = ["error w − w*"]
    far = max(1.0, float(np.abs(runs.path[:, 0]).max())) * FAR  # out there only the direction of a path matters
    header = {
        "curvature": curvature.tolist(), "axes": axes.tolist(), "start": start.tolist(),
        "names": names, "equal": in_plane, "states": list(STATES), "reach": FARTHEST if in_plane else 0,
        "summary": f"Level lines of the loss and the path of {result.times[-1]:,} steps from the start, for each step "
                   "size.",
        "times": result.times.tolist(),
    }  # fmt: skip
    paths = {"path": runs.path} if result.other is None else {"path": runs.path, "other": result.other.path}
    arrays: dict[str, Array] = {name: path.clip(-far, far).astype(np.float32) for name, path in paths.items()}
    arrays["state"] = runs.state.astype(np.uint8)
    return Panel("descent-path", f"{ROOM}/descent_path.js", AXIS, len(runs.relative), header, arrays)


def singular_values(problem: Problem) -> Panel:
    """The reader's own singular values, to be drawn, in the order in which they were written."""
    names = [f"σ of {name}" for name in problem.names]
    written = problem.sigma @ problem.directions
    return drawn_numbers.panel("descent-values", "sigma", written, "Singular values, to be drawn", names, signed=False)


def headline(result: Descent) -> Panel:
    """What this step size does, and how many steps it takes."""
    problem, runs = result.problem, result.runs
    eta, other = runs.relative * result.unit, result.other
    header = {
        "states": list(STATES), "plain": result.plain, "accuracy": result.accuracy, "factor": problem.factor,
        "sigma": [float(problem.sigma[0]), float(problem.sigma[problem.sigma > 0][-1])],
        "within": _within(result, result.method),
        "other": other and {"method": METHODS[result.other_name].name, "eta": float(other.relative[0]) * result.reach,
                            "counted": int(other.counted[0]), "within": _within(result, result.other_name)},
    }  # fmt: skip
    arrays = {"eta": eta, "rate": runs.rate, "needed": runs.needed, "measured": runs.counted.astype(np.int32),
              "state": runs.state.astype(np.uint8)}  # fmt: skip
    return Panel("descent-headline", f"{ROOM}/descent_headline.js", AXIS, len(eta), header, arrays, kept=False)


def _within(result: Descent, method: str) -> int:
    """In how many steps an accuracy is waited for; without a formula a run ends with those that are shown."""
    return COUNTED if method in LINEAR else int(result.times[-1])


def no_formula(result: Descent) -> Panel:
    """Why a method has no such formula."""
    name = METHODS[result.method].name
    why = f"The steps of {name} do not grow with the slope, so they do not multiply an error by a fixed factor:"
    said = [[["dim", f"{why} there is no formula. The run is drawn above."]]] * len(result.runs.relative)
    return Panel.sentence("descent-no-formula", AXIS, said)


def momentum_map(result: Descent) -> Panel:
    """Digits gained per step over η and β, the best by formula and by search, and where roots turn complex."""
    found = result.map
    assert found is not None
    gain = np.maximum(-np.log10(np.maximum(found.rate, 1e-12)), 0.0)  # decimal digits that a step gains
    most = -np.log10(max(found.formula[2], 1e-3))
    levels = np.where(found.rate >= 1, 0, 1 + np.round(254 * np.minimum(gain / most, 1))).astype(np.uint8)
    beta = np.linspace(0, 0.999, CURVE)
    bounds = np.array([momentum.complex_between(result.method, float(b)) for b in beta])
    flattest = result.problem.quadratic.flattest / result.problem.quadratic.steepest
    header = {
        "beta": result.beta, "most": most, "end": float(found.scaled[-1]) / 2, "unit": result.unit,
        "formula": [found.formula[0] / 2, *found.formula[1:]], "searched": [found.searched[0] / 2, *found.searched[1:]],
        "colours": theme.MAGMA,
        "summary": "The rate of convergence over step size and momentum; the pointer sets both.",
    }  # fmt: skip
    arrays = {"levels": levels, "relative": result.runs.relative, "rate": result.runs.rate, "curve": beta,
              "steep": bounds / 2, "flat": bounds / (2 * flattest)}  # fmt: skip
    return Panel("momentum-map", f"{ROOM}/momentum_map.js", AXIS, len(result.runs.relative), header, arrays)
