"""What is descended: a quadratic in the plane, a list of singular values, or least squares on a table, mode by mode."""

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from jaxtyping import Float64

from core.design_matrix import DesignMatrix, Spectrum, spectrum
from core.errors import InputError
from core.number_text import typed_numbers
from core.numbers import count, exact
from core.optimization.gradient_descent.loss_scaling import Convention, curvature_factor
from core.optimization.gradient_descent.quadratic import Modes, Quadratic

MOST_VALUES = 64
LEAST_VALUE, LARGEST_VALUE = 1e-6, 1e6
STEEPEST, FARTHEST = 1e3, 100.0  # in the plane: a singular value, and a coordinate of the start
LOWERED = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


@dataclass(frozen=True, eq=False)
class Problem:
    """A quadratic with where it comes from.

    ``sigma`` are the singular values, the steepest first; ``rows`` the n of 1/n; ``factor`` κ. The rows of
    ``directions`` are the eigenvectors in the reader's own coordinates, in which the minimum is ``minimum`` and
    descent starts at ``start``. ``names`` are those of the coordinates.
    """

    kind: str
    sigma: Modes
    directions: Float64[np.ndarray, "modes coordinates"]
    minimum: Float64[np.ndarray, " coordinates"]
    start: Float64[np.ndarray, " coordinates"]
    rows: int
    convention: Convention
    names: tuple[str, ...]
    remarks: tuple[str, ...] = ()

    @cached_property
    def quadratic(self) -> Quadratic:
        """The loss along its eigenvectors."""
        return Quadratic(self.factor * self.sigma**2, self.directions @ (self.start - self.minimum))

    @property
    def factor(self) -> float:
        return curvature_factor(self.convention, self.rows)

    @property
    def hessian(self) -> Float64[np.ndarray, "coordinates coordinates"]:
        """κXᵀX in the reader's own coordinates."""
        return np.asarray((self.directions.T * self.quadratic.curvature) @ self.directions)


def typed(params: Any) -> Problem | None:
    """The quadratic whose numbers a reader sets; None of other parts.

    Raises:
        InputError: as ``plane`` and ``diagonal``.
    """
    if params.part == "plane":
        start = (params.start_x, params.start_y)
        return plane(params.steep, params.flat, params.angle, start, params.convention)
    return diagonal(params.sigma, params.y, params.convention) if params.part == "values" else None


def plane(steep: float, flat: float, angle: float, start: tuple[float, float], convention: Convention) -> Problem:
    """Two singular values, the first along an axis turned by ``angle`` degrees; the minimum is the origin.

    Raises:
        InputError: both are 0, one is too small to step by, or the start is the minimum already.
    """
    _check_steps("steep", np.array([steep]), STEEPEST)
    _check_steps("flat", np.array([flat]), STEEPEST)
    if steep == flat == 0:
        raise InputError(
            "steep", 0.0, "one singular value must be above 0, or the loss is flat", "Make one of them positive."
        )
    turn = math.radians(angle)
    axes = np.array([[math.cos(turn), math.sin(turn)], [-math.sin(turn), math.cos(turn)]])
    sigma = np.array([steep, flat])
    order = np.argsort(-sigma, kind="stable")
    problem = Problem("plane", sigma[order], axes[order], np.zeros(2), np.array(start), 2, convention, ("w₁", "w₂"))
    if problem.quadratic.excess == 0:
        raise InputError("start_x", start[0], "the start must not be a minimum: no step would move", "Start elsewhere.")
    return problem


def diagonal(sigma: str, y: str, convention: Convention) -> Problem:
    """Σw = y from w = 0 with the singular values ``sigma`` on the diagonal; without ``y`` every wᵢ* is 1.

    Raises:
        InputError: they are no numbers, too many, too large, below 0, all 0, or not as many as y.
    """
    values = typed_numbers(sigma, "sigma", MOST_VALUES, largest=LARGEST_VALUE)
    if not len(values):
        raise InputError("sigma", sigma, "it must hold a singular value at least", "Write some numbers, such as 2 1.")
    if not values.any():
        raise InputError(
            "sigma", sigma, "one σ at least must differ from 0, or the loss is flat", "Make one of them positive."
        )
    _check_steps("sigma", values, LARGEST_VALUE)
    targets = typed_numbers(y, "y", MOST_VALUES, largest=LARGEST_VALUE)
    if len(targets) not in (0, len(values)):
        rule = f"there must be as many numbers as singular values, {len(values)}, and there are {len(targets)}"
        raise InputError("y", y, rule, "Write as many numbers, or none.")
    minimum = np.divide(targets if len(targets) else values, values, out=np.zeros(len(values)), where=values > 0)
    if not minimum.any():
        raise InputError("y", y, "it must not be all 0: the start w = 0 would be the minimum", "Write other numbers.")
    order = np.argsort(-values, kind="stable")
    names = tuple(f"w{i + 1}".translate(LOWERED) for i in range(len(values)))
    return Problem("values", values[order], np.eye(len(values))[order], minimum, np.zeros(len(values)), len(values),
                   convention, names)  # fmt: skip


def _check_steps(field: str, sigma: Modes, largest: float) -> None:
    """Raises an ``InputError`` where a singular value is neither 0 nor large enough for a step to be taken by it."""
    small = sigma[(sigma != 0) & (sigma < LEAST_VALUE)]
    if len(small):
        rule = f"a singular value must be 0 or from {exact(LEAST_VALUE)} to {count(largest)}"
        raise InputError(field, float(small[0]), rule)


def table(design: DesignMatrix, convention: Convention) -> Problem:
    """Least squares from w = 0; which solution of several is told in the remarks.

    Raises:
        InputError: the target does not depend on the features at all, so that w = 0 is the minimum.
    """
    found = spectrum(design.x, design.y)
    rows, columns = design.x.shape
    scale = float(np.linalg.norm(design.y)) * 1e-13 / float(found.sigma[0])
    if np.linalg.norm(found.least) <= scale:
        rule = "a feature at least must be correlated with it, or the start w = 0 is the minimum already"
        raise InputError("target", design.target, rule, "Choose another target.")
    remarks = (*design.remarks, *_solution(found, rows, columns))
    return Problem("table", found.sigma, found.directions, found.least, np.zeros(columns), rows, convention,
                   design.features, remarks)  # fmt: skip


def _solution(found: Spectrum, rows: int, columns: int) -> tuple[str, ...]:
    if found.rank == columns:
        return ()
    why = f"{columns:,} columns and {rows:,} rows" if columns > rows else "columns that are combinations of others"
    share = "one direction is" if columns - found.rank == 1 else f"{columns - found.rank:,} directions are"
    return (f"With {why}, {share} flat and many w fit equally well. From w = 0 descent goes to the one of least norm.",)
