"""Four ways to score keys against one query, side by side, over the inverse temperature β of the softmax.

Source: Bahdanau, Cho and Bengio (2015), "Neural Machine Translation by Jointly Learning to Align and Translate", for
the additive score; Luong, Pham and Manning (2015), "Effective Approaches to Attention-based Neural Machine
Translation", for dot and general; Vaswani et al. (2017), "Attention Is All You Need", for the scaled dot product.
"""

import dataclasses
from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64

from core.attention.attention_by_hand.attention_steps import Matrix, read_matrix
from core.attention.attention_by_hand.matrix_sweep import betas_through
from core.attention.attention_by_hand.params import Params
from core.errors import InputError
from core.explorer import OfArrays
from core.models.softmax import softmax
from core.swept_rows import nearest


@dataclass(frozen=True, eq=False)
class ScoreSweep(OfArrays):
    """``scores`` of each of ``kinds`` for each key, and the ``weights`` and ``context`` at each β: softmax(β·scores).

    "additive" is v_aᵀ tanh(W_a s + U_a h), "dot" sᵀh, "general" sᵀW h, "scaled dot" sᵀh/√d. ``inside`` is
    W_a s + U_a h, a row for each key, ``read`` v_a, ``mapped`` sᵀW. The context is Σ weight·key.
    """

    query: Float64[np.ndarray, " query_width"]
    keys: Matrix
    kinds: tuple[str, ...]
    inside: Matrix
    read: Float64[np.ndarray, " hidden"]
    mapped: Float64[np.ndarray, " width"]
    scores: Float64[np.ndarray, "kinds keys"]
    beta: float
    betas: Float64[np.ndarray, " betas"]
    weights: Float64[np.ndarray, "betas kinds keys"]
    context: Float64[np.ndarray, "betas kinds width"]
    remarks: tuple[str, ...] = ()

    @property
    def step(self) -> int:
        """Where on the axis the chosen β stands."""
        return nearest(self.betas, self.beta)

    def table(self) -> pd.DataFrame:
        """Scores and weights at the chosen β, a row for each way to score and key."""
        kind, key = np.indices(self.scores.shape)
        return pd.DataFrame(
            {
                "score": np.array(self.kinds)[kind.ravel()],
                "key": key.ravel() + 1,
                "value": self.scores.ravel(),
                "weight": self.weights[self.step].ravel(),
            }
        )


def sweep_scores(params: Params) -> ScoreSweep:
    """All four scores; those that compare s and h coordinate by coordinate are left out where these differ in length.
    Matrices that are left out are identities, v_a all ones.

    Raises:
        InputError: something cannot be read, or does not fit.
        MissingInput: there is no query or no key.
    """
    query, keys = _vector("s", params.s), read_matrix("h", params.h)
    width, depth = keys.shape[1], len(query)
    texts = {"W": params.W, "W_a": params.W_a, "U_a": params.U_a}
    matrices = {name: read_matrix(name, text) for name, text in texts.items() if text.strip()}
    read = _vector("v_a", params.v_a) if params.v_a.strip() else None
    # The width of the additive score's hidden layer is that of what is written of it, and else that of the query.
    hidden = next((len(each) for each in (matrices.get("W_a"), matrices.get("U_a"), read) if each is not None), depth)
    shapes = {"W": (depth, width), "W_a": (hidden, depth), "U_a": (hidden, width)}
    general, of_query, of_key = (_fitting(name, matrices.get(name), shape) for name, shape in shapes.items())
    if read is not None and len(read) != hidden:
        rule = f"v_a must have {hidden} numbers, as the hidden layer has, not {len(read)}"
        raise InputError("v_a", params.v_a, rule, "Give it a number for each row of W_a.")
    read = np.ones(hidden) if read is None else read
    inside, mapped = of_query @ query + keys @ of_key.T, query @ general
    found = {"additive": np.tanh(inside) @ read, "general": keys @ mapped}
    if depth == width:
        found |= {"dot": keys @ query, "scaled dot": keys @ query * width**-0.5}
    remarks = () if depth == width else (f"s has {depth} numbers and h has {width}: dot products are left out.",)
    kinds = tuple(sorted(found))
    scores = np.array([found[kind] for kind in kinds])
    sweep = ScoreSweep(
        query, keys, kinds, inside, read, mapped, scores, 1.0,
        np.zeros(0), np.zeros((0, *scores.shape)), np.zeros((0, len(scores), width)), remarks,
    )  # fmt: skip
    return sharpened(sweep, 1.0)


def sharpened(sweep: ScoreSweep, beta: float) -> ScoreSweep:
    """The sweep with a step at β = ``beta``."""
    betas = betas_through(beta)
    weights = softmax(sweep.scores, betas[:, None, None])
    return dataclasses.replace(sweep, beta=beta, betas=betas, weights=weights, context=weights @ sweep.keys)


def _vector(field: str, text: str) -> Float64[np.ndarray, " numbers"]:
    """Numbers in a row or below each other.

    Raises:
        InputError: they are a matrix.
    """
    read = read_matrix(field, text)
    if 1 not in read.shape:
        rule = f"it must be one row of numbers, not {read.shape[0]} × {read.shape[1]}"
        raise InputError(field, text, rule, "Write one vector.")
    return read.ravel()


def _fitting(name: str, matrix: Matrix | None, shape: tuple[int, int]) -> Matrix:
    """The matrix, or an identity where it is left out.

    Raises:
        InputError: it is not of ``shape``.
    """
    found = np.eye(shape[1]) if matrix is None else matrix
    if found.shape != shape:
        left_out = "; left out it is an identity" if matrix is None else ""
        rule = f"it must be {shape[0]} × {shape[1]}{left_out}"
        raise InputError(name, f"{found.shape[0]} × {found.shape[1]}", rule, "Write one that fits s, h and the others.")
    return found
