"""What a reader sets on /gradient-descent."""

from dataclasses import dataclass
from typing import Any, Literal

from core import fields
from core.design_matrix import numeric_columns, target_first
from core.explorer import in_part
from core.optimization.gradient_descent.loss_scaling import FACTORS, Convention
from core.optimization.gradient_descent.methods import METHODS
from core.optimization.gradient_descent.quadratic_problems import FARTHEST, MOST_VALUES, STEEPEST, typed
from core.table_text import TABLE
from core.value_text import MAX_TEXT

Part = Literal["plane", "values", "table", "logistic", "network", "noise"]
Data = Literal["moons", "circles", "sine", "solvable", "single", "table"]
PARTS = {"plane": "Two directions", "values": "Singular values", "table": "Least squares", "logistic": "Logistic",
         "network": "A network", "noise": "With noise"}  # fmt: skip
QUADRATIC = ("plane", "values", "table")
TRAINING = ("logistic", "network")
LABELS = {name: kind.label for name, kind in METHODS.items() if kind.label}
SOURCES = {"sample": "Cars of 1974", "file": "Your table"}
DATA = {"moons": "Moons", "circles": "Circles", "sine": "A sine", "solvable": "4 rows, 24 columns",
        "single": "One number", "table": "Your table"}  # fmt: skip
DATA_OF = {
    "logistic": ("moons", "circles", "table"),
    "network": ("moons", "circles", "sine", "table"),
    "noise": ("solvable", "single", "table"),
}
VELOCITIES = {"sum": "βv + g (PyTorch)", "mean": "βv + (1 − β)g (dampening=β)"}
POINTS = {"ahead": "Where g is taken (PyTorch)", "own": "Nesterov’s own"}
ACTIVATIONS = {"tanh": "tanh", "relu": "ReLU", "gelu": "GELU"}
LOSSES = {"squared": "Squared error", "logistic": "Logistic"}


def _has_classes(its: Any) -> bool:
    """Whether a network may learn classes, and with them the logistic loss; a sine has none."""
    return bool(its.part == "network" and its.taken != "sine")


def _losses(its: Any) -> dict[str, str]:
    logistic = its.part == "logistic" or (_has_classes(its) and its.loss == "logistic")
    return {name: factor + ("Σ" if logistic else "‖·‖²") for name, factor in FACTORS.items()}


def _draws_points(its: Any) -> bool:
    return its.part in TRAINING and its.taken != "table"


@dataclass(frozen=True)
class Params:
    """What a reader sets.

    ``step`` is the step size in units of 2/λₘₐₓ, ``beta`` the momentum; ``steps`` are shown, and an error below
    ``accuracy`` times the first is waited for. The plane has the singular values ``steep`` and ``flat``, turned by
    ``angle`` (degrees), and a start; ``sigma`` and ``y`` are lists of numbers; a table has a ``target`` ("" is the
    likely one) and ``features`` (none are all others). ``other`` is a second method to compare with, at
    ``other_step`` and ``other_beta``. ``time`` and ``mode`` say which error is told, or after how many steps the loss.

    Logistic regression, networks and noise take ``data`` of their own kind (what another part has, is replaced by the
    first of theirs): ``observations`` points scattered by ``scatter``, drawn with ``seed``; ``trained`` steps. A
    network has ``layers`` of ``width`` units. Noise is a ``batch`` and a deviation of the ``inputs``, over ``seeds``.
    """

    # fmt: off
    part: Part = fields.choice("plane", "View", PARTS, rearranges=True,
                               begins=lambda value: {"step": 0.1, "steps": 150} if value == "noise" else {})
    method: str = fields.choice("gd", "Method", LABELS, rearranges=True, **in_part(*QUADRATIC, *TRAINING))
    beta: float = fields.number(0.5, "Momentum β", 0.0, 0.999, drag=True, remedy="A common value is 0.9.",
                                used=lambda its: its.part != "noise" and METHODS[its.method].takes_beta)
    velocity: Literal["sum", "mean"] = fields.choice(
        "sum", "The velocity is", VELOCITIES, **in_part(*QUADRATIC, method="heavy-ball"),
        help="PyTorch’s SGD has βv + g, and with dampening=β it has βv + (1 − β)g, a running mean of gradients. Then "
             "the same run has a step size 1/(1 − β) times as large, and so has its limit.")
    point: Literal["ahead", "own"] = fields.choice(
        "ahead", "The point drawn", POINTS, **in_part(*QUADRATIC, method="nesterov"),
        help="PyTorch keeps the point at which the gradient is taken, which looks ahead of Nesterov’s own. In his text "
             "it is y, and his own is x.")
    convention: Convention = fields.choice("sum", "The loss is", _losses,
                                           help="PyTorch’s losses are means, with 1/n; with reduction='sum' they are "
                                                "sums. Neither has the factor ½.")
    step: float = fields.number(0.9, lambda its: "η, in units of 2/((1 − β)λₘₐₓ)" if its.damping < 1 else
                                "η, in units of 2/λₘₐₓ", 0.0, 4.0, view=True,
                                help="λₘₐₓ is the largest curvature of the loss: how fast its slope changes along the "
                                     "steepest direction.")
    steps: int = fields.number(40, "Steps shown", 2, 2_000, **in_part(*QUADRATIC, "noise"))
    accuracy: float = fields.number(1e-3, "Wanted error ε, as a share of the first", 1e-14, 0.5, **in_part(*QUADRATIC))
    steep: float = fields.number(2.0, "Singular value σ₁", 0.0, STEEPEST, **in_part("plane"))
    flat: float = fields.number(0.5, "Singular value σ₂", 0.0, STEEPEST, **in_part("plane"))
    angle: float = fields.number(25.0, "Rotation", -180.0, 180.0, unit="degrees", **in_part("plane"))
    start_x: float = fields.number(-1.5, "Start w₁", -FARTHEST, FARTHEST, **in_part("plane"))
    start_y: float = fields.number(0.9, "Start w₂", -FARTHEST, FARTHEST, **in_part("plane"))
    sigma: str = fields.text("2 1", "Singular values σ", help="Up to 64 numbers with spaces between them.",
                             numbers=True, **in_part("values"))
    y: str = fields.text("", "Targets y", placeholder="as σ, so that w* = 1", help="As many numbers as σ has, or none.",
                         numbers=True, **in_part("values"))
    source: Literal["sample", "file"] = fields.choice("sample", "Table", SOURCES, rearranges=True, file=TABLE,
                                                      used=lambda its: its.takes_table)
    target: str = fields.column("Target", target_first, used=lambda its: its.reads_file)
    features: tuple[str, ...] = fields.column("Features", numeric_columns, several=True, besides="target",
                                              help="Where none is chosen, all others are taken.", longest=MAX_TEXT,
                                              used=lambda its: its.reads_file)
    standardise: bool = fields.switch(True, "Standardise the columns",  # training always does
                                      used=lambda its: its.takes_table and its.part not in TRAINING)
    other: str = fields.choice("none", "Compare with", {"none": "Nothing", **LABELS}, rearranges=True,
                               **in_part(*QUADRATIC, *TRAINING))
    other_step: float = fields.number(0.5, "Its η, in units of 2/λₘₐₓ", 0.0, 4.0, used=lambda its: its.compares)
    other_beta: float = fields.number(0.5, "Its β", 0.0, 0.999, remedy="A common value is 0.9.",
                                      used=lambda its: its.compares and METHODS[its.other].takes_beta)
    time: int = fields.number(10, lambda its: "Loss after t steps" if its.part in TRAINING else "after t steps",
                              0, 3_000, view=True, **in_part(*QUADRATIC, *TRAINING))
    mode: int = fields.number(1, "Error of mode", 1, MOST_VALUES, view=True, **in_part(*QUADRATIC))
    data: Data = fields.choice("moons", "Data",
                               lambda its: {name: DATA[name] for name in DATA_OF.get(its.part, tuple(DATA))},
                               rearranges=True, **in_part(*DATA_OF))
    observations: int = fields.number(60, "Points", 4, 400, used=_draws_points)
    scatter: float = fields.number(0.1, "Scatter of the points", 0.0, 2.0, used=_draws_points)
    seed: int = fields.number(0, lambda its: "First seed" if its.part == "noise" else "Seed", 0, 2**53,
                              used=lambda its: its.part in ("network", "noise") or _draws_points(its))
    trained: int = fields.number(600, "Steps", 10, 3_000, **in_part(*TRAINING))
    layers: int = fields.number(2, "Hidden layers", 1, 2, **in_part("network"))
    width: int = fields.number(12, "Units in each layer", 1, 32, **in_part("network"))
    activation: Literal["tanh", "relu", "gelu"] = fields.choice("tanh", "Activation", ACTIVATIONS, **in_part("network"))
    loss: Literal["squared", "logistic"] = fields.choice("squared", "Loss of the network", LOSSES, used=_has_classes)
    batch: int = fields.number(1, "Batch size", 1, 300, **in_part("noise"))
    inputs: float = fields.number(0.0, "Noise on the inputs", 0.0, 100.0, **in_part("noise"))
    seeds: int = fields.number(200, "Seeds", 2, 2_000, **in_part("noise"))
    # fmt: on

    def __post_init__(self) -> None:
        fields.check(self)
        typed(self)

    @property
    def taken(self) -> str:
        """The data that the part takes: those chosen, or the first of its own."""
        options = DATA_OF.get(self.part, ("table",))
        return self.data if self.data in options else options[0]

    @property
    def takes_table(self) -> bool:
        return self.part not in ("plane", "values") and self.taken == "table"

    @property
    def reads_file(self) -> bool:
        """Whether it takes a file of the reader's."""
        return self.source == "file" and self.takes_table

    @property
    def rule(self) -> str:
        """The method, and of Nesterov's the point that is drawn."""
        return "nesterov-own" if self.point == "own" else self.method

    @property
    def damping(self) -> float:
        """By what a gradient is multiplied before it enters the velocity."""
        averaged = self.velocity == "mean" and self.method == "heavy-ball" and self.part in QUADRATIC
        return 1 - self.beta if averaged else 1.0

    @property
    def compares(self) -> bool:
        """Whether a second method runs beside the first."""
        return self.part != "noise" and self.other != "none"
