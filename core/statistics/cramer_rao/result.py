"""What /cramer-rao computes, ready to show and to keep."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64

from core.explorer import OfArrays
from core.statistics.cramer_rao.accuracy import Accuracy
from core.statistics.cramer_rao.families import FAMILIES
from core.statistics.cramer_rao.intervals import Evidence
from core.statistics.cramer_rao.likelihood_surface import Surface

_COLUMNS = ("variance", "variance_error", "exact_variance", "biased_bound", "bias", "bias_error", "slope", "mse",
            "mse_error")  # fmt: skip


@dataclass(frozen=True, eq=False)
class Result(OfArrays):
    """What was swept, in ``axis`` (n, or θ), and either the Monte Carlo's ``accuracy`` or one sample's ``evidence``.

    Where two parameters are estimated, ``surface`` is the likelihood over both. ``sample`` are the first draws, to be
    drawn; ``remarks`` say what of a file was left out.
    """

    family: str
    axis: Float64[np.ndarray, " axis"]
    replicates: int
    accuracy: Accuracy | None
    evidence: Evidence | None
    sample: Float64[np.ndarray, " draws"]
    remarks: tuple[str, ...] = ()
    surface: Surface | None = None

    def table(self) -> pd.DataFrame:
        """The accuracy, a row for each estimator, parameter and place on the axis; or the curves of one sample."""
        if (found := self.evidence) is not None:
            return pd.DataFrame({
                "theta": found.theta, "log_likelihood_below_maximum": found.log, "score": found.score,
                "observed_information": found.observed, "expected_information": found.expected,
            })  # fmt: skip
        accuracy, kind = self.accuracy, FAMILIES[self.family]
        assert accuracy is not None
        names, parts = list(kind.estimators), []
        for k in range(kind.estimated):
            columns = {
                "estimator": pd.Series(np.repeat(names, len(self.axis)), dtype=object),
                "parameter": kind.quantities[k].symbol,
                "n_or_theta": np.tile(self.axis, len(names)),
                "bound": np.tile(accuracy.bound[:, k], len(names)),
            }
            parts.append(pd.DataFrame(columns | {name: getattr(accuracy, name)[:, :, k].ravel() for name in _COLUMNS}))
        return pd.concat(parts, ignore_index=True)
