"""What a reader sets on /regression-assumptions."""

from dataclasses import dataclass
from typing import Literal, get_args

from core import fields
from core.least_squares.coverage import KINDS
from core.regression_data import OfData

Broken = Literal["variance", "correlation", "curve", "confounder", "tails"]
Error = Literal["classical", "HC0", "HC1", "HC2", "HC3", "newey_west"]
BROKEN = {"variance": "Unequal variance", "correlation": "Correlated errors", "curve": "A curve, not a line",
          "confounder": "A cause left out", "tails": "Heavy tails"}  # fmt: skip
ERRORS = dict(zip(get_args(Error), KINDS, strict=True))
LONGEST = 400  # made-up line


@dataclass(frozen=True)
class Params(OfData):
    """What a reader sets beside the data, whose design is kept and whose y are simulated; ``strength`` says how far an
    assumption is broken, from 0 to 1.
    """

    # fmt: off
    breaks: Broken = fields.choice("variance", "Broken", BROKEN, folded=True)
    strength: float = fields.number(0.5, "Strength: how far it is broken", 0.0, 1.0, view=True)
    shows: Error = fields.choice("classical", "Standard error looked at", ERRORS, folded=True, view=True)
    level: float = fields.number(95.0, "Confidence", 50.0, 99.9, unit="%")
    quantile: Literal["t", "z"] = fields.choice("t", "Intervals by", {"t": "Student’s t", "z": "the normal law"},
                                                help="statsmodels takes the normal law for robust errors.")
    few_rows: bool = fields.switch(False, "Newey–West errors corrected for few rows",
                                   help="Their square times n/(n − p), as cov_hac of statsmodels has it; its fit has "
                                        "it with use_correction=True.")
    n: int = fields.number(30, "Sample size n", 5, LONGEST, used=lambda its: its.source == "made")
    replicates: int = fields.number(2_000, "Simulated refits", 200, 50_000)
    seed: int = fields.number(0, "Seed", 0, 2**53)
    # fmt: on

    @property
    def look(self) -> str:
        return self.breaks

    @property
    def kind(self) -> int:
        """The place of the standard error that is looked at among ``KINDS``."""
        return list(ERRORS).index(self.shows)
