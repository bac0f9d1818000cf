"""What a reader sets on /attention-by-hand."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

from core import fields
from core.attention.attention_by_hand.attention_steps import MOST_CHARACTERS
from core.attention.attention_by_hand.scaling_sweep import WIDTHS
from core.checks import whole
from core.errors import InputError
from core.models.softmax import UNITS, WHOSE, Unit

Part = Literal["matrices", "root", "scores"]
Given = Literal["QKV", "X"]
Mask = Literal["none", "causal", "own"]
PARTS = {"matrices": "Your own matrices", "root": "Why √d", "scores": "Four scores"}
MOST_DRAWS = 200_000_000  # normal numbers: some four seconds
SHARPEST = 64.0  # the largest β; the smallest is its reciprocal
SCALE = (
    "The factor on the scores: 1/sqrt(d) or 1/d, where d is the width of a key, or a number such as 0.5 or sqrt(2)/d. "
    "PyTorch and Keras’ MultiHeadAttention take 1/sqrt(d), Keras’ Attention and T5 take 1."
)


def _of(part: str, name: str = "", value: str = "") -> Callable[[Any], bool]:
    """Whether a ``part`` is chosen, and there a ``value`` of the setting ``name``."""
    return lambda params: params.part == part and (not name or getattr(params, name) == value)


MATRICES, OWN, DRAWN, SCORES = _of("matrices"), _of("matrices", "mask", "own"), _of("root"), _of("scores")
GIVEN, MADE = _of("matrices", "given", "QKV"), _of("matrices", "given", "X")


def _matrix(used: Callable[[Any], bool], text: str, label: str, left_out: str = "", lines: int = 5) -> Any:
    """A field that holds a matrix, and counts where it is ``used``; ``left_out`` is what an empty one stands for.

    So many ``lines`` are in sight.
    """
    height = 18 + 23 * lines
    return fields.text(text, label, height=height, placeholder=left_out, longest=MOST_CHARACTERS, used=used,
                       numbers=True)  # fmt: skip


@dataclass(frozen=True)
class Params:
    """What a reader sets. ``part`` says what is reckoned; matrices are texts with a row on each line or after ``;``.

    - ``matrices``: softmax(β·scale·Q Kᵀ + mask) V, from ``Q``, ``K``, ``V``, or with ``given`` "X" from X and the
      weights ``WQ``, ``WK``, ``WV``, which are identities where they are empty. ``scale`` is 1/sqrt(d), 1/d or a
      number, ``mask`` none, causal, or one's ``own``: ``M``, whose ones ``one`` reads; ``nowhere`` says what a query
      gets that it hides everything from. ``query`` (from 1) is the one in focus. The scale is swept: ``beta`` is the
      factor on it; ``digits`` are those that the tables show, ``tokens`` how matrices lie, ``unit`` that of entropies.
    - ``root``: ``rows`` queries with ``keys`` keys each, all coordinates normal with ``mean`` and ``deviation``, by
      ``seed``, over the ``width`` d.
    - ``scores``: additive, dot, general and scaled dot of the query ``s`` and the keys ``h``, with W, W_a, U_a, v_a,
      over ``beta``, which multiplies the scores.
    """

    # fmt: off
    part: Part = fields.choice("matrices", "View", PARTS, rearranges=True)
    given: Given = fields.choice("QKV", "Given", {"QKV": "Q, K, V", "X": "X and weights"}, rearranges=True,
                                 used=MATRICES)
    Q: str = _matrix(GIVEN, "1 0 2 0\n0 1 0 2\n1 1 1 0\n2 0 1 1", "Q, a query on each line")
    K: str = _matrix(GIVEN, "1 0 1 0\n0 2 0 1\n1 1 0 0\n2 0 1 1", "K, a key on each line")
    V: str = _matrix(GIVEN, "4 0\n0 4\n2 2\n-1 3", "V, a value on each line")
    X: str = _matrix(MADE, "1 2\n3 4\n5 6", "X, a token on each line")
    WQ: str = _matrix(MADE, "", "W_Q", "an identity")
    WK: str = _matrix(MADE, "1 2\n0 1", "W_K", "an identity")
    WV: str = _matrix(MADE, "0.5 -0.5\n1 0.5", "W_V", "an identity")
    scale: str = fields.text("1/sqrt(d)", "Scale", help=SCALE, used=MATRICES)
    mask: Mask = fields.choice("causal", "Mask", {"none": "No mask", "causal": "Causal", "own": "My own"},
                               rearranges=True, used=MATRICES)
    M: str = _matrix(OWN, "1 0 0 0\n1 1 0 0\n0 1 1 0\n0 0 1 1",
                     "Mask: 1 and 0, or 0 and -inf")
    one: Literal["look", "hide"] = fields.choice(
        "look", "In the mask 1 says", {"look": "may look", "hide": "hidden"}, used=OWN,
        help="PyTorch: True says “may look” in scaled_dot_product_attention, and “hidden” in MultiheadAttention.")
    nowhere: Literal["zero", "nan"] = fields.choice(
        "zero", "With nothing to look at, weights are", {"zero": "0", "nan": "NaN (0/0)"}, used=OWN,
        help="This matters for a query from which the mask hides every key. "
             "PyTorch: 0 in scaled_dot_product_attention, NaN in softmax and where MultiheadAttention gives weights.")
    tokens: Literal["rows", "columns"] = fields.choice(
        "rows", "Draw each token as a", {"rows": "row", "columns": "column"}, view=True, used=MATRICES,
        help="A row in PyTorch and Keras, a column in Julia’s NNlib. What you write has a token in each row.")
    unit: Unit = fields.choice("bits", "Entropy in", UNITS, view=True, help=WHOSE,
                               used=lambda params: params.part != "scores")
    beta: float = fields.number(1.0, "Factor on the scale", 1 / SHARPEST, SHARPEST, view=True,
                                remedy="A factor of 1 leaves the scale as it is set.")
    query: int = fields.number(4, "Query in focus", 1, 64, view=True, used=MATRICES)
    digits: int = fields.number(4, "Digits shown", 2, 15, view=True, used=MATRICES)
    deviation: float = fields.number(1.0, "Standard deviation σ", 0.01, 100.0, used=DRAWN,
                                     remedy="Without a spread all scores would be equal.")
    mean: float = fields.number(0.0, "Mean μ of a coordinate", -100.0, 100.0, used=DRAWN)
    keys: int = fields.number(32, "Keys", 1, 1_024, used=DRAWN)
    rows: int = fields.number(64, "Queries drawn", 2, 10_000, used=DRAWN)
    seed: int = fields.number(1, "Seed", 0, 2**53, used=DRAWN)
    width: int = fields.number(64, "Width d", min(WIDTHS), max(WIDTHS), view=True, used=DRAWN)
    s: str = _matrix(SCORES, "0.5 0.2", "s, the query", lines=1)
    h: str = _matrix(SCORES, "1 0\n0 1\n1 1", "h, a key on each line")
    W: str = _matrix(SCORES, "", "W (general)", "an identity", lines=2)
    W_a: str = _matrix(SCORES, "", "W_a, on s (additive)", "an identity", lines=2)
    U_a: str = _matrix(SCORES, "", "U_a, on h (additive)", "an identity", lines=2)
    v_a: str = _matrix(SCORES, "", "v_a (additive)", "all ones", lines=1)
    # fmt: on

    def __post_init__(self) -> None:
        fields.check(self)
        if DRAWN(self):
            self._check_draws()

    def _check_draws(self) -> None:
        if self.width not in WIDTHS:
            rule = f"it must be one of {', '.join(map(str, WIDTHS))}"
            raise InputError("width", self.width, rule, "Choose one of them.")
        most = MOST_DRAWS // sum(WIDTHS) // self.keys
        whole(self, "rows", 2, min(10_000, most), f"With {self.keys:,} keys each that is as many as can be drawn.")

    @property
    def draws(self) -> int:
        """Normal numbers that ``root`` draws."""
        return sum(WIDTHS) * self.rows * (self.keys + 1)
