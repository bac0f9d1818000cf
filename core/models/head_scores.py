"""What a head does, told from where it looks: scores from 0 to 1 that have a definition each.

With A the weights of a head on a text of tokens t₀ … t_{n−1}, i a query and j a key:

- previous token: the mean of A[i, i−1] over i ≥ 1; ``offset_scores`` gives the same for every distance;
- first token: the mean of A[i, 0] over i ≥ 1;
- duplicate token and induction: how much the query looks at the places δ after the earlier occurrences of its own
  token, Σ {A[i, p+δ] : p < i, t_p = t_i, 0 ≤ p+δ < i}, as a mean over the queries that have any such place. δ = 0 is
  the duplicate token score, δ = 1 the induction score; ``occurrence_scores`` gives every δ, so that a head which
  copies by another route is seen for what it does;
- positional: how much of A a rule that knows distances and no tokens explains. The mean over i of (i+1)·A[i, i−d], the
  weight in units of what looking everywhere alike would give, is one number for each distance d; each query spreads
  them over its keys, rescaled to sum 1; the score is the overlap Σ_j min(A[i, j], rule[i, j]) as a mean over i ≥ 1.
  A head that looks at all keys alike scores 1 too.

Texts shorter than two tokens, and texts where nothing comes again, have no such scores: NaN.

Source: Olsson et al. (2022), "In-context Learning and Induction Heads", for previous token and induction (their prefix
matching score); Wang et al. (2023), "Interpretability in the Wild", for duplicate token heads.
"""

from dataclasses import dataclass
from typing import Literal, get_args

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor
from torch.nn import functional as nn

Role = Literal["previous token", "induction", "duplicate token", "first token", "positional"]
ROLES: tuple[Role, ...] = get_args(Role)

Weights = Float[Tensor, "*heads batch time time"]
Tokens = Int[Tensor, "batch time"]


@dataclass(frozen=True)
class Ranked:
    """A head (``layer``, ``head``, from 0) and its ``score`` in a role."""

    layer: int
    head: int
    score: float


def head_scores(
    weights: Float[Tensor, "layers batch heads time time"], tokens: Tokens
) -> dict[Role, Float[Tensor, "layers heads"]]:
    """All scores of all heads. Weights of causal attention, each row of which sums to 1."""
    by_head = weights.transpose(1, 2)
    return {
        "previous token": offset_score(by_head, 1),
        "induction": occurrence_score(by_head, tokens, 1),
        "duplicate token": occurrence_score(by_head, tokens, 0),
        "first token": by_head[..., 1:, 0].mean((-1, -2)),
        "positional": positional_score(by_head),
    }


def scored_queries(tokens: Int[Tensor, " time"]) -> dict[Role, int]:
    """How many queries of one text the score of each role is a mean of."""
    after = {delta: int(after_occurrences(tokens[None], delta).any(-1).sum()) for delta in (0, 1)}
    return dict.fromkeys(ROLES, len(tokens) - 1) | {"induction": after[1], "duplicate token": after[0]}


def best_heads(scores: Float[Tensor, "layers heads"]) -> tuple[Ranked, ...]:
    """All heads by falling score, those without a score last."""
    heads = scores.shape[1]
    order = scores.nan_to_num(-1.0).flatten().argsort(descending=True, stable=True).tolist()
    return tuple(Ranked(place // heads, place % heads, float(scores.flatten()[place])) for place in order)


def offset_score(weights: Weights, distance: int) -> Float[Tensor, "*heads"]:
    """The mean weight of the key ``distance`` places before the query, over all queries that have one."""
    return weights.diagonal(-distance, -2, -1).mean((-1, -2))


def offset_scores(weights: Weights) -> Float[Tensor, "*heads time"]:
    """``offset_score`` for distance 0, 1, …, time − 1."""
    time = weights.shape[-1]
    texts = [_sums_by_distance(text) for text in weights.reshape(-1, time, time)]
    sums = torch.stack(texts).view(*weights.shape[:-1]).mean(-2)
    return sums / torch.arange(time, 0, -1, device=weights.device)


def occurrence_score(weights: Weights, tokens: Tokens, delta: int) -> Float[Tensor, "*heads"]:
    """The mean weight on the places ``delta`` after the earlier occurrences of the query's own token."""
    looked_for = after_occurrences(tokens, delta)
    queries = looked_for.any(-1)
    found = (weights * looked_for).sum(-1)
    return (found * queries).sum((-1, -2)) / queries.sum()


def occurrence_scores(weights: Weights, tokens: Tokens, deltas: range) -> Float[Tensor, "*heads deltas"]:
    """``occurrence_score`` for every δ of ``deltas``."""
    return torch.stack([occurrence_score(weights, tokens, delta) for delta in deltas], dim=-1)


def positional_score(weights: Weights) -> Float[Tensor, "*heads"]:
    """How much of the weights a function of the distance alone explains, once each row of it is rescaled to sum 1."""
    time = weights.shape[-1]
    heads = [_positional_overlap(head) for head in weights.reshape(-1, *weights.shape[-3:])]
    return torch.stack(heads).view(weights.shape[:-3]) / (time - 1 or torch.nan)


def _positional_overlap(head: Float[Tensor, "batch time time"]) -> Float[Tensor, ""]:
    """The sum over the queries after the first, as a mean over texts: one head at a time stays in the fast memory."""
    time = head.shape[-1]
    reach = torch.arange(1, time + 1, device=head.device)[:, None]
    by_distance = torch.stack([_sums_by_distance(text * reach) for text in head]).mean(0) / reach.flip(0)[:, 0]
    # Row i of the rule holds by_distance[i − j] at j ≤ i: a window on the numbers in falling order, moved by one a row.
    falling = nn.pad(by_distance.flip(0), (0, time - 1))
    rule = falling.unfold(0, time, 1).flip(0) / by_distance.cumsum(0).clamp(min=1e-30)[:, None]
    return torch.minimum(head, rule)[:, 1:].sum() / len(head)


def _sums_by_distance(text: Float[Tensor, "time time"]) -> Float[Tensor, " time"]:
    """[d]: the sum of the weights d places back."""
    time = len(text)
    # Read in rows one shorter than they are written, the mirrored matrix has all places of a distance in one column.
    slanted = nn.pad(text.flip(-1), (0, time)).flatten()[: time * (2 * time - 1)]
    return slanted.view(time, 2 * time - 1).sum(0)[time - 1 :]


def after_occurrences(tokens: Tokens, delta: int) -> Bool[Tensor, "batch time time"]:
    """[b, i, j]: whether j < i and token j − ``delta`` is an earlier one and the same as token i."""
    time = tokens.shape[1]
    same = (tokens[:, :, None] == tokens[:, None, :]).tril(-1)
    moved = torch.zeros_like(same)
    if abs(delta) < time:
        source = slice(max(0, -delta), time - max(0, delta))
        moved[:, :, max(0, delta) : time + min(0, delta)] = same[:, :, source]
    return moved.tril(-1)
