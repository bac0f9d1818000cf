"""What a head does: patterns made by hand get the scores of their definitions."""

import math

import pytest
import torch
from torch import Tensor

from core.models.head_scores import (
    best_heads,
    head_scores,
    occurrence_score,
    occurrence_scores,
    offset_score,
    offset_scores,
    positional_score,
)

TIME = 12
BLOCK = torch.randperm(30, generator=torch.Generator().manual_seed(0))[: TIME // 2]
TOKENS = BLOCK.repeat(2)[None]


def looking_at(places: list[int]) -> Tensor:
    """One head, one text: query i looks at key places[i] alone."""
    return torch.eye(len(places))[torch.tensor(places)][None, None]


def looking_back(distance: int) -> Tensor:
    return looking_at([max(0, place - distance) for place in range(TIME)])


def random_causal(heads: int, time: int = TIME, seed: int = 0) -> Tensor:
    scores = torch.randn(heads, 1, time, time, generator=torch.Generator().manual_seed(seed))
    return scores.masked_fill(~torch.ones(time, time).tril().bool(), -torch.inf).softmax(-1)


def test_head_that_looks_one_back_is_a_previous_token_head_and_no_other() -> None:
    assert offset_score(looking_back(1), 1).tolist() == [1.0]
    assert offset_scores(looking_back(2))[0].tolist() == [pytest.approx(x) for x in [1 / 12, 1 / 11, *[1] + [0] * 9]]


def test_second_copy_looks_five_back_for_induction_and_six_for_the_duplicate() -> None:
    """In a block of six that comes twice, the place after the earlier occurrence is 6 − 1 back."""
    for distance, scores in ((5, [0.0, 1.0, 0.0]), (6, [1.0, 0.0, 0.0]), (4, [0.0, 0.0, 1.0])):
        assert occurrence_scores(looking_back(distance), TOKENS, range(3))[0].tolist() == scores


def test_occurrence_score_is_the_sum_of_its_definition() -> None:
    tokens = torch.tensor([[3, 1, 3, 3, 1, 2, 3], [1, 1, 1, 2, 2, 5, 1]])
    weights = torch.cat([random_causal(2, 7, 1), random_causal(2, 7, 2)], dim=1)
    for delta in (-2, -1, 0, 1, 2, 9):
        found = []
        for text in range(2):
            for i in range(7):
                places = [p + delta for p in range(i) if tokens[text, p] == tokens[text, i] and 0 <= p + delta < i]
                if places:
                    found.append(weights[:, text, i, places].sum(-1))
        expected = torch.stack(found).mean(0) if found else torch.full((2,), math.nan)
        assert torch.allclose(occurrence_score(weights, tokens, delta), expected, equal_nan=True)


def test_pattern_of_distances_alone_is_positional_and_one_of_tokens_is_not() -> None:
    uniform = torch.ones(TIME, TIME).tril()
    assert float(positional_score((uniform / uniform.sum(-1, keepdim=True))[None, None])) == pytest.approx(1)
    assert float(positional_score(looking_back(1))) > 0.95
    scattered = looking_at([0, 0, 1, 0, 3, 1, 5, 2, 4, 8, 0, 6])
    assert float(positional_score(scattered)) < 0.5


def test_all_roles_of_all_heads_lie_between_zero_and_one_and_the_best_come_first() -> None:
    weights = torch.stack([random_causal(3, seed=1), torch.cat([looking_back(1), looking_back(5), looking_back(TIME)])])
    scores = head_scores(weights.transpose(1, 2), TOKENS)
    assert all(
        each.shape == (2, 3) and float(each.min()) >= 0 and float(each.max()) <= 1.0001 for each in scores.values()
    )
    for role, head in (("previous token", 0), ("induction", 1), ("first token", 2)):
        best = best_heads(scores[role])
        assert (best[0].layer, best[0].head, best[0].score) == (1, head, pytest.approx(1))
        assert [each.score for each in best] == sorted((each.score for each in best), reverse=True)


def test_text_without_repetition_has_no_induction_score() -> None:
    weights = random_causal(2)[None].transpose(1, 2)
    scores = head_scores(weights, torch.arange(TIME)[None])
    assert torch.isnan(scores["induction"]).all()
    assert torch.isnan(scores["duplicate token"]).all()
    assert not torch.isnan(scores["previous token"]).any()
    assert len(best_heads(scores["induction"])) == 2
    alone = head_scores(torch.ones(1, 1, 1, 1, 1), torch.tensor([[7]]))
    assert all(torch.isnan(each).all() for each in alone.values())
