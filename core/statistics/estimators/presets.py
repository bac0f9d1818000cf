"""Settings of /estimators worth trying."""

from core.explorer import Preset

PRESETS: tuple[Preset, ...] = (
    Preset("mean", "The mean settles", "Single draws differ by 1, as their standard deviation says. Means of 31 draws "
           "differ by 0.18, and means of 501 draws by 0.045: the spread falls as 1/√n.", {}),
    Preset("surer", "Surer of a wrong number", "The median of these skewed draws settles as well, but at 0.69. As an "
           "estimate of the mean, which is 1, it is biased, and no number of draws mends that.",
           {"estimator": "median", "n": 501}),
    Preset("better", "Biased, and yet better", "Divided by n, the variance of 5 normal draws is 20 % too small on "
           "average. Its mean square error is 0.36, all the same, and that of the unbiased s² is 0.50.",
           {"source": "normal", "estimator": "variance n", "n": 5}),
    Preset("s", "s is biased", "Known to mislead: dividing by n − 1 makes s² right on average, not its root s. With 5 "
           "normal draws s is 6 % too small on average.", {"source": "normal", "estimator": "deviation", "n": 5}),
    Preset("maximum", "The largest of n draws", "The largest of 31 draws from 0 to 1 lies 0.031 below the end on "
           "average. Its error falls as 1/n, faster than that of a mean, and its law never becomes normal.",
           {"source": "uniform", "estimator": "maximum"}),
    Preset("bootstrap", "The bootstrap", "Newcomb’s 66 passages of light stand for all that he could have measured. "
           "Drawn from these again, medians of 31 numbers differ by 1.0 and means by 1.9: two slips spoil the mean.",
           {"source": "newcomb", "estimator": "median"}),
    Preset("thirty", "Is n = 30 enough?", "The mean of 30 exponential draws is 0.024 away from its normal law. It "
           "takes 177 draws to come below 0.01.", {"part": "laws", "n": 30}),
    Preset("coin", "Thirty throws of a coin", "Known to mislead: n ≥ 30 is no law of nature. The share of heads in 30 "
           "fair throws is 0.072 away from its normal law, because it can take only 31 values. To come below 0.01 "
           "takes 1,592 throws.", {"part": "laws", "source": "bernoulli", "n": 30}),
    Preset("cauchy", "A mean that never settles", "Cauchy draws have no mean. Each path jumps for ever, and means of "
           "1,000 draws are spread as widely as single draws.", {"part": "laws", "source": "cauchy", "n": 1_000}),
    Preset("slip", "One slip among 66", "Newcomb wrote down −44 once. There, 16 units below the middle, it lowers the "
           "mean of all 66 by 1.1 and raises their deviation s from 6.2 to 10.8. The median stays 27.",
           {"part": "robustness", "source": "newcomb", "row": 5, "shift": -16.0}),
    Preset("log", "The logarithm of a mean", "At 1 the logarithm has the slope 1. So ln x̄ of 31 draws has the "
           "deviation of the mean, 0.18, and so it has in the simulation.", {"part": "delta"}),
    Preset("flat", "Where the slope is 0", "Known to mislead: at μ = 0 the square has no slope, and the delta method "
           "promises no spread. Squares of 31-draw means differ by 0.046, and are not normal at all.",
           {"part": "delta", "source": "normal", "function": "square", "mu": 0.0}),
)  # fmt: skip
