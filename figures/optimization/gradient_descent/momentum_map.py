"""The rate of a method with momentum over every step size and β, as a picture that a pointer walks on."""

import numpy as np

from core.optimization.gradient_descent import momentum
from core.optimization.gradient_descent.quadratic_sweep import Descent
from figures.optimization.gradient_descent.axes import AXIS, ROOM
from figures.plot import Panel
from figures.theme import MAGMA

CURVE = 200


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
        "colours": [[place, colour] for place, colour in MAGMA],
        "summary": "The rate of convergence over step size and momentum; the pointer sets both.",
    }  # fmt: skip
    arrays = {"levels": levels, "relative": result.runs.relative, "rate": result.runs.rate, "curve": beta,
              "steep": bounds / 2, "flat": bounds / (2 * flattest)}  # fmt: skip
    return Panel("momentum-map", f"{ROOM}/momentum_map.js", AXIS, len(result.runs.relative), header, arrays)
