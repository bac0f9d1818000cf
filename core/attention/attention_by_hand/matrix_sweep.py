"""Attention on a reader's matrices at every inverse temperature β: all steps at one, one query over all of them."""

import dataclasses
from dataclasses import dataclass

import numpy as np
import pandas as pd
import regex
from jaxtyping import Bool, Float64, Num

from core.attention.attention_by_hand.attention_steps import (
    LARGEST,
    AttentionSteps,
    Matrix,
    calculate,
    read_matrix,
    read_scale,
)
from core.attention.attention_by_hand.params import SHARPEST, Params
from core.errors import InputError
from core.explorer import array_bytes
from core.models.masks import allowed
from core.models.softmax import entropy, softmax
from core.text import listed

STEPS = 241
_HIDDEN = regex.compile(r"[-−]\s*(inf(inity)?|∞)", regex.IGNORECASE)


@dataclass(frozen=True, eq=False)
class MatrixSweep:
    """Attention on matrices over the ``betas``, inverse temperatures β: softmax(β·scale·Q Kᵀ + M) V.

    ``made`` holds X and the weights that Q, K and V were made of, where they were. ``steps`` are those at
    ``beta``; ``weights``, ``entropy`` (bits) and ``output`` are those of the query number ``query`` (from 0) at
    every β. ``blind`` are the weights of a query that may look nowhere: 0 or NaN.
    """

    queries: Matrix
    keys: Matrix
    values: Matrix
    made: tuple[Matrix, ...]
    scale: float
    allowed: Bool[np.ndarray, "queries keys"]
    masked: bool
    beta: float
    query: int
    steps: AttentionSteps
    betas: Float64[np.ndarray, " betas"]
    weights: Float64[np.ndarray, "betas keys"]
    entropy: Float64[np.ndarray, " betas"]
    output: Float64[np.ndarray, "betas width"]
    on_mask: str = ""
    blind: float = 0.0
    requested: int = 0
    device: str = "cpu"

    @property
    def nbytes(self) -> int:
        """About the memory it holds, in bytes."""
        return array_bytes(self) + array_bytes(self.steps)

    @property
    def remarks(self) -> tuple[str, ...]:
        """What the mask does, and that there is no such query as was asked for."""
        many, last = len(self.queries), self.query + 1
        several = f"There are {many} queries: number {last} is shown."
        beyond = several if many > 1 else f"There is {many} query: number {last} is shown."
        return tuple(filter(None, (self.on_mask, beyond if self.requested > self.query else "")))

    def table(self) -> pd.DataFrame:
        """Every step at the chosen β, a row for each query and key."""
        query, key = np.indices(self.steps.products.shape)
        names = ("products", "scaled", "masked", "exponentials", "weights")
        columns = {name.rstrip("s"): getattr(self.steps, name).ravel() for name in names}
        return pd.DataFrame({"query": query.ravel() + 1, "key": key.ravel() + 1, **columns})

    def outputs(self) -> pd.DataFrame:
        """The output at the chosen β, a row for each query."""
        return _numbered("query", np.arange(1, len(self.queries) + 1), output=self.steps.output)

    def swept(self) -> pd.DataFrame:
        """The query in focus over β: the scale, its weights, entropy and output."""
        columns = _numbered("beta", self.betas, weight=self.weights, output=self.output)
        columns.insert(1, "scale", self.scale * self.betas)
        columns.insert(2, "entropy_bits", self.entropy)
        return columns


def sweep_matrices(params: Params) -> MatrixSweep:
    """All that follows from what a reader has written; the query and β are those of ``looked_at``.

    Raises:
        InputError: a matrix or the scale cannot be read, shapes do not fit, numbers grow too large.
        MissingInput: a matrix has no number.
    """
    queries, keys, values, made = _read(params)
    scale = read_scale(params.scale, keys.shape[1])
    if queries.shape[1] != keys.shape[1] or len(keys) != len(values):
        calculate(queries, keys, values, scale=scale)  # says which shapes do not fit
    size = (len(queries), len(keys))
    visible = _read_mask(params.M, size, params.one) if params.mask == "own" else allowed(params.mask, *size)
    blind = np.nan if params.nowhere == "nan" else 0.0
    steps = calculate(queries, keys, values, scale=scale, allowed=visible)
    sweep = MatrixSweep(
        queries, keys, values, made, scale, visible, params.mask != "none", 1.0, 0, steps,
        np.zeros(0), np.zeros((0, len(keys))), np.zeros(0), np.zeros((0, values.shape[1])),
        on_mask=_mask_remark(visible, params.mask, "undefined (NaN)" if np.isnan(blind) else "0"), blind=blind,
    )  # fmt: skip
    return looked_at(sweep, 0, 1.0)


def looked_at(sweep: MatrixSweep, query: int, beta: float) -> MatrixSweep:
    """The sweep for the query number ``query`` (from 0, or the last) with a step at β = ``beta``."""
    requested, query = query, min(query, len(sweep.queries) - 1)
    betas = betas_through(beta)
    visible = sweep.allowed[query]
    scores = np.where(visible, sweep.steps.products[query] * sweep.scale, -np.inf)
    weights = softmax(scores, betas[:, None]) if visible.any() else np.full((len(betas), len(scores)), sweep.blind)
    scale = sweep.scale * beta
    return dataclasses.replace(
        sweep,
        beta=beta,
        query=query,
        requested=requested,
        steps=calculate(sweep.queries, sweep.keys, sweep.values, scale=scale, allowed=sweep.allowed, blind=sweep.blind),
        betas=betas,
        weights=weights,
        entropy=entropy(weights),
        output=weights @ sweep.values,
    )


def betas_through(beta: float) -> Float64[np.ndarray, " betas"]:
    """Rising evenly in their logarithms up to ``SHARPEST`` from its reciprocal, the nearest moved onto ``beta``."""
    betas = SHARPEST ** np.linspace(-1, 1, STEPS)
    betas[np.abs(np.log(betas / beta)).argmin()] = beta
    return np.asarray(betas)


def _read(params: Params) -> tuple[Matrix, Matrix, Matrix, tuple[Matrix, ...]]:
    if params.given == "QKV":
        return read_matrix("Q", params.Q), read_matrix("K", params.K), read_matrix("V", params.V), ()
    inputs = read_matrix("X", params.X)
    texts = {"WQ": params.WQ, "WK": params.WK, "WV": params.WV}
    weights = [read_matrix(name, text) if text.strip() else np.eye(inputs.shape[1]) for name, text in texts.items()]
    for name, each in zip(texts, weights, strict=True):
        if len(each) != inputs.shape[1]:
            rule = f"X is {_shape(inputs)} and {name} is {_shape(each)}; it must have a row for each column of X"
            raise InputError(name, _shape(each), rule, "Change one of the two.")
    if weights[0].shape[1] != weights[1].shape[1]:
        rule = f"WQ is {_shape(weights[0])} and WK is {_shape(weights[1])}, and queries and keys must be equally long"
        raise InputError("WK", _shape(weights[1]), rule, "Give both the same number of columns.")
    queries, keys, values = (inputs @ each for each in weights)
    if max(np.abs(each).max() for each in (queries, keys, values)) > LARGEST:
        raise InputError("X", "X", "its products with the weights must be from −10¹⁰⁰ to 10¹⁰⁰", "Use smaller numbers.")
    return queries, keys, values, (inputs, *weights)


def _read_mask(text: str, size: tuple[int, int], one: str) -> Bool[np.ndarray, "queries keys"]:
    """1 where a query may look and 0 where not (with ``one`` "hide" the other way round); or, as a mask is added to the
    scores, 0 where it may and −∞ where not.

    Raises:
        InputError: it holds something else, or does not fit the scores.
        MissingInput: it has no number.
    """
    marked = _HIDDEN.sub("-1", text)
    added = marked != text
    mask = read_matrix("M", marked)
    if not np.isin(mask, (0, -1) if added else (0, 1)).all():
        rule = "a mask must hold 1 where a query may look and 0 where not, or 0 and -inf as it is added to the scores"
        raise InputError("M", text, rule, "Write 1 and 0, or 0 and -inf.")
    if mask.shape != size:
        rule = f"the mask must be {size[0]} × {size[1]}, as the scores are"
        raise InputError("M", _shape(mask), rule, "Give it a row for each query and a column for each key.")
    return np.asarray(mask == (0 if added or one == "hide" else 1))


def _mask_remark(visible: Bool[np.ndarray, "queries keys"], mask: str, weight: str) -> str:
    """How much the mask leaves, and the ``weight`` of every key where it leaves none."""
    if mask == "none":
        return ""
    blind = np.flatnonzero(~visible.any(1)) + 1
    said = [f"The mask allows {visible.sum():,} of {visible.size:,} cells."]
    if mask == "causal" and visible.shape[0] < visible.shape[1]:
        said.append("There are fewer queries than keys: they are the last places, as with a KV cache.")
    if len(blind):
        said.append(f"Nothing is left to look at for query {blind[0]}: its weights and output are {weight}."
                    if len(blind) == 1 else
                    f"Nothing is left to look at for queries {listed(blind, 8)}: their weights and output are {weight}."
                    )  # fmt: skip
    return " ".join(said)


def _numbered(first: str, index: Num[np.ndarray, " rows"], **arrays: Matrix) -> pd.DataFrame:
    """A table of ``index`` and the columns of each array, numbered from 1."""
    columns = {f"{name}_{i + 1}": array[:, i] for name, array in arrays.items() for i in range(array.shape[1])}
    return pd.DataFrame({first: index, **columns})


def _shape(matrix: Matrix) -> str:
    return f"{matrix.shape[0]} × {matrix.shape[1]}"
