"""A line with an intercept and one through the origin, while a constant is added to all y; and what R² says of both."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64

from core.least_squares import Fit, least_squares
from core.regression_data import Observations, OfObservations
from core.statistics.linear_regression.params import LIFTED, Params
from core.swept_rows import nearest

STEPS = 101
Steps = Float64[np.ndarray, " steps"]


@dataclass(frozen=True, eq=False)
class Origin(OfObservations):
    """At each ``lift`` the constant ``added`` to y, both fits, and by formula the R² of the line through the origin:
    ``uncentred`` against Σy², ``centred`` against Σ(y − ȳ)².
    """

    params: Params
    lift: Steps
    added: Steps
    line: Fit
    through: Fit
    uncentred: Steps
    centred: Steps

    @property
    def home(self) -> int:
        return nearest(self.lift, self.params.lift)

    @property
    def refitted_centred(self) -> Steps:
        """1 − RSS/Σ(y − ȳ)² of the line through the origin: below 0 where the mean alone fits better."""
        return np.asarray(1 - self.through.rss / self.line.tss)

    def table(self) -> pd.DataFrame:
        """R² by each convention, one constant to a row."""
        return pd.DataFrame({
            "added_to_y": self.added, "r_squared_with_intercept": self.line.r_squared,
            "r_squared_origin_uncentred": self.through.r_squared, "r_squared_origin_centred": self.refitted_centred,
            "rss_with_intercept": self.line.rss, "rss_origin": self.through.rss,
        })  # fmt: skip


def lift_all(params: Params, data: Observations) -> Origin:
    """Both lines at every constant, of the feature that is looked at alone."""
    x, y = data.x[:, [params.feature]], data.y
    lift = np.linspace(-LIFTED, LIFTED, STEPS).round(10)
    added = lift * y.std(ddof=1)
    lifted = y + added[:, None]
    line, through = (least_squares(design, lifted, constant) for design, constant in
                     ((np.column_stack([np.ones(len(y)), x]), True), (x, False)))  # fmt: skip
    # RSS of y + c through the origin is a parabola in c: what x leaves of y, and c times what it leaves of ones.
    left_y, left_one = (each - x[:, 0] * (x[:, 0] @ each) / (x[:, 0] @ x[:, 0]) for each in (y, np.ones(len(y))))
    rss = left_y @ left_y + 2 * added * (left_y @ left_one) + added**2 * (left_one @ left_one)
    total = y @ y + 2 * added * y.sum() + len(y) * added**2
    spread = ((y - y.mean()) ** 2).sum()
    return Origin(params, data, lift, added, line, through, 1 - rss / total, 1 - rss / spread)
