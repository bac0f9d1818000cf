"""What a reader sets on /cramer-rao."""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from core import fields
from core.errors import InputError
from core.explorer import from_source
from core.numbers import count, exact
from core.statistics.cramer_rao.estimates import Setting
from core.statistics.cramer_rao.families import FAMILIES, Family, Quantity
from core.table_text import TABLE, numbers_first

View = Literal["n", "theta", "one"]
Source = Literal["drawn", "values", "file"]
VIEWS = {"n": "Number of draws", "theta": "The parameter", "one": "One sample's likelihood"}
SOURCES = {"drawn": "Drawn", "values": "Your numbers", "file": "Your table"}
MEASURES = {"ratio": "Variance ÷ bound", "variance": "Variance", "bias": "Bias", "mse": "MSE"}
SIZES = (*range(2, 10), *range(10, 20, 2), *range(20, 50, 5), *range(50, 100, 10), *range(100, 200, 20),
         *range(200, 500, 50), *range(500, 1_001, 100))  # fmt: skip
THETAS = 41
MOST_SECONDS = 120  # on two cores, by the cost of a draw
NO_QUANTITY = Quantity("", "second number", -1e6, 1e6, 1.0)


def _quantity(index: int, what: Callable[[Quantity], Any]) -> Callable[[Any], Any]:
    """What is declared of the first or second number of the family that is chosen."""
    return lambda its: what((*its.kind.quantities, NO_QUANTITY)[index])


def _number(index: int, default: float, **when: Any) -> Any:
    label = _quantity(index, lambda one: f"{one.name.capitalize()} {one.symbol}".strip())
    return fields.number(default, label, _quantity(index, lambda one: one.low), _quantity(index, lambda one: one.high),
                         **when)  # fmt: skip


def usual(family: str) -> Mapping[str, Any]:
    """Where a family chosen by hand begins."""
    theta, known, *_ = (*FAMILIES[family].quantities, NO_QUANTITY)
    return {"theta": theta.usual, "known": known.usual, "estimator": "mle"}


def _draws(its: Any) -> bool:
    """Whether draws are made; a sample of the reader's own needs none."""
    return bool(its.view != "one" or its.source == "drawn")


def _needs_second(its: Any) -> bool:
    """Whether a second number counts: where both are estimated, only to draw."""
    return len(its.kind.quantities) == 2 and (its.kind.estimated == 1 or _draws(its))


def _takes(setting: str) -> Callable[[Any], bool]:
    """Whether one of the estimators that are tried takes that setting."""
    return lambda its: its.view != "one" and any(one.takes == setting for one in its.kind.estimators.values())


@dataclass(frozen=True)
class Params:
    """What a reader sets.

    ``theta`` and ``known`` are the two numbers of the ``family``; ``n`` counts draws. ``error`` is the standard error
    that the Monte Carlo may have, in percent of a variance. ``trim`` (percent at each end) and ``weight`` (draws)
    belong to the trimmed and the shrunk mean, ``confidence`` (percent) to intervals. ``estimator``, ``parameter``
    (of two) and ``measure`` say what is looked at, ``place`` where on the curves of one sample. An n of the reader's
    own joins the axis and is computed with it; any other says only where on the axis the reader looks.
    """

    # fmt: off
    view: View = fields.choice("n", "View", VIEWS, rearranges=True)
    family: str = fields.choice("normal-mean", "Family", {name: kind.title for name, kind in FAMILIES.items()},
                                rearranges=True, begins=usual,
                                help="NumPy and SciPy take the scale of an exponential law, R its rate, 1/scale.")
    theta: float = _number(0, 0.5, used=_draws, view=lambda its: its.view == "theta")
    known: float = _number(1, 1.0, used=_needs_second)
    n: int = fields.number(25, "Draws n", 2, 1_000, used=_draws, view=lambda its: its.view == "n" and its.n in SIZES)
    error: float = fields.number(3.0, "Monte Carlo error", 0.045, 20.0, unit="%",
                                 help="The standard error e of a simulated variance. It takes 2/e² samples.",
                                 used=lambda its: its.view != "one")
    seed: int = fields.number(1, "Seed", 0, 2**32 - 1, used=_draws)
    trim: float = fields.number(10.0, "Trimmed at each end", 0.0, 49.0, unit="%", used=_takes("trim"))
    weight: float = fields.number(5.0, "Shrinkage", 0.0, 1e6, unit="draws",
                                  help="The mean is pulled as far as this many more draws of 0 (or ½) would pull it.",
                                  used=_takes("weight"))
    source: Source = fields.choice("drawn", "Sample", SOURCES, rearranges=True, file=TABLE,
                                   used=lambda its: its.view == "one")
    values: str = fields.text("0.2 1.7 -0.4 0.9 1.1 2.3 0.6 -1.2 0.8 1.4", "Your numbers", placeholder="0.5 1.2 -0.3",
                              longest=40_000, numbers=True, **from_source("values"))
    column: str = fields.column("Column", numbers_first, **from_source("file"))
    confidence: float = fields.number(95.0, "Confidence", 50.0, 99.99, unit="%", used=lambda its: its.view == "one")
    information: Literal["observed", "expected"] = fields.choice(
        "observed", "Wald’s interval takes", {"observed": "J, observed", "expected": "nI, expected"},
        used=lambda its: its.view == "one" and its.family == "cauchy",
        help="Standard errors of R’s optim take the observed information, those of R’s glm and of statsmodels’ GLM the "
             "expected one. In the other regular families but Laplace’s both are the same at the maximum.")
    estimator: str = fields.choice("mle", "Estimator in focus",
                                   lambda its: {name: one.label for name, one in its.kind.estimators.items()},
                                   folded=True, view=True, used=lambda its: its.view != "one",
                                   help="MLE stands for maximum likelihood.")
    parameter: Literal["first", "second"] = fields.choice(
        "first", "Parameter", view=True,
        options=lambda its: {"first": its.kind.quantities[0].symbol, "second": its.kind.quantities[-1].symbol},
        used=lambda its: its.view != "one" and its.kind.estimated == 2)
    measure: Literal["ratio", "variance", "bias", "mse"] = fields.choice(
        "ratio", "Show", MEASURES, view=True, used=lambda its: its.view != "one")
    place: int = fields.number(84, "Place", 0, 240, base=1, view=True, used=lambda its: its.view == "one")
    # fmt: on

    def __post_init__(self) -> None:
        fields.check(self)
        if self.seconds > MOST_SECONDS:
            least = math.ceil(1000 * self.error * math.sqrt(self.seconds / MOST_SECONDS)) / 1000
            rule = f"it must take at most {MOST_SECONDS} s, and {self.draws:,} draws would take {count(self.seconds)} s"
            smaller = ", or a smaller n" if self.view == "theta" else ""
            raise InputError("error", self.error, rule, f"Take {exact(least)} % or more{smaller}.")

    @property
    def kind(self) -> Family:
        return FAMILIES[self.family]

    @property
    def in_focus(self) -> tuple[int, int]:
        """The places of the estimator and of the parameter that are looked at."""
        second = self.parameter == "second" and self.kind.estimated == 2
        return list(self.kind.estimators).index(self.estimator), int(second)

    @property
    def replicates(self) -> int:
        """2/e² of them give the variance of a normal estimate with a relative standard error of e."""
        return math.ceil(2 / (self.error / 100) ** 2)

    @property
    def draws(self) -> int:
        """How many the Monte Carlo takes."""
        over = {"n": max(SIZES), "theta": THETAS * self.n, "one": 0}
        return int(self.replicates * over[self.view]) if over[self.view] else 0  # the error may then be anything

    @property
    def seconds(self) -> float:
        """What the Monte Carlo takes on two cores, about."""
        return 1e-9 * self.kind.cost * self.draws

    @property
    def setting(self) -> Setting:
        return Setting(self.theta, self.known, self.trim / 100, self.weight)
