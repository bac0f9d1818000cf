"""Speculative decoding: a draft q proposes a token, the model p accepts it or draws another, and the result is p's.

Sources: Leviathan, Kalman and Matias (2023); Chen et al. (2023).
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
import torch
from jaxtyping import Float64
from scipy.special import log_softmax

from core.explorer import OfArrays
from core.models.generation import LanguageModel
from core.models.token_filters import draw
from core.tokens.generated_text.params import Params

CONTEXTS = np.array([1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24])
HEATS = np.array([float(f"{value:.3g}") for value in np.geomspace(0.25, 4.0, 33)])
LISTED = 10
Chances = Float64[np.ndarray, "places vocabulary"]


@dataclass(frozen=True, eq=False)
class Speculative(OfArrays):
    """At each of ``values`` of the draft, ``accepted``: Σ min(p, q) at each place of a text that the model wrote, and
    ``simulated``, the share of draws that were accepted on average over the places, with its ``error``.

    After ``before``, the place where drafts are accepted least, p and q of the tokens called ``words`` are ``target``
    and ``draft``; ``outcome`` is the share of draws that ended in each, accepted or drawn anew.
    """

    params: Params
    values: np.ndarray
    before: str
    accepted: Float64[np.ndarray, "steps places"]
    simulated: Float64[np.ndarray, " steps"]
    error: Float64[np.ndarray, " steps"]
    words: tuple[str, ...]
    target: Float64[np.ndarray, " shown"]
    draft: Float64[np.ndarray, "steps shown"]
    outcome: Float64[np.ndarray, "steps shown"]
    remarks: tuple[str, ...] = ()

    @property
    def rate(self) -> Float64[np.ndarray, " steps"]:
        """The acceptance by formula, on average over the places."""
        return np.asarray(self.accepted.mean(axis=1))

    @property
    def tokens_each(self) -> Float64[np.ndarray, " steps"]:
        """Tokens that one pass of the model brings, (1 − αᵞ⁺¹)/(1 − α), where every place is alike."""
        return np.asarray(sum(self.rate**power for power in range(self.params.ahead + 1)))

    def table(self) -> pd.DataFrame:
        """One draft to a row."""
        name = "tokens_seen" if self.params.draft == "context" else "draft_temperature"
        return pd.DataFrame({name: self.values, "acceptance": self.rate, "acceptance_simulated": self.simulated,
                             "monte_carlo_error": self.error, "tokens_per_pass": self.tokens_each})  # fmt: skip


def speculate(
    target: Chances, draft: Chances, draws: int, source: np.random.Generator
) -> tuple[np.ndarray, np.ndarray]:
    """Whether each draw (draws × places) from ``draft`` was accepted, with probability min(1, p/q), and which token
    came out: the accepted one, or one drawn from max(p − q, 0), made to sum to 1.
    """
    shape, places = (draws, len(target)), np.arange(len(target))
    proposed, other = (_drawn(each, shape, source) for each in (draft, np.maximum(target - draft, 0.0)))
    accepted = source.random(shape) * draft[places, proposed] < target[places, proposed]
    return accepted, np.where(accepted, proposed, other)


def _drawn(weights: Chances, shape: tuple[int, int], source: np.random.Generator) -> np.ndarray:
    """Tokens by weights that need not sum to 1, at each place so many."""
    ends, uniform = np.cumsum(weights, axis=1), source.random(shape)
    found = [np.searchsorted(end, each * end[-1], side="right") for end, each in zip(ends, uniform.T, strict=True)]
    return np.asarray(np.minimum(np.stack(found, axis=1), weights.shape[1] - 1))


def speculative(params: Params, model: LanguageModel, ids: Sequence[int], remarks: tuple[str, ...] = ()) -> Speculative:
    """The whole axis of drafts, along a text that the model itself draws after the prompt."""
    source = np.random.default_rng(params.seed)
    reader, written, given = model.open(), list(ids), torch.tensor([list(ids)])
    rows = []
    for _ in range(params.tokens):
        rows.append(reader.read(given)[0, -1].double().cpu().numpy())
        written.append(int(draw(log_softmax(rows[-1]), source)))
        given = torch.tensor([[written[-1]]])
    logits = np.stack(rows)
    target = np.exp(log_softmax(logits, axis=-1))
    values = CONTEXTS if params.draft == "context" else HEATS
    drafts = np.stack([
        np.exp(log_softmax(_windows(model, written, logits, int(value)) if params.draft == "context"
                           else logits / value, axis=-1)) for value in values
    ])  # fmt: skip
    rate = np.where((drafts == target).all(axis=2), 1.0, np.minimum(target, drafts).sum(axis=2))
    place = int(rate.mean(axis=0).argmin())
    listed = np.argsort(-target[place], kind="stable")[:LISTED]
    pairs = [speculate(target, draft, params.draws, source) for draft in drafts]
    error = np.sqrt(np.maximum(rate * (1 - rate), 0.0).sum(axis=1) / params.draws) / rate.shape[1]
    return Speculative(params, values, model.decode(written[: len(ids) + place]), rate,
                       np.array([held.mean() for held, _ in pairs]), error, tuple(map(model.word, listed.tolist())),
                       target[place, listed], drafts[:, place, listed],
                       np.array([(tokens[:, place, None] == listed).mean(axis=0) for _, tokens in pairs]),
                       remarks)  # fmt: skip


def _windows(model: LanguageModel, written: Sequence[int], logits: np.ndarray, size: int) -> np.ndarray:
    """The logits at each new place of a reader that sees only the last ``size`` tokens before it: those of the model
    itself, ``logits``, where these are all.
    """
    start = len(written) - len(logits)
    whole = max(0, size + 1 - start)  # places before which no more than so many tokens stand
    rows = [written[place - size : place] for place in range(start + whole, len(written))]
    if not rows:
        return logits
    return np.concatenate([logits[:whole], model.open().read(torch.tensor(rows))[:, -1].double().cpu().numpy()])
