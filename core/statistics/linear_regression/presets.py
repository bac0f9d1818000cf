"""Settings of /linear-regression worth trying."""

from core.explorer import Preset

PRESETS: tuple[Preset, ...] = (
    Preset("outlier", "One point and R²", "Ten points lie on a line, one does not. Drag it down by 2.1 standard "
           "deviations, onto the line of the others: R² rises from 0.67 to 1.00, and the triangle falls flat.", {}),
    Preset("curve", "The same R² on a curve", "These points lie on a curve. Still R² is 0.67 and the slope 0.50, as "
           "in all four of Anscombe’s data sets: numbers alone do not tell them apart.", {"source": "anscombe2"}),
    Preset("leverage", "One point decides all", "All points but one have the same x. That one has leverage 1: the "
           "line goes through it, wherever you drag it.", {"source": "anscombe4", "row": 7}),
    Preset("longley", "Six features that say the same", "GNP correlates with employment by 0.98. Yet beside five "
           "other features its t is −1.07, for they say nearly all that it says: its variance is 1,789 times what it "
           "would be if it were correlated with none of them.", {"source": "longley", "feature": 1, "row": 15}),
    Preset("origin", "A higher R² for the worse line", "Known to mislead: for the line through the origin, statsmodels "
           "and R report R² = 0.96 instead of 0.67, although it leaves 1.8 times the squared residuals. Their R² then "
           "compares with 0, not with the mean.", {"part": "origin", "source": "anscombe1"}),
    Preset("negative", "R² below zero", "With a constant added to all y, the line through the origin fits worse than "
           "the mean alone. Against the mean its R² is −1.25; against 0 it is 0.95.",
           {"part": "origin", "source": "anscombe1", "lift": 2.5}),
    Preset("collinear", "Two features that say nearly the same", "At a correlation of 0.9 the standard error of each "
           "coefficient is 2.3 times that at 0. Their sum is known better than before: 0.19 against 0.26.",
           {"part": "spread"}),
    Preset("ridge", "A little bias for much variance", "A ridge penalty of 1.4 draws the two coefficients "
           "together. It adds a bias, and still the mean error of b₁ falls from 0.58 to 0.42.",
           {"part": "spread", "vary": "ridge", "rho": 0.95, "ridge": 1.4}),
)  # fmt: skip
