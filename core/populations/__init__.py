"""What samples are drawn from: laws of known moments, and those of single values, such as a sample drawn from again."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64
from scipy.special import expit, logit, ndtri

from core.quadrature import legendre

Values = Float64[np.ndarray, " values"]
Some = Float64[np.ndarray, "*some"]


@dataclass(frozen=True, eq=False)
class Population:
    """A law by its ``mean`` and standard ``deviation``; with z = (X − mean)/deviation, ``skewness`` is E z³,
    ``kurtosis`` E z⁴ and ``third`` E|z|³. ``top`` is its upper end; E|X|^r is finite for r < ``tail``.

    One of single values has them in rising order as ``atoms``; ``edges`` are the probabilities below each, and 1.
    """

    kind: str
    mean: float
    deviation: float
    skewness: float
    kurtosis: float
    third: float
    top: float = np.inf
    tail: float = np.inf
    atoms: Values | None = None
    edges: Float64[np.ndarray, " edges"] | None = None
    moved: float = 0.0
    remarks: tuple[str, ...] = ()

    @property
    def centre(self) -> float:
        """The mean, or the median where there is no mean."""
        return self.mean if np.isfinite(self.mean) else float(self.quantile(np.array(0.5)))

    def quantile(self, u: Some) -> Some:
        """The value that a draw is below with probability ``u``; of a uniform u, a draw."""
        if self.atoms is None or self.edges is None:
            return np.asarray(QUANTILES[self.kind](u) + self.moved)
        return np.asarray(self.atoms[np.minimum(np.searchsorted(self.edges[1:], u, "right"), len(self.atoms) - 1)])

    def draw(self, chance: np.random.Generator, shape: tuple[int, int]) -> Float64[np.ndarray, "replicates draws"]:
        """Independent draws."""
        return self.quantile(chance.random(shape) + 2.0**-54)  # never 0, whose quantile may be infinite

    def unique(self, u: float) -> float:
        """The quantile, NaN where every value between two atoms would do."""
        between = self.edges is not None and np.abs(self.edges - u).min() < 1e-9
        return float("nan") if between else float(self.quantile(np.array(u)))

    def held(self, cut: float) -> tuple[Float64[np.ndarray, "2"], Values, Values]:
        """The quantiles at ``cut`` and 1 − ``cut``, and a draw that is held between them: values with their shares."""
        ends = self.quantile(np.array([cut, 1 - cut]))
        if self.atoms is not None and self.edges is not None:
            return ends, np.clip(self.atoms, *ends), np.diff(self.edges)
        node, weight = legendre(200)
        u = expit((reach := logit(1 - cut)) * node)  # in logits the quantiles are analytic
        return ends, np.append(self.quantile(u), ends), np.append(reach * weight * u * (1 - u), [cut, cut])

    def density_at(self, u: float) -> float:
        """The density where that share lies below; NaN for single values."""
        low, high = self.quantile(np.array([u - 1e-5, u + 1e-5]))
        return float("nan") if self.atoms is not None else float(2e-5 / (high - low))


E = float(np.e)
LAWS = {law.kind: law for law in (
    Population("normal", 0.0, 1.0, 0.0, 3.0, float(2 * np.sqrt(2 / np.pi))),
    Population("uniform", 0.5, 12**-0.5, 0.0, 1.8, 0.75 * 3**0.5, top=1.0),
    Population("exponential", 1.0, 1.0, 2.0, 9.0, 12 / E - 2),
    Population("log-normal", E**0.5, (E * (E - 1)) ** 0.5, (E + 2) * (E - 1) ** 0.5, E**4 + 2 * E**3 + 3 * E**2 - 3,
               6.349971674211466),
    Population("pareto", 1.5, 0.75**0.5, np.inf, np.inf, np.inf, tail=3.0),
    Population("cauchy", np.nan, np.nan, np.nan, np.nan, np.inf, tail=1.0),
)}  # fmt: skip
QUANTILES: dict[str, Callable[[Some], Some]] = {
    "normal": ndtri, "uniform": np.asarray, "exponential": lambda u: -np.log1p(-u),
    "log-normal": lambda u: np.exp(ndtri(u)), "pareto": lambda u: (1 - u) ** (-1 / 3),
    "cauchy": lambda u: np.tan(np.pi * (u - 0.5)),
}  # fmt: skip


def of_atoms(kind: str, atoms: Values, shares: Values) -> Population:
    """Single values, in rising order, each with its share."""
    mean = float(shares @ atoms)
    deviation = float(np.sqrt(shares @ (atoms - mean) ** 2))
    z, edges = (atoms - mean) / deviation, np.append(0.0, np.minimum(np.cumsum(shares), 1.0))
    skewness, kurtosis, third = (float(shares @ power) for power in (z**3, z**4, np.abs(z) ** 3))
    kurtosis = max(kurtosis, 1.0)  # E z⁴ ≥ (E z²)²; of two equal shares it is 1, which rounding may miss
    return Population(kind, mean, deviation, skewness, kurtosis, third, float(atoms[-1]), atoms=atoms, edges=edges)
