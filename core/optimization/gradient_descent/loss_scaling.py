"""What stands in front of a sum of squares: ½, 1/n, both or nothing. Every threshold of the step size depends on it.

L(w) = (κ/2)·‖Xw − y‖² has the Hessian κ·XᵀX, with eigenvalues λᵢ = κσᵢ² for the singular values σᵢ of X:

========  =====================  =======  ===================
sum       ‖Xw − y‖²              κ = 2    stable for η < 1/σ²
half      ½‖Xw − y‖²             κ = 1    η < 2/σ²
mean      (1/n)‖Xw − y‖²         κ = 2/n  η < n/σ²
halfmean  (1/2n)‖Xw − y‖²        κ = 1/n  η < 2n/σ²
========  =====================  =======  ===================

In each of them η < 2/λₘₐₓ, and a run with the same ηλ is the same run.
"""

from typing import Literal

Convention = Literal["sum", "half", "mean", "halfmean"]
FACTORS: dict[Convention, str] = {"sum": "", "half": "½", "mean": "(1/n)", "halfmean": "(1/2n)"}
LOSSES = {name: f"{factor}‖Xw − y‖²" for name, factor in FACTORS.items()}


def curvature_factor(convention: Convention, rows: int) -> float:
    """κ, by which the Hessian κ·XᵀX differs from XᵀX; ``rows`` is n."""
    doubled = 2.0 if convention in ("sum", "mean") else 1.0
    return doubled / rows if convention in ("mean", "halfmean") else doubled


def converted(step_size: float, convention: Convention, other: Convention, rows: int) -> float:
    """The step size that makes under ``other`` the run that ``step_size`` makes under ``convention``."""
    return step_size * curvature_factor(convention, rows) / curvature_factor(other, rows)
