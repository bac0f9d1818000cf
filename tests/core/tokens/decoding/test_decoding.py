"""The next token on /decoding: entropy against draws, the softmax of the model's logits, and what is refused."""

from functools import cache

import numpy as np
import pytest
import torch
from scipy import stats

from core import fields
from core.errors import InputError, MissingInput
from core.models.text_model import stories
from core.models.transformer import forward
from core.number_text import between_remarks
from core.tokens.decoding import Params, compute


@cache
def result(**settings):
    return compute(Params(**settings), device="cpu")


def logits_of(written: str) -> np.ndarray:
    with torch.inference_mode():
        ids = stories().tokenizer.encode(written).ids
        return forward(stories().transformer, torch.tensor([ids]))[0, -1].double().numpy()


@pytest.mark.parametrize("axis", ["temperature", "top_k", "top_p", "min_p"])
def test_the_mean_surprise_of_draws_meets_the_entropy(axis: str) -> None:
    its = result(axis=axis, temperature=1.5, draws=2_000)
    spread = its.error > 1e-12  # of draws of one token it is 0, but for rounding
    z = (its.surprise - its.entropy)[spread] / its.error[spread]
    assert np.abs(z).max() < 4.5
    assert abs(z.mean()) < 0.6


def test_without_a_cut_the_distribution_is_the_softmax_of_the_models_logits() -> None:
    its, scores = result(), logits_of("Once Rose")
    chances = np.exp(scores - scores.max()) / np.exp(scores - scores.max()).sum()
    at = int(np.flatnonzero(its.values == 1.0)[0])
    np.testing.assert_allclose(its.chance[at], np.sort(chances)[::-1][:12], atol=1e-6)
    assert its.entropy[at] == pytest.approx(stats.entropy(chances, base=2), abs=1e-4)
    assert its.kept[at] == its.vocabulary == len(chances)


def test_mass_kept_is_that_of_the_stage_at_which_is_cut() -> None:
    """Scores 3, 2, 1: at T = 1/2 the first holds 0.867 before the cut; undivided the first two hold 0.910."""
    settings = {"source": "logits", "axis": "top_p", "temperature": 0.5, "top_p": 0.8}
    first, last = result(**settings), result(**settings, last=True)
    at = int(np.flatnonzero(first.values == 0.8)[0])
    assert (first.kept[at], last.kept[at]) == (1, 2)
    assert first.mass[at] == pytest.approx(0.8668, abs=1e-4)
    assert last.mass[at] == pytest.approx(0.9100, abs=1e-4)


def test_the_token_that_crosses_top_p_is_kept_or_dropped_over_the_whole_axis() -> None:
    """Scores 3, 2, 1 hold 0.665, 0.245 and 0.090, together 0.665, 0.910 and 1."""
    settings = {"source": "logits", "axis": "top_p"}
    kept, dropped = result(**settings), result(**settings, crossing=False)
    held = np.cumsum(np.exp([3.0, 2.0, 1.0]) / np.exp([3.0, 2.0, 1.0]).sum())
    below = kept.values < 1
    assert kept.kept[below].tolist() == [1 + int((held < p).sum()) for p in kept.values[below]]
    assert dropped.kept[below].tolist() == [max(1, int((held <= p).sum())) for p in kept.values[below]]
    assert kept.kept[-1] == dropped.kept[-1] == 3
    assert (kept.mass >= kept.values - 1e-12).all()
    assert (dropped.mass[dropped.kept > 1] <= dropped.values[dropped.kept > 1] + 1e-12).all()


@pytest.mark.parametrize("part", ["next", "search"])
def test_a_text_beyond_what_is_read_is_cut_at_its_beginning_and_the_page_says_so(part: str) -> None:
    its = compute(Params(part=part, tokens=4, text="Mary had a dog. " * 40), device="cpu")
    assert its.remarks[0] == "Only the last 64 tokens of the text are read."


def test_of_a_prompt_that_the_small_model_cannot_know_the_page_says_so() -> None:
    known, strange = compute(Params(), device="cpu"), compute(Params(text="The capital of France is"), device="cpu")
    assert known.remarks == ()
    assert "nothing like this prompt" in strange.remarks[0]
    assert strange.whole > 0.99 * np.log2(strange.vocabulary)
    searched = [compute(Params(part="search", way=way, tokens=4, text=text), device="cpu").remarks
                for way in ("beam", "samples") for text in ("Once Rose", "The capital of France is")]  # fmt: skip
    assert searched == [(), strange.remarks, (), strange.remarks]


def test_the_axis_of_top_k_ends_where_0_keeps_every_token() -> None:
    its = result(axis="top_k")
    assert its.values.tolist() == [*range(1, 41), 0]
    assert its.kept.tolist() == [*range(1, 41), its.vocabulary]
    assert its.mass[-1] == pytest.approx(1.0)
    assert its.entropy[-1] == pytest.approx(its.whole)


@pytest.mark.parametrize(("written", "told"), [
    ("3,5 2", "“3,5” is two numbers, “3” and “5”."), ("1 -0.5,-2", "“-0.5,-2” is two numbers, “-0.5” and “-2”."),
    ("3, 2, 1", ""), ("3.5 2", ""),
])  # fmt: skip
def test_a_comma_between_digits_ends_a_score_and_the_page_says_so(written: str, told: str) -> None:
    remarks = between_remarks(Params(source="logits", logits=written))
    assert len(remarks) == bool(told)
    assert told in " ".join(remarks)


def test_an_empty_text_is_missing_and_scores_that_are_no_numbers_are_refused() -> None:
    with pytest.raises(MissingInput):
        compute(Params(text=""))
    for bad in ("3", "1 x", "1 200", " ".join(["1"] * 51)):
        with pytest.raises(InputError):
            Params(source="logits", logits=bad)


def test_a_seed_is_asked_for_only_where_something_is_drawn() -> None:
    """Beam search draws nothing."""
    drawn = [Params(), Params(source="logits"), Params(part="search", way="samples")]
    assert all(fields.is_used(each, "seed") for each in drawn)
    assert not fields.is_used(Params(part="search"), "seed")
