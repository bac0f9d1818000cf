"""Attention by hand: every step on a reader's own matrices, why the products are divided by √d, and four scores."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal, get_args

from core.attention.attention_by_hand.attention_steps import MOST_CHARACTERS
from core.attention.attention_by_hand.matrix_sweep import SHARPEST, MatrixSweep, Written, looked_at, sweep_matrices
from core.attention.attention_by_hand.presets import PRESETS as PRESETS
from core.attention.attention_by_hand.scaling_sweep import WIDTHS, ScalingSweep, sweep_widths
from core.attention.attention_by_hand.score_sweep import ScoreSweep, WrittenScores, sharpened, sweep_scores
from core.checks import between, one_of, whole
from core.errors import InputError
from core.explorer import script

Result = MatrixSweep | ScalingSweep | ScoreSweep
Part = Literal["matrices", "root", "scores"]
MOST_DRAWS = 200_000_000  # normal numbers: some four seconds
DRAWS_PER_SECOND = 5e7

LOOKS = {"view": True}
MATRIX: dict[str, Any] = {"longest": MOST_CHARACTERS}


def _of(part: str, name: str = "", value: str = "") -> Callable[[Any], bool]:
    """Whether a ``part`` is chosen, and there a ``value`` of the setting ``name``."""
    return lambda params: params.part == part and (not name or getattr(params, name) == value)


GIVEN, MADE = _of("matrices", "given", "QKV"), _of("matrices", "given", "X")
MASK, SCORES = _of("matrices", "mask", "own"), _of("scores")


def _written(used: Callable[[Any], bool], text: str = "") -> Any:
    """A field that holds a matrix, and counts where it is ``used``."""
    return field(default=text, metadata=MATRIX | {"used": used})


@dataclass(frozen=True)
class Params:
    """What a reader sets. ``part`` says what is reckoned; matrices are texts with a row on each line or after ``;``.

    - ``matrices``: softmax(β·scale·Q Kᵀ + mask) V, from ``Q``, ``K``, ``V``, or with ``given`` "X" from X and the
      weights ``WQ``, ``WK``, ``WV``, which are identities where they are empty. ``scale`` is 1/sqrt(d), 1/d or a
      number, ``mask`` none, causal, or one's ``own``: ``M``. ``query`` (from 1) is the one in focus. The scale is
      swept: ``beta`` is the factor on it; ``digits`` are those that the tables show.
    - ``root``: ``rows`` queries with ``keys`` keys each, all coordinates normal with ``mean`` and ``deviation``, by
      ``seed``, over the ``width`` d.
    - ``scores``: additive, dot, general and scaled dot of the query ``s`` and the keys ``h``, with W, W_a, U_a, v_a,
      over ``beta``, which multiplies the scores.
    """

    part: Part = "matrices"
    given: Literal["QKV", "X"] = "QKV"
    Q: str = _written(GIVEN, "1 0 2 0\n0 1 0 2\n1 1 1 0\n2 0 1 1")
    K: str = _written(GIVEN, "1 0 1 0\n0 2 0 1\n1 1 0 0\n2 0 1 1")
    V: str = _written(GIVEN, "4 0\n0 4\n2 2\n-1 3")
    X: str = _written(MADE, "1 2\n3 4\n5 6")
    WQ: str = _written(MADE)
    WK: str = _written(MADE, "1 2\n0 1")
    WV: str = _written(MADE, "0.5 -0.5\n1 0.5")
    scale: str = "1/sqrt(d)"
    mask: Literal["none", "causal", "own"] = "causal"
    M: str = _written(MASK, "1 0 0 0\n1 1 0 0\n0 1 1 0\n0 0 1 1")
    beta: float = field(default=1.0, metadata=LOOKS)
    query: int = field(default=4, metadata=LOOKS)
    digits: int = field(default=4, metadata=LOOKS)
    deviation: float = 1.0
    mean: float = 0.0
    keys: int = 32
    rows: int = 64
    seed: int = 1
    width: int = field(default=64, metadata=LOOKS)
    s: str = _written(SCORES, "0.5 0.2")
    h: str = _written(SCORES, "1 0\n0 1\n1 1")
    W: str = _written(SCORES)
    W_a: str = _written(SCORES)
    U_a: str = _written(SCORES)
    v_a: str = _written(SCORES)

    def __post_init__(self) -> None:
        one_of(self, "part", get_args(Part))
        one_of(self, "given", ("QKV", "X"))
        one_of(self, "mask", ("none", "causal", "own"))
        between(self, "beta", 1 / SHARPEST, SHARPEST, remedy="At 1 the scale is the one that is set.")
        whole(self, "query", 1, 64)
        whole(self, "digits", 2, 15)
        between(self, "deviation", 0.01, 100.0, remedy="Without a spread all products are alike.")
        between(self, "mean", -100.0, 100.0)
        whole(self, "keys", 1, 1_024)
        whole(self, "rows", 2, 10_000)
        whole(self, "seed", 0, 2**53)
        if self.width not in WIDTHS or isinstance(self.width, bool):
            rule = f"it must be one of {', '.join(map(str, WIDTHS))}"
            raise InputError("width", self.width, rule, "Choose one of them.")
        most = MOST_DRAWS // sum(WIDTHS) // self.keys
        whole(self, "rows", 2, min(10_000, most), f"With {self.keys:,} keys each that is as many as can be drawn.")

    @property
    def written(self) -> Written:
        """The calculation on matrices."""
        return Written(
            self.given, self.Q, self.K, self.V, self.X, self.WQ, self.WK, self.WV, self.scale, self.mask, self.M
        )

    @property
    def draws(self) -> int:
        """Normal numbers that ``root`` draws."""
        return sum(WIDTHS) * self.rows * (self.keys + 1)


def compute(
    params: Params,
    data: bytes | None = None,
    *,
    device: str = "auto",
    progress: Callable[[float], None] | None = None,
) -> Result:
    """The part's whole axis, on the CPU: matrices that a reader writes are smaller than the way to another device.

    Raises:
        InputError: a text cannot be read, or shapes do not fit; the field is the one to mend.
        MissingInput: a matrix has no number yet.
    """
    match params.part:
        case "root":
            return sweep_widths(params.deviation, params.mean, params.keys, params.rows, params.seed, progress)
        case "scores":
            written = WrittenScores(params.s, params.h, params.W, params.W_a, params.U_a, params.v_a)
            return focus(sweep_scores(written), params)
    return focus(sweep_matrices(params.written), params)


def focus(result: Result, params: Params) -> Result:
    """The result at the chosen β, for the chosen query."""
    match result:
        case MatrixSweep():
            return looked_at(result, params.query - 1, params.beta)
        case ScoreSweep():
            return sharpened(result, params.beta)
    return result


def estimate_seconds(params: Params, data: bytes | None) -> float:
    """About how long ``compute`` takes on one core of a laptop."""
    return 0.02 + (params.draws / DRAWS_PER_SECOND if params.part == "root" else 0.0)


def snippet(params: Params) -> str:
    """Python that prints the same numbers."""
    after: dict[str, Any] = {"matrices": ("print(result.outputs().to_string())",)}
    return script(params, "print(result.table().to_string())", *after.get(params.part, ()))
