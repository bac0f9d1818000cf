"""What each part of /gradient-descent asks for, as data: the kind of control, its field, its label, its options."""

from typing import Any

from core.optimization.gradient_descent import DATA

Asked = tuple[str, str, str, dict[str, Any]]

PARTS = {"plane": "Two directions", "values": "Singular values", "table": "Least squares", "logistic": "Logistic",
         "network": "A network", "noise": "With noise"}  # fmt: skip
QUADRATIC = ("plane", "values", "table")
TRAINING = ("logistic", "network")
METHODS = {"gd": "Plain", "heavy-ball": "Heavy ball", "nesterov": "Nesterov", "sign": "Sign", "adam": "Adam"}
OTHERS = {"none": "Nothing", **METHODS}
SOURCES = {"sample": "Cars of 1974", "file": "A file"}
_DATA = {"moons": "Moons", "circles": "Circles", "sine": "A sine", "solvable": "4 rows, 24 columns",
         "single": "One number", "table": "A table"}  # fmt: skip
_CONVENTIONS = {"sum": "‖·‖²", "half": "½‖·‖²", "mean": "(1/n)‖·‖²", "halfmean": "(1/2n)‖·‖²"}
_SUMS = {"sum": "Σ", "half": "½Σ", "mean": "(1/n)Σ", "halfmean": "(1/2n)Σ"}


def data(part: str) -> dict[str, str]:
    """The data that a part can take, by name."""
    return {name: _DATA[name] for name in DATA[part]}


def _number(name: str, label: str, low: int, high: int) -> Asked:
    return "number", name, label, {"low": low, "high": high}


def _real(name: str, label: str, low: float, high: float) -> Asked:
    return "real", name, label, {"low": low, "high": high}


def _choice(name: str, label: str, names: dict[str, str], rearranges: bool = False) -> Asked:
    return "choice", name, label, {"names": names, "rearranges": rearranges}


POINTS = (_number("observations", "Points", 4, 400), _real("scatter", "Scatter", 0.0, 2.0))
STEPS = _number("steps", "Steps shown", 2, 2_000)
TRAINED = _number("trained", "Steps", 10, 3_000)
CONTROLS: dict[str, tuple[Asked, ...]] = {
    "plane": (_real("steep", "Singular value σ₁", 0.0, 1e3), _real("flat", "Singular value σ₂", 0.0, 1e3),
              _real("angle", "Turned by (degrees)", -180.0, 180.0), STEPS),
    "values": (("line", "sigma", "Singular values σ", {"help": "Up to 64 numbers with spaces between them."}),
               ("line", "y", "Targets y", {"placeholder": "as σ, so that w* = 1", "help": "As many, or none."}), STEPS),
    "table": (STEPS,),
    "logistic": (TRAINED,),
    "network": (_number("layers", "Hidden layers", 1, 2), _number("width", "Units in each", 1, 32), TRAINED,
                _choice("activation", "Activation", {"tanh": "tanh", "relu": "ReLU", "gelu": "GELU"}),
                _choice("loss", "Its loss", {"squared": "Squares", "logistic": "Logistic"}),
                _number("seed", "Seed", 0, 2**53)),
    "noise": (_number("batch", "Batch", 1, 300), _real("inputs", "Noise on the inputs", 0.0, 100.0), STEPS,
              _number("seeds", "Seeds", 2, 2_000), _number("seed", "First seed", 0, 2**53)),
}  # fmt: skip
OTHER = (_real("other_step", "Its η, in units of 2/λ_max", 0.0, 4.0), _real("other_beta", "Its β", 0.0, 0.999))
QUESTION = (_number("mode", "Error of mode", 1, 64), _number("time", "after t steps", 0, 2_000))
QUESTIONS = {**dict.fromkeys(QUADRATIC, QUESTION),
             **dict.fromkeys(TRAINING, (_number("time", "Loss after t steps", 0, 3_000),))}  # fmt: skip


def how(part: str, method: str) -> tuple[Asked, ...]:
    """The method and its step size."""
    step = _real("step", "η, in units of 2/λ_max", 0.0, 4.0)
    if part == "noise":
        return (step,)
    beta = ("real", "beta", "Momentum β", {"low": 0.0, "high": 0.999, "drag": True})
    return (_choice("method", "Method", METHODS, True), *((beta,) if method not in ("gd", "sign") else ()), step)


def more(part: str, other: str) -> tuple[Asked, ...]:
    """What rarely matters: the convention, for a quadratic the accuracy, and a second run."""
    names = _CONVENTIONS if part != "logistic" else _SUMS
    asked: tuple[Asked, ...] = (_choice("convention", "The loss is", names),)
    if part in QUADRATIC:
        asked += (_real("accuracy", "Wanted: error below ε times the first", 1e-14, 0.5),)
    if part in (*QUADRATIC, *TRAINING):
        asked += (_choice("other", "Compare with", OTHERS, True), *(OTHER if other != "none" else ()))
    return asked
