"""What a reader sets on /estimators."""

from dataclasses import dataclass
from typing import Literal

from core import fields
from core.bootstrap import Method
from core.explorer import from_source, in_part
from core.table_text import TABLE, numbers_first
from core.value_text import MAX_TEXT

Part = Literal["distribution", "laws", "robustness", "delta"]
Source = Literal["normal", "uniform", "exponential", "log-normal", "pareto", "cauchy", "bernoulli", "newcomb", "typed",
                 "file"]  # fmt: skip
Estimator = Literal["mean", "median", "trimmed", "variance n", "variance", "deviation n", "deviation", "maximum"]
PARTS = {"distribution": "An estimate’s distribution", "laws": "Limit laws", "robustness": "One point far away",
         "delta": "A function of the mean"}  # fmt: skip
SOURCES = {"normal": "Normal", "uniform": "Uniform, 0 to 1", "exponential": "Exponential, mean 1",
           "log-normal": "Log-normal", "pareto": "Pareto, tail index 3", "cauchy": "Cauchy",
           "bernoulli": "Yes or no (Bernoulli)", "newcomb": "Newcomb’s light, 1882", "typed": "Your numbers",
           "file": "Your table"}  # fmt: skip
ESTIMATORS = {"mean": "mean", "median": "median", "trimmed": "trimmed mean", "variance n": "variance, ÷ n",
              "variance": "variance s², ÷ (n − 1)", "deviation n": "deviation, ÷ n", "deviation": "deviation s",
              "maximum": "maximum"}  # fmt: skip
FUNCTIONS = {"log": "ln x̄", "square": "x̄²", "inverse": "1/x̄", "root": "√x̄", "logit": "ln(x̄/(1 − x̄))"}
SAMPLES = ("newcomb", "typed", "file")  # sources that are numbers, from which is drawn again
REACH = 20.0  # units that a point is moved to either side
SIMULATED = in_part("distribution", "laws", "delta")


@dataclass(frozen=True)
class Params:
    """What a reader sets: the population ``source``, of yes or no with the ``share`` of yes; the ``estimator``, or for
    the delta method the ``function`` of the mean of a population moved to the mean ``mu``; the sample size ``n``.

    ``row``, counted from 0, is the point of a sample that is moved to ``shift`` units from the middle of the others.
    """

    # fmt: off
    part: Part = fields.choice("distribution", "View", PARTS, rearranges=True)
    source: Source = fields.choice("exponential", "Population", SOURCES, rearranges=True, folded=True, file=TABLE,
                                   begins=lambda value: {"row": 5 if value == "newcomb" else 0},
                                   help="What samples are drawn from; numbers are drawn with replacement (bootstrap).")
    values: str = fields.text("3.1 2.4 4.8 3.3 2.9 3.6 12.5 2.2 3.9", "Your numbers", longest=MAX_TEXT,
                              placeholder="3.1 2.4 4.8", numbers=True, **from_source("typed"))
    column: str = fields.column("Column", numbers_first, **from_source("file"))
    share: float = fields.number(0.5, "Share p of yes", 0.01, 0.99, **from_source("bernoulli"))
    estimator: Estimator = fields.choice(
        "mean", "Estimator", ESTIMATORS, folded=True, **in_part("distribution"),
        help="NumPy’s var and std divide by n, those of pandas, R and PyTorch by n − 1.")
    function: Literal["log", "square", "inverse", "root", "logit"] = fields.choice(
        "log", "Function g", FUNCTIONS, folded=True, **in_part("delta"))
    mu: float = fields.number(1.0, "Mean μ of the population", -5.0, 5.0, help="The population is moved there.",
                              used=lambda its: (
                                  its.part == "delta" and its.source not in (*SAMPLES, "bernoulli", "cauchy")))
    trim: float = fields.number(10.0, "Trimmed on each side", 0.0, 45.0, unit="%", used=lambda its: (
        its.part == "robustness" or (its.part == "distribution" and its.estimator == "trimmed")))
    size: int = fields.number(20, "Points in the sample", 5, 200,
                              used=lambda its: its.part == "robustness" and its.source not in SAMPLES)
    row: int = fields.number(0, "Point that moves", 0, 1_999, base=1,
                             help="The number of its row among those that count.", **in_part("robustness"))
    n: int = fields.number(31, "Sample size n", 1, 1_000, view=True, **SIMULATED)
    shift: float = fields.number(6.0, "It stands at", -REACH, REACH, unit="units", view=True, **in_part("robustness"))
    interval: Method = fields.choice(
        "percentile", "Bootstrap interval", {"percentile": "percentile", "basic": "basic", "BCa": "BCa"},
        help="Of the estimate from all numbers. scipy.stats.bootstrap has BCa by default, R’s boot.ci gives each.",
        used=lambda its: its.part == "distribution" and its.source in SAMPLES)
    unit: Literal["normal", "raw"] = fields.choice(
        "normal", "The unit is the median distance times", {"normal": "1.4826", "raw": "1"}, **in_part("robustness"),
        help="1.4826 in R’s mad and statsmodels, 1 in scipy.stats.median_abs_deviation.")
    shown: Literal["raw", "scaled"] = fields.choice(
        "raw", "Show", {"raw": "the estimate", "scaled": "its error times √n"}, view=True,
        **in_part("distribution", "delta"))
    replicates: int = fields.number(4_000, "Simulated samples", 200, 40_000, **SIMULATED)
    seed: int = fields.number(9, "Seed", 0, 2**53,
                              used=lambda its: its.part != "robustness" or its.source not in SAMPLES)
    # fmt: on

    def __post_init__(self) -> None:
        fields.check(self)

    @property
    def statistic(self) -> str:
        """The estimator; for the delta method the function of the mean."""
        return self.function if self.part == "delta" else self.estimator
