"""Temperature, top-k, top-p and min-p: against transformers' own processors, a slow reference, and what must hold."""

from dataclasses import replace

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from scipy.special import softmax

from core.models.softmax import entropy
from core.models.token_filters import Filters, draw, filtered

transformers = pytest.importorskip("transformers")

LOGITS = arrays.arrays(np.float64, st.integers(2, 12), elements=st.floats(-8, 8, width=32), unique=True)
FILTERS = st.builds(Filters, st.floats(0.1, 4.0), st.integers(0, 14), st.floats(0.05, 1.0), st.floats(0.0, 0.9),
                    st.booleans(), st.booleans(), st.booleans(), st.booleans())  # fmt: skip


def by_transformers(logits: np.ndarray, filters: Filters) -> np.ndarray:
    heat = [transformers.TemperatureLogitsWarper(filters.temperature)]
    cuts = [transformers.TopPLogitsWarper(filters.top_p)] if filters.top_p < 1 else []
    cuts = ([transformers.TopKLogitsWarper(filters.top_k)] if filters.top_k else []) + cuts
    least = [transformers.MinPLogitsWarper(filters.min_p)] if filters.min_p else []
    cuts = least + cuts if filters.min_first else cuts + least
    scores = torch.from_numpy(logits)
    for each in (*cuts, *heat) if filters.last else (*heat, *cuts):
        scores = each(torch.zeros((len(logits), 1), dtype=torch.long), scores)
    return scores.softmax(-1).numpy()


@pytest.mark.parametrize("min_first", [False, True])
@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize(
    ("k", "p", "minimum"), [(0, 1.0, 0.0), (7, 1.0, 0.0), (0, 0.7, 0.0), (0, 1.0, 0.08), (20, 0.9, 0.05)]
)
def test_what_is_drawn_from_is_what_the_processors_of_transformers_leave(
    k, p, minimum, last: bool, min_first: bool
) -> None:
    logits = np.random.default_rng(1).normal(0, 3, (40, 60))
    for heat in (0.4, 1.0, 1.7):
        filters = Filters(heat, k, p, minimum, last, min_first=min_first)
        np.testing.assert_allclose(np.exp(filtered(logits, filters)), by_transformers(logits, filters), atol=1e-12)


def slowly(logits: list[float], filters: Filters) -> list[float]:
    """One token after the other, from the definitions."""

    def chances(scores: dict[int, float], heat: float) -> dict[int, float]:
        top = max(scores.values())
        powers = {each: np.exp((score - top) / heat) for each, score in scores.items()}
        return {each: power / sum(powers.values()) for each, power in powers.items()}

    def likely(scores: dict[int, float]) -> dict[int, float]:
        shares = chances(scores, heat)
        least = filters.min_p * max(shares.values())
        return {each: score for each, score in scores.items() if shares[each] >= least}

    kept, heat = dict(enumerate(logits)), 1.0 if filters.last else filters.temperature
    if filters.min_first:
        kept = likely(kept)
    if filters.top_k:
        ordered = sorted(kept.items(), key=lambda pair: -pair[1])
        least = ordered[: filters.top_k][-1][1]
        tied = [pair for pair in ordered[filters.top_k :] if pair[1] == least and not filters.exact]
        kept = dict(ordered[: filters.top_k] + tied)
    if filters.top_p < 1:
        held, nucleus = 0.0, {}
        for each, chance in sorted(chances(kept, heat).items(), key=lambda pair: -pair[1]):
            crosses = held + chance > filters.top_p
            if held >= filters.top_p or (crosses and nucleus and not filters.crossing):
                break
            nucleus[each], held = kept[each], held + chance
        kept = nucleus
    final = chances(kept if filters.min_first else likely(kept), filters.temperature)
    return [final.get(each, 0.0) for each in range(len(logits))]


@pytest.mark.parametrize("seed", range(40))
def test_filters_are_those_of_their_definitions(seed: int) -> None:
    source = np.random.default_rng(seed)
    logits = source.normal(0, 2, 9)
    filters = Filters(float(source.uniform(0.3, 3)), int(source.integers(0, 9)), float(source.uniform(0.2, 1)),
                      float(source.uniform(0, 0.3)), bool(seed % 2), bool(seed % 4 < 2), bool(seed % 8 < 4),
                      seed < 20)  # fmt: skip
    if seed % 3:  # rounded scores tie
        logits, filters = logits.round(), replace(filters, top_p=1.0)
    np.testing.assert_allclose(np.exp(filtered(logits, filters)), slowly(logits.tolist(), filters), atol=1e-12)


@given(LOGITS, FILTERS)
def test_what_is_kept_sums_to_one_and_keeps_the_likeliest_and_the_order(logits: np.ndarray, filters: Filters) -> None:
    chances = np.exp(filtered(logits, filters))
    assert chances.sum() == pytest.approx(1)
    assert chances[logits.argmax()] == chances.max()
    assert (np.diff(chances[np.argsort(logits)]) >= -1e-15).all()
    if 0 < filters.top_k < len(logits):
        assert (chances > 0).sum() <= filters.top_k


@given(LOGITS, st.floats(0.05, 3.0), st.floats(1.05, 3.0))
def test_the_entropy_rises_with_the_temperature(logits: np.ndarray, heat: float, times: float) -> None:
    low, high = (entropy(np.exp(filtered(logits, Filters(each)))) for each in (heat, heat * times))
    assert high >= low - 1e-9


@given(LOGITS, st.integers(1, 5))
def test_top_k_keeps_the_same_tokens_at_every_temperature_and_in_both_orders(logits: np.ndarray, k: int) -> None:
    kept = {tuple(np.isfinite(filtered(logits, Filters(heat, k, last=last)))) for heat in (0.5, 1.0, 2.0)
            for last in (False, True)}  # fmt: skip
    assert len(kept) == 1


def test_at_a_tie_top_k_keeps_all_that_tie_as_transformers_or_exactly_k_as_llama_cpp() -> None:
    """Transformers masks what is below the k-th largest; llama.cpp sorts and cuts the array after k tokens."""
    logits = np.array([[2.0, 1.0, 2.0, 3.0, 2.0]])
    every, exact = (filtered(logits, Filters(top_k=2, exact=each)) for each in (False, True))
    np.testing.assert_allclose(np.exp(every), by_transformers(logits, Filters(top_k=2)), atol=1e-12)
    assert np.isfinite(every).tolist() == [[True, False, True, True, True]]
    assert np.isfinite(exact).tolist() == [[True, False, False, True, False]]


@given(LOGITS, FILTERS)
def test_min_p_before_top_p_never_keeps_more_than_behind_it(logits: np.ndarray, filters: Filters) -> None:
    first, last = (np.isfinite(filtered(logits, replace(filters, min_first=each))) for each in (True, False))
    assert first.sum() <= last.sum()


def test_scores_3_2_1_at_half_the_temperature_keep_one_token_or_two_by_the_order() -> None:
    """softmax(6, 4, 2) begins with 0.867, softmax(3, 2, 1) with 0.665: the nucleus of 0.8 holds one, or two."""
    logits = np.array([3.0, 2.0, 1.0])
    first, last = (np.exp(filtered(logits, Filters(0.5, top_p=0.8, last=each))) for each in (False, True))
    np.testing.assert_allclose(first, [1, 0, 0])
    np.testing.assert_allclose(last, [*softmax([6.0, 4.0]), 0])


def test_top_p_without_the_crossing_token_is_the_mask_of_inclusive_sums() -> None:
    """Kept is what has cumsum ≤ p, and the likeliest: esm/utils/sampling.py of EvolutionaryScale’s ESM does so."""
    logits = np.random.default_rng(4).normal(0, 3, (40, 60))
    for top_p in (0.3, 0.7, 0.95):
        chances = softmax(logits, axis=1)
        order = np.argsort(-chances, axis=1)
        mask = np.cumsum(np.take_along_axis(chances, order, 1), axis=1) <= top_p
        mask[:, 0] = True
        kept = np.zeros_like(mask)
        np.put_along_axis(kept, order, mask, 1)
        assert (np.isfinite(filtered(logits, Filters(top_p=top_p, crossing=False))) == kept).all()


@given(LOGITS, st.floats(0.05, 0.95))
def test_the_crossing_token_is_one_more_and_brings_the_kept_ones_to_p(logits: np.ndarray, top_p: float) -> None:
    chances = softmax(logits)
    kept, dropped = (np.isfinite(filtered(logits, Filters(top_p=top_p, crossing=each))) for each in (True, False))
    assert chances[kept].sum() >= top_p - 1e-9
    assert dropped.sum() == 1 or chances[dropped].sum() <= top_p + 1e-9
    assert kept[dropped].all()
    assert kept.sum() - dropped.sum() in (0, 1)


def test_temperature_zero_takes_the_likeliest_and_draws_follow_their_probabilities() -> None:
    logits = np.log([0.5, 0.3, 0.2])
    assert np.exp(filtered(logits, Filters(0.0))).tolist() == [1, 0, 0]
    drawn = draw(np.tile(logits, (40_000, 1)), np.random.default_rng(3))
    np.testing.assert_allclose(np.bincount(drawn) / 40_000, [0.5, 0.3, 0.2], atol=0.01)


@pytest.mark.parametrize("crossing", [True, False])
@pytest.mark.parametrize("tokens", [5, 8, 10, 20, 25])
def test_of_tokens_alike_top_p_keeps_as_many_as_hold_p_together(tokens: int, crossing: bool) -> None:
    """Two of five tokens alike hold 0.4, whatever the rounding of their sum."""
    for many in range(1, tokens):
        kept = filtered(np.ones(tokens), Filters(top_p=many / tokens, crossing=crossing))
        assert np.isfinite(kept).sum() == many


@pytest.mark.parametrize(
    ("gap", "bits"), [(1.0, 0.8399415379832), (40.0, 2.51292264258e-16), (200.0, 4.013046719015e-85)]
)
def test_what_one_token_leaves_to_another_counts_in_the_entropy_however_little_it_is(gap: float, bits: float) -> None:
    """Of two tokens whose scores are so far apart, by mpmath with 120 digits."""
    assert entropy(np.exp(filtered(np.array([gap, 0.0]), Filters()))) == pytest.approx(bits, rel=1e-8, abs=0)
