"""What a reader sets on /linear-regression."""

from dataclasses import dataclass
from typing import Any, Literal

from core import fields
from core.design_matrix import numeric_columns
from core.explorer import from_source, in_part
from core.table_text import TABLE
from core.value_text import MAX_TEXT

Part = Literal["fit", "origin", "spread", "assumptions"]
Source = Literal["anscombe1", "anscombe2", "anscombe3", "anscombe4", "longley", "made", "typed", "file"]
Followed = Literal["slope", "error", "r_squared", "leverage", "cook"]
Vary = Literal["rho", "sigma", "n", "ridge"]
Broken = Literal["variance", "correlation", "curve", "confounder", "tails"]
PARTS = {"fit": "Drag a point", "origin": "R² without an intercept", "spread": "How estimates spread",
         "assumptions": "Broken assumptions"}  # fmt: skip
SOURCES = {**{f"anscombe{i}": f"Anscombe {numeral}" for i, numeral in enumerate(("I", "II", "III", "IV"), 1)},
           "longley": "Longley, 1947–1962", "made": "A made-up line", "typed": "Your numbers",
           "file": "Your table"}  # fmt: skip
FOLLOWED = {"slope": "slope", "error": "its standard error", "r_squared": "R²", "leverage": "leverage",
            "cook": "Cook’s distance"}  # fmt: skip
VARIED = {"rho": "Correlation ρ", "sigma": "Noise σ", "n": "Sample size n", "ridge": "Ridge penalty α"}
BROKEN = {"variance": "Unequal variance", "correlation": "Correlated errors", "curve": "A curve, not a line",
          "confounder": "A cause left out", "tails": "Heavy tails"}  # fmt: skip
MOST_ROWS, MOST_FEATURES, LONGEST = 1_000, 12, 400
REACH, LIFTED = 3.0, 5.0  # standard deviations: how far a point moves, and how far all y


def _swept(name: str) -> Any:
    return {"used": lambda its: its.part == "spread", "view": lambda its: its.vary == name}


@dataclass(frozen=True)
class Params:
    """What a reader sets. The observations of ``source``; ``feature`` and ``row``, counted from 0, are looked at.

    ``shift`` and ``lift`` say how far a point, or all y, stand from the data, in standard deviations of what moves; of
    several features, of what the others leave of it.
    ``rho``, ``sigma``, ``n`` and ``ridge`` make two made-up features, of which one setting varies; ``strength`` says
    how far an assumption is broken, from 0 to 1.
    """

    # fmt: off
    part: Part = fields.choice("fit", "View", PARTS, rearranges=True)
    source: Source = fields.choice("anscombe3", "Data", SOURCES, rearranges=True, folded=True, file=TABLE,
                                   begins=lambda value: {"row": 2 if value == "anscombe3" else 0, "feature": 0},
                                   used=lambda its: its.part != "spread")
    xs: str = fields.text("1 2 3 4 5 6", "Your x", longest=MAX_TEXT, placeholder="1 2 3 4", **from_source("typed"))
    ys: str = fields.text("2.1 2.9 4.2 4.8 6.1 9", "Your y", longest=MAX_TEXT, placeholder="2 3 5 4",
                          help="As many numbers as x has; or draw them in the picture.", **from_source("typed"))
    target: str = fields.column("Target y", numeric_columns, **from_source("file"))
    features: tuple[str, ...] = fields.column("Features x", numeric_columns, several=True, besides="target",
                                              help="Where none is chosen, all others are taken.", longest=MAX_TEXT,
                                              **from_source("file"))
    feature: int = fields.number(0, "Feature looked at", 0, MOST_FEATURES - 1, base=1,
                                 help="The number of a column of x, in the order of the table.",
                                 used=lambda its: its.part != "spread" and its.source in ("longley", "file"))
    row: int = fields.number(2, "Point that moves", 0, MOST_ROWS - 1, base=1, **in_part("fit"),
                             help="The number of its row in the data.")
    moves: Literal["y", "x"] = fields.choice("y", "It moves", {"y": "up and down", "x": "left and right"},
                                             **in_part("fit"))
    shift: float = fields.number(0.0, "Moved by", -REACH, REACH, unit="standard deviations", view=True,
                                 **in_part("fit"))
    follows: Followed = fields.choice("slope", "Over the place of the point", FOLLOWED, view=True, folded=True,
                                      **in_part("fit"))
    intercept: bool = fields.switch(True, "With an intercept", **in_part("fit"))
    level: float = fields.number(95.0, "Confidence", 50.0, 99.9, unit="%", **in_part("fit", "assumptions"))
    lift: float = fields.number(0.0, "Added to all y", -LIFTED, LIFTED, unit="standard deviations", view=True,
                                **in_part("origin"))
    vary: Vary = fields.choice("rho", "The slider moves", VARIED, rearranges=True, **in_part("spread"))
    rho: float = fields.number(0.9, "Correlation ρ of the features", -0.99, 0.99, **_swept("rho"))
    sigma: float = fields.number(1.0, "Noise σ", 0.1, 10.0, **_swept("sigma"))
    n: int = fields.number(30, "Sample size n", 5, LONGEST, view=lambda its: its.part == "spread" and its.vary == "n",
                           used=lambda its: its.part == "spread" or its.source == "made")
    ridge: float = fields.number(0.0, "Ridge penalty α", 0.0, 1_000.0, **_swept("ridge"),
                                 help="Minimises Σ(y − ŷ)² + α·Σb², as scikit-learn does. 0 is least squares.")
    breaks: Broken = fields.choice("variance", "Broken", BROKEN, folded=True, **in_part("assumptions"))
    strength: float = fields.number(0.5, "How far it is broken", 0.0, 1.0, view=True, **in_part("assumptions"))
    quantile: Literal["t", "z"] = fields.choice("t", "Intervals by", {"t": "Student’s t", "z": "the normal law"},
                                                help="statsmodels takes the normal law for robust errors.",
                                                **in_part("assumptions"))
    replicates: int = fields.number(2_000, "Simulated refits", 200, 50_000, **in_part("spread", "assumptions"))
    seed: int = fields.number(0, "Seed", 0, 2**53, used=lambda its: (
        its.part in ("spread", "assumptions") or its.source == "made"))
    # fmt: on

    def __post_init__(self) -> None:
        fields.check(self)
