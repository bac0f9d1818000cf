"""What the sentence of a preset of /attention-by-hand states comes out of the preset itself."""

import re
from functools import cache
from typing import Any

import numpy as np
import pytest

from core.attention import attention_by_hand
from core.attention.attention_by_hand import PRESETS, Params

PRESET = {preset.name: preset for preset in PRESETS}


@cache
def result(name: str) -> Any:
    return attention_by_hand.compute(Params(**PRESET[name].values))


def rows(name: str, digits: int) -> list[list[float]]:
    return np.round(result(name).steps.weights, digits).tolist()


def weights(name: str) -> dict[str, np.ndarray]:
    """The weights of each kind of score at the scale that is set."""
    found = result(name)
    return dict(zip(found.kinds, found.weights[found.step], strict=True))


def test_keys_of_four_coordinates_have_products_divided_by_two() -> None:
    assert "√d = 2" in PRESET["four-tokens"].why
    assert result("four-tokens").keys.shape[1] == 2**2


@pytest.mark.parametrize("name", ["review-by-d", "review-by-root"])
def test_the_rows_of_weights_of_the_review_question_are_those_computed(name: str) -> None:
    stated = re.findall(r"\((0\.\d+), (0\.\d+)\)", PRESET[name].why)
    assert [[float(each) for each in row] for row in stated] == rows(name, 3)


def test_less_is_divided_away_by_the_root_and_the_weights_are_sharper() -> None:
    assert (np.max(rows("review-by-root", 9), 1) > np.max(rows("review-by-d", 9), 1)).all()


def test_the_cache_has_the_keys_and_products_that_are_stated_and_one_key_takes_all() -> None:
    found, why = result("kv-cache"), PRESET["kv-cache"].why
    assert "keys (1,4), (3,10), (5,16)" in why
    assert found.keys.tolist() == [[1, 4], [3, 10], [5, 16]]
    assert "products 29, 75, 121" in why
    assert found.steps.products[2].tolist() == [29, 75, 121]
    assert found.steps.weights[2].max() > 1 - 1e-12


def test_the_three_encoder_states_have_the_weights_that_are_stated() -> None:
    stated = [float(each) for each in re.findall(r"0\.\d{6}", PRESET["encoder-states"].why)]
    assert stated == rows("encoder-states", 6)[0]
    assert "1.6487 / 4.8839 is 0.33758" in PRESET["encoder-states"].why
    assert round(1.6487 / 4.8839, 5) == 0.33758
    assert round(float(np.exp(0.5)), 4) == 1.6487
    assert round(float(np.exp([0.5, 0.2, 0.7]).sum()), 4) == 4.8839


def test_the_first_query_of_a_causal_mask_has_weight_one_at_any_scale() -> None:
    assert "15 of 25 cells" in PRESET["causal"].why
    first = attention_by_hand.compute(Params(**{**PRESET["causal"].values, "query": 1}))
    assert (first.weights[:, 0] == 1).all()


def test_random_products_spread_as_the_root_of_d_and_divided_by_it_softmax_stays_as_at_one() -> None:
    found = result("root")
    assert found.variance_theory[:, 0] == pytest.approx(found.widths)
    assert found.variance[:, 0] == pytest.approx(found.widths, rel=0.5)
    assert found.largest[-1, 0] > 0.9 > 0.3 > found.largest[-1, 1]
    assert (np.abs(found.variance_theory[:, 1] - 1) < 1e-12).all()


def test_with_a_mean_the_root_of_d_no_longer_gives_variance_one() -> None:
    found = result("root-off-centre")
    assert "mean of 0.5" in PRESET["root-off-centre"].title
    assert found.variance_theory[:, 1] == pytest.approx(1 + 2 * 0.5**2)  # dσ⁴ + 2σ²‖μ‖² over d
    assert found.mean == 0.5


def test_the_additive_score_alone_puts_the_second_state_before_the_first() -> None:
    found = weights("scores")
    assert {kind for kind, each in found.items() if each[1] > each[0]} == {"additive"}


def test_a_general_score_that_turns_puts_h2_before_h1_and_gives_h3_more_than_half() -> None:
    first, second, third = weights("scores-general")["general"]
    assert second > first
    assert third > 0.5
    assert np.array_equal(np.array([0.5, 0.2]) @ [[0, 3], [3, 0]], 3 * np.array([0.2, 0.5]))
