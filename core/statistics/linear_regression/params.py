"""What a reader sets on /linear-regression."""

from dataclasses import dataclass
from typing import Any, Literal

from core import fields
from core.explorer import in_part
from core.regression_data import CHOICE, MOST_ROWS, SOURCES, OfData, Source

Part = Literal["fit", "origin", "spread"]
Followed = Literal["slope", "error", "r_squared", "leverage", "cook"]
Vary = Literal["rho", "sigma", "n", "ridge"]
PARTS = {"fit": "Drag a point", "origin": "R² without an intercept", "spread": "How estimates spread"}
FOLLOWED = {"slope": "slope", "error": "its standard error", "r_squared": "R²", "leverage": "leverage",
            "cook": "Cook’s distance"}  # fmt: skip
VARIED = {"rho": "Correlation ρ", "sigma": "Noise σ", "n": "Sample size n", "ridge": "Ridge penalty α"}
LONGEST = 400  # sample
REACH, LIFTED = 3.0, 5.0  # standard deviations: how far a point moves, and how far all y


def _swept(name: str) -> Any:
    return {"used": lambda its: its.part == "spread", "view": lambda its: its.vary == name}


@dataclass(frozen=True)
class Params(OfData):
    """What a reader sets beside the data, of which the ``row``, counted from 0, moves.

    ``shift`` and ``lift`` say how far a point, or all y, stand from the data, in standard deviations of what moves; of
    several features, of what the others leave of it.
    ``rho``, ``sigma``, ``n`` and ``ridge`` make two made-up features, of which one setting varies.
    """

    # fmt: off
    part: Part = fields.choice("fit", "View", PARTS, rearranges=True)
    source: Source = fields.choice("anscombe3", "Data", SOURCES, **CHOICE, begins=lambda value: {
        "row": 2 if value == "anscombe3" else 0, "feature": 0})
    row: int = fields.number(2, "Point that moves", 0, MOST_ROWS - 1, base=1, **in_part("fit"),
                             help="The number of its row among those that count.")
    moves: Literal["y", "x"] = fields.choice("y", "It moves", {"y": "up and down", "x": "left and right"},
                                             **in_part("fit"))
    shift: float = fields.number(0.0, "Moved by", -REACH, REACH, unit="standard deviations", view=True,
                                 **in_part("fit"))
    follows: Followed = fields.choice("slope", "Over the place of the point", FOLLOWED, view=True, folded=True,
                                      **in_part("fit"))
    studentised: Literal["internal", "external"] = fields.choice(
        "internal", "Studentised residuals", {"internal": "internal", "external": "external"}, view=True,
        help="Internal: R’s rstandard. External, with s of all other points: R’s rstudent.", **in_part("fit"))
    intercept: bool = fields.switch(True, "With an intercept", **in_part("fit"))
    level: float = fields.number(95.0, "Confidence", 50.0, 99.9, unit="%", **in_part("fit"))
    lift: float = fields.number(0.0, "Added to all y", -LIFTED, LIFTED, unit="standard deviations", view=True,
                                **in_part("origin"))
    vary: Vary = fields.choice("rho", "The slider moves", VARIED, rearranges=True, **in_part("spread"))
    rho: float = fields.number(0.9, "Correlation ρ of the features", -0.99, 0.99, **_swept("rho"))
    sigma: float = fields.number(1.0, "Noise σ", 0.1, 10.0, **_swept("sigma"))
    n: int = fields.number(30, "Sample size n", 5, LONGEST, view=lambda its: its.part == "spread" and its.vary == "n",
                           used=lambda its: its.part == "spread" or its.source == "made")
    ridge: float = fields.number(0.0, "Ridge penalty α", 0.0, 1_000.0, **_swept("ridge"),
                                 help="Minimises Σ(y − ŷ)² + α·Σb², as scikit-learn does. 0 is least squares.")
    replicates: int = fields.number(2_000, "Simulated refits", 200, 50_000, **in_part("spread"))
    seed: int = fields.number(0, "Seed", 0, 2**53, used=lambda its: its.part == "spread" or its.source == "made")
    # fmt: on

    @property
    def takes_data(self) -> bool:
        return self.part != "spread"
