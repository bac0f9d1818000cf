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
    Preset("robust", "Robust errors for unequal variances", "The errors grow along x. Classical intervals, which "
           "promise 95 %, hold the slope in 89 %; those with HC3 in 94 %.", {"part": "assumptions"}),
    Preset("eleven", "Robust errors need many rows", "Nothing is broken here. Intervals with HC0 hold the slope in "
           "90 % all the same, because 11 rows are few; those with HC3 in 96 %.",
           {"part": "assumptions", "strength": 0.0}),
    Preset("correlated", "Errors that follow one another", "Neighbours’ errors are correlated. Classical intervals "
           "hold the slope in 80 % instead of 95 %, and HC3 in 84 %: it allows for unequal variances, not for this.",
           {"part": "assumptions", "breaks": "correlation"}),
    Preset("neighbours", "Errors that count neighbours", "A hundred rows, and errors correlated by 0.475 from one to "
           "the next. Newey–West errors count products of neighbours: with them intervals hold the slope in 87 %, with "
           "classical ones in 76 %. With the 11 rows of Anscombe they do worse than those.", {"part": "assumptions",
           "source": "made", "breaks": "correlation", "n": 100, "replicates": 4_000}),
    Preset("confounder", "A cause left out", "A cause that goes along with x is not in the model. The slope is off by "
           "1.7 of its standard deviations, and no standard error can know that: coverage is 68 %.",
           {"part": "assumptions", "breaks": "confounder"}),
)  # fmt: skip
