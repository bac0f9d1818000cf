"""What a reader sets on /t-test-power."""

from dataclasses import dataclass
from typing import Literal

from core import fields
from core.errors import InputError
from core.explorer import from_source
from core.numbers import exact
from core.statistics.t_test_power.design import Alternative, Design, Kind
from core.statistics.t_test_power.plan import LARGEST_ALPHA, LARGEST_N, SMALLEST_ALPHA, Unknown
from core.statistics.t_test_power.simulation import Population
from core.statistics.t_test_power.sweep import Scrub
from core.table_text import TABLE, identifiers_last, numbers_first

Source = Literal["none", "sample", "file"]
KINDS = {"one sample": "One sample", "paired": "Pairs", "two samples": "Two samples", "welch": "Two samples, Welch"}
SIDES = {"two-sided": "Two-sided", "greater": "Greater", "less": "Less", "equivalence": "Equivalence"}
UNKNOWNS = {"n": "n", "effect": "Effect", "alpha": "α", "power": "Power"}
# All that is left of the power wanted where power is solved for.
TARGET = "Only the dotted line and the picture of the costs use it."
POPULATIONS = {name: name.capitalize() for name in ("normal", "exponential", "log-normal", "student 3", "uniform")}
SOURCES = {"none": "None", "sample": "Student’s sleep data", "file": "Your table"}
MAX_REPLICATES = 10_000_000


@dataclass(frozen=True)
class Params:
    """What a reader sets. ``solve`` names the one of n, effect, alpha and power that follows from the other three.

    ``effect`` and ``margin`` are in standard deviations (Cohen's d). ``ratio`` is n₂/n₁, ``sd_ratio`` σ₂/σ₁,
    ``pair_correlation`` that of the two measurements of a pair. The Monte Carlo draws from ``population``, neighbours
    correlated by ``correlation``. ``times`` is where the reader looks: a multiple of the plan's effect, or of its n;
    always 1 at the plan itself (``Axis`` says how where the effect is 0, and for equivalence).
    """

    # fmt: off
    kind: Kind = fields.choice(
        "two samples", "Test", KINDS, rearranges=True,
        help="Student’s t test assumes equal spreads, as SciPy does at first; R at first takes Welch’s.")
    alternative: Alternative = fields.choice("two-sided", "Alternative", SIDES, rearranges=True)
    solve: Unknown = fields.choice("n", "Solve for", UNKNOWNS, rearranges=True)
    n: int = fields.number(64, "n (first group)", 2, int(LARGEST_N), used=lambda its: its.solve != "n",
                           remedy="A standard deviation needs two observations.")
    effect: float = fields.number(0.5, "Effect d", -50.0, 50.0, used=lambda its: its.solve != "effect",
                                  help="In standard deviations.")
    alpha: float = fields.number(0.05, "Level α", SMALLEST_ALPHA, LARGEST_ALPHA, used=lambda its: its.solve != "alpha",
                                 remedy="Use a level such as 0.05.")
    power: float = fields.number(0.8, "Power wanted", 1e-3, 1 - 1e-12, remedy="Use a power such as 0.8.", digits=15,
                                 help=lambda its: TARGET if its.solve == "power" else "")
    ratio: float = fields.number(1.0, "n₂ / n₁", 0.01, 100.0, used=lambda its: its.design.groups == 2)
    sd_ratio: float = fields.number(1.0, "σ₂ / σ₁", 0.01, 100.0, used=lambda its: its.kind != "one sample",
                                    help="Student’s test assumes 1.", remedy="A standard deviation is positive.")
    margin: float = fields.number(1.0, "Margin ±d", 1e-3, 50.0,  # wider than the effect: the defaults have a plan
                                  used=lambda its: its.alternative == "equivalence")
    pair_correlation: float = fields.number(0.5, "Correlation in a pair", -0.99, 0.99,
                                            used=lambda its: its.kind == "paired",
                                            remedy="If the pairs agree perfectly, their differences have no spread.",
                                            help="At 0.5 d is in deviations of the differences, then called dz, which "
                                                 "G*Power and statsmodels ask for.")
    scrub: Scrub = fields.choice("effect", "The slider moves", {"effect": "The true effect", "n": "n"})
    population: Population = fields.choice("normal", "Simulated population", POPULATIONS)
    correlation: float = fields.number(0.0, "Correlation of neighbours", -0.95, 0.95,
                                       help="Autocorrelation: that of each observation with the next one.")
    replicates: int = fields.number(10_000, "Simulated tests", 100, MAX_REPLICATES)
    seed: int = fields.number(1, "Seed", 0, 2**53)
    source: Source = fields.choice("none", "Data to test", SOURCES, rearranges=True, file=TABLE)
    column: str = fields.column("Column", numbers_first, **from_source("file"))
    by: str = fields.column("Second column, or groups", identifiers_last, besides="column",
                            used=lambda its: its.source == "file" and its.kind != "one sample")
    null: float = fields.number(0.0, "Mean to test against", -1e12, 1e12, digits=15,
                                used=lambda its: its.source != "none" and its.kind == "one sample")
    ddof: Literal["1", "0"] = fields.choice(
        "1", "Deviation in Cohen’s d divides by", {"1": "n − 1", "0": "n"}, used=lambda its: its.source != "none",
        help="n − 1 in R and pandas; n in numpy.std unless it is told ddof=1.")
    times: float = fields.number(1.0, "Multiple of the planned effect or n", -10.0, 10.0, view=True)
    # fmt: on

    def __post_init__(self) -> None:
        fields.check(self)
        if self.solve != "n" and self.n < self.design.least_n:
            least = self.design.least_n
            rule = f"with n₂/n₁ = {exact(self.ratio)} it must be {least:,} or more, for two observations in each group"
            raise InputError("n", self.n, rule, "Choose more, or a larger ratio.")

    @property
    def design(self) -> Design:
        return Design(self.kind, self.alternative, self.ratio, self.sd_ratio, self.margin, self.pair_correlation)

    @property
    def look(self) -> str:
        """What the sentence under the title is about: what the slider moves, and what the test is to show."""
        return "n" if self.scrub == "n" else self.alternative

    @property
    def turned(self) -> float | None:
        """The effect of other sign, where an n is wanted for one on the side that a one-sided test does not look at."""
        looks = {"greater": 1, "less": -1}.get(self.alternative, 0)
        return -self.effect if self.solve == "n" and self.effect * looks < 0 else None
