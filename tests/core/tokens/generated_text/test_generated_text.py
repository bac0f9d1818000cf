"""The parts of /generated-text: the trap, teacher forcing, and acceptance, each by another way."""

import random
import re
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import torch
from scipy import stats

from core.errors import InputError, MissingInput
from core.models.generation import OURS, load
from core.models.text_model import stories
from core.models.transformer import forward
from core.tokens.generated_text import Params, compute
from core.tokens.generated_text.speculative import CONTEXTS, speculate
from core.tokens.generated_text.trap import SAMPLE, TEMPERATURES, repeated, strange
from training.stories import story, text


@cache
def result(**settings):
    return compute(Params(**settings), device="cpu")


def test_what_comes_out_of_speculation_is_distributed_as_the_model() -> None:
    source = np.random.default_rng(5)
    target, draft = source.dirichlet(np.ones(6), 2)
    accepted, tokens = speculate(target[None], draft[None], 60_000, source)
    assert stats.chisquare(np.bincount(tokens[:, 0], minlength=6), 60_000 * target).pvalue > 1e-3
    share = np.minimum(target, draft).sum()
    assert accepted.mean() == pytest.approx(share, abs=4 * np.sqrt(share * (1 - share) / 60_000))
    assert share == pytest.approx(1 - np.abs(target - draft).sum() / 2)


@pytest.mark.parametrize("draft", ["context", "temperature"])
def test_accepted_draws_meet_the_formula(draft: str) -> None:
    its = result(part="speculative", draft=draft, draws=1_000)
    spread = its.error > 1e-4
    assert np.abs((its.simulated - its.rate)[spread] / its.error[spread]).max() < 4.5
    np.testing.assert_allclose(its.outcome, np.tile(its.target, (len(its.values), 1)), atol=0.075)


def test_a_draft_that_is_the_model_is_always_accepted_and_one_pass_brings_all_its_tokens() -> None:
    its = result(part="speculative", draft="temperature", ahead=4)
    at = int(np.flatnonzero(its.values == 1.0)[0])
    assert its.rate[at] == pytest.approx(1)
    assert its.tokens_each[at] == pytest.approx(5)
    assert its.tokens_each[0] == pytest.approx((1 - its.rate[0] ** 5) / (1 - its.rate[0]))


def test_a_draft_with_a_short_context_is_the_model_on_that_context_alone() -> None:
    its = result(part="speculative", tokens=4)
    ids = stories().tokenizer.encode(its.before).ids[-2:]
    with torch.inference_mode():
        short = forward(stories().transformer, torch.tensor([list(ids)]))[0, -1].double().softmax(-1).numpy()
    numbers = [load(OURS, torch.device("cpu")).word(each) for each in range(len(short))]
    at = int(np.flatnonzero(CONTEXTS == 2)[0])
    np.testing.assert_allclose(its.draft[at], [short[numbers.index(word)] for word in its.words], atol=1e-5)


def test_repetition_counts_runs_of_four_tokens_that_stood_before() -> None:
    assert repeated([1, 2, 3, 4, 5, 6, 7, 8], 0) == 0
    assert repeated([1, 2, 3, 4] * 3, 4) == pytest.approx(5 / 8)
    assert repeated([1] * 8, 4) == 1
    assert repeated([1, 2, 3], 0) == 0


def test_the_sample_holds_every_word_of_the_stories_that_the_model_is_trained_on() -> None:
    shipped, draw = SAMPLE.read_text(encoding="utf-8"), random.Random(7)
    assert shipped == "".join(f"{story(draw)}\n" for _ in range(428))
    assert set(re.findall(r"[A-Za-z]+", text(random.Random(1), 300_000))) <= set(re.findall(r"[A-Za-z]+", shipped))
    assert strange("Mary had a dog.") == 0
    assert strange("Mary brillig dog toves.") == 0.5
    assert strange("ry brillig. Mary had a do", "Ma") == 0.2  # “Mary” begins before; “do” may be cut


def test_likely_samples_repeat_and_unlikely_ones_hold_no_words() -> None:
    its = result(part="trap", text="The dog", samples=8, tokens=64)
    assert (np.diff(its.bits[[0, 8, 12, 14]]) > 0.2).all()
    assert its.repeated[0] > 0.3 > 0.05 > its.repeated[8:].max()
    assert its.strange[:8].max() < 0.02
    assert its.strange[-1] > 0.5
    assert abs(its.bits[TEMPERATURES == 1.0][0] - its.true_bits) < 0.4


def test_a_wrong_token_changes_no_loss_before_it_and_the_losses_are_those_of_whole_passes() -> None:
    its, model = result(part="forcing"), stories()
    ids = list(model.tokenizer.encode(Params().story).ids)
    with torch.inference_mode():
        scores = forward(model.transformer, torch.tensor([ids]))[0].double()
        expected = torch.nn.functional.cross_entropy(scores[:-1], torch.tensor(ids[1:]), reduction="none") / np.log(2)
    np.testing.assert_allclose(its.loss, expected.numpy(), atol=1e-3)
    rows, places = its.after.shape
    assert (np.isnan(its.after) == (np.arange(places) <= np.arange(rows)[:, None])).all()
    row = 6
    other = next(i for i in range(828) if load(OURS, torch.device("cpu")).word(i) == its.wrong[row])
    changed = [*ids[: row + 1], other, *ids[row + 2 :]]
    with torch.inference_mode():
        scores = forward(model.transformer, torch.tensor([changed]))[0].double().log_softmax(-1)
    expected = [-float(scores[t, ids[t + 1]]) / np.log(2) for t in range(row + 1, places)]
    np.testing.assert_allclose(its.after[row, row + 1 :], expected, atol=1e-3)


def test_a_drawn_text_stays_the_true_one_with_the_product_of_its_probabilities() -> None:
    its = result(part="forcing", draws=4_000)
    np.testing.assert_allclose(its.together[0], np.exp2(-np.cumsum(its.loss)))
    gap = np.abs(its.simulated - its.together)
    assert (gap[np.isfinite(gap)] <= 5 * its.error[np.isfinite(gap)] + 1e-3).all()


def test_the_likeliest_other_token_is_never_the_true_one_and_a_drawn_one_neither() -> None:
    for wrong in ("likeliest", "drawn"):
        its = result(part="forcing", wrong=wrong)
        assert all(one != true for one, true in zip(its.wrong, its.words[1:], strict=False))


def test_an_error_that_true_tokens_follow_is_soon_forgotten_and_a_text_that_runs_free_stays_another() -> None:
    """After “were” for “went” the second half of the story costs what it did; left alone the model leaves it."""
    its = result(part="forcing")
    half = len(its.loss) // 2
    assert np.abs((its.after - its.loss)[2, half:]).max() < 0.2
    assert np.nanmean(its.free[2, half:]) > 5 + its.loss[half:].mean()


@pytest.mark.parametrize("part", ["speculative", "trap", "forcing"])
def test_a_text_beyond_what_is_read_is_cut_at_its_beginning_and_the_page_says_so(part: str) -> None:
    long = {"forcing": "story"}.get(part, "text")
    its = compute(Params(part=part, tokens=4, samples=1, **{long: "Mary had a dog. " * 40}), device="cpu")
    assert its.remarks == ("Only the last 64 tokens of the text are read.",)


def test_an_empty_text_is_missing_and_a_short_true_text_is_refused() -> None:
    for empty in ({"part": "trap", "text": ""}, {"story": ""}):
        with pytest.raises(MissingInput):
            compute(Params(**empty))
    with pytest.raises(InputError, match="at least three tokens"):
        compute(Params(part="forcing", story="Mary"))


def test_true_stories_stand_beside_the_small_model_where_it_takes_the_place_of_another(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("GLASSBOX_MODELS", gone := str(tmp_path / "gone"))
    instead, ours = (compute(Params(part="trap", model=model, samples=2, tokens=8)) for model in (gone, OURS))
    assert instead.remarks
    assert instead.true_bits == ours.true_bits
    assert np.array_equal(instead.strange, ours.strange)
