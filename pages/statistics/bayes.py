"""/bayes: conjugate pairs, the width of the prior, coverage, and when to stop."""

from core.statistics import bayes
from figures.statistics import bayes as figures
from ui import frame

page = frame.Page("bayes", bayes, figures)

page.run(
    "source",
    ["sample", "column"],
    "pair",
    ["a", "b"],
    ["gamma", "normal", "m", "spread", "sigma", "kappa", "weights", "category"],
    ["test", "p_value", "successes", "null"],
    ["n", "tau", "prior_null", "factor"],
    ["against", "highest"],
    ["alpha", "threshold", "effect", "every"],
    fold=["More controls", "level", "ahead", "replicates", "seed"],
)
