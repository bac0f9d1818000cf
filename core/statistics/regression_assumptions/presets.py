"""Settings of /regression-assumptions worth trying."""

from core.explorer import Preset

PRESETS: tuple[Preset, ...] = (
    Preset("robust", "Robust errors for unequal variances", "The errors grow along x. Classical intervals, which "
           "promise 95 %, hold the slope in 89 %; those with HC3 in 94 %.", {}),
    Preset("eleven", "Robust errors need many rows", "Nothing is broken here. Intervals with HC0 hold the slope in "
           "90 % all the same, because 11 rows are few; those with HC3 in 96 %.", {"strength": 0.0}),
    Preset("normal", "The normal law for few rows", "statsmodels multiplies robust errors by 1.96, the quantile of "
           "the normal law, where Student’s t has 2.26 for 11 rows. Then HC0 holds the slope in 80 % only.",
           {"quantile": "z"}),
    Preset("correlated", "Errors that follow one another", "Neighbours’ errors are correlated. Classical intervals "
           "hold the slope in 80 % instead of 95 %, and HC3 in 84 %: it allows for unequal variances, not for this.",
           {"breaks": "correlation"}),
    Preset("neighbours", "Errors that count neighbours", "A hundred rows, and errors correlated by 0.475 from one to "
           "the next. Newey–West errors count products of neighbours: with them intervals hold the slope in 87 %, with "
           "classical ones in 76 %. With the 11 rows of Anscombe they do worse than those.",
           {"source": "made", "breaks": "correlation", "n": 100, "replicates": 4_000}),
    Preset("bend", "A curve, and intervals too long", "What bends is taken for noise, so the reported error is 1.5 "
           "times what it should be. Intervals hold the slope in more than 99 %, and the line is wrong all the same.",
           {"breaks": "curve"}),
    Preset("confounder", "A cause left out", "A cause that goes along with x is not in the model. The slope is off by "
           "1.7 of its standard deviations, and no standard error can know that: coverage is 68 %.",
           {"breaks": "confounder"}),
    Preset("tails", "Heavy tails do little", "Now and then an error is huge. The slope is spread wider, the reported "
           "error grows with it, and classical intervals still hold the slope in 96 %.",
           {"breaks": "tails", "strength": 1.0}),
)  # fmt: skip
