"""Scores, saturation, entropy and rollout: the notes' numbers, theory against draws, and hand-worked cases."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import entropy as scipy_entropy

from core.attention.attention.head_cache import rollout
from core.attention.attention_by_hand import Params
from core.attention.attention_by_hand.scaling_variance import draw_products, measure, product_variance
from core.attention.attention_by_hand.score_sweep import sweep_scores
from core.models.softmax import entropy, softmax

STATES, QUERY = np.array([[1.0, 0], [0, 1], [1, 1]]), np.array([0.5, 0.2])


def written(matrix: np.ndarray) -> str:
    return "\n".join(" ".join(map(repr, row)) for row in np.atleast_2d(matrix).tolist())


def test_dot_scores_on_the_three_encoder_states_of_the_notes() -> None:
    """golden: weights 0.337585, 0.250089, 0.412327 and context (0.749911, 0.662415), where the notes slip by 0.0002."""
    result = sweep_scores(Params(part="scores", s=written(QUERY), h=written(STATES)))
    dot = result.kinds.index("dot")
    assert result.scores[dot].tolist() == [0.5, 0.2, 0.7]
    assert result.weights[result.step, dot] == pytest.approx(np.array([0.337585, 0.250089, 0.412327]), abs=1e-6)
    assert result.context[result.step, dot] == pytest.approx(np.array([0.749911, 0.662415]), abs=1e-6)


def test_scores_are_their_formulas() -> None:
    draw = np.random.default_rng(0)
    query, keys = draw.normal(size=3), draw.normal(size=(5, 2))
    general, of_query, of_key, read = (draw.normal(size=shape) for shape in ((3, 2), (4, 3), (4, 2), (4,)))
    result = sweep_scores(Params(part="scores", s=written(query), h=written(keys), W=written(general),
                                 W_a=written(of_query), U_a=written(of_key), v_a=written(read)))  # fmt: skip
    assert result.kinds == ("additive", "general")
    by_hand = [[read @ np.tanh(of_query @ query + of_key @ key) for key in keys],
               [query @ general @ key for key in keys]]  # fmt: skip
    assert result.scores == pytest.approx(np.array(by_hand))
    assert result.context == pytest.approx(result.weights @ keys)
    alone = sweep_scores(Params(part="scores", s=written(QUERY), h=written(STATES)))
    of_kind = dict(zip(alone.kinds, alone.scores, strict=True))
    assert list(of_kind) == ["additive", "dot", "general", "scaled dot"]
    assert of_kind["scaled dot"] == pytest.approx(np.array([0.5, 0.2, 0.7]) / 2**0.5)
    assert of_kind["general"].tolist() == [0.5, 0.2, 0.7]
    assert of_kind["additive"] == pytest.approx(np.tanh(STATES + QUERY).sum(1))
    assert alone.weights.sum(-1) == pytest.approx(1)


@pytest.mark.parametrize(
    ("width", "deviation", "mean"), [(4, 1.0, 0.0), (64, 1.0, 0.0), (16, 0.7, 0.5), (32, 1.5, -0.3)]
)
def test_variance_of_products_is_that_of_the_formula(width: int, deviation: float, mean: float) -> None:
    theory = product_variance(width, deviation, mean)
    assert theory == pytest.approx(width * deviation**4 + 2 * deviation**2 * width * mean**2)
    products = draw_products(width, deviation, mean, keys=4, rows=20_000, seed=3)
    drawn = measure(products, width * mean**2)
    assert abs(drawn.variance - theory) < 5 * drawn.variance_error
    assert products.mean() == pytest.approx(width * mean**2, abs=6 * (theory / 20_000) ** 0.5)


def test_variance_of_two_queries_off_centre_is_on_average_that_of_the_formula() -> None:
    """About the mean of its own draws it would be half of that: keys of a query share what q·μ adds."""
    drawn = [draw_products(8, 0.1, 10.0, keys=4, rows=2, seed=seed) for seed in range(400)]
    variance = np.mean([measure(products, 8 * 10.0**2).variance for products in drawn])
    assert variance == pytest.approx(product_variance(8, 0.1, 10.0), rel=0.2)


def test_root_of_the_width_keeps_variance_and_softmax_the_same_at_every_width() -> None:
    products = [draw_products(d, 1.0, 0.0, keys=8, rows=4_000, seed=d) for d in (4, 512)]
    scaled = [measure(d**-0.5 * drawn) for d, drawn in zip((4, 512), products, strict=True)]
    bare = [measure(drawn) for drawn in products]
    assert [product_variance(d, 1.0, 0.0, scale=d**-0.5) for d in (4, 512)] == pytest.approx([1, 1])
    assert abs(scaled[0].largest - scaled[1].largest) < 0.03
    assert bare[0].largest < 0.7 < 0.95 < bare[1].largest
    assert bare[1].entropy < 0.2 < 2 < scaled[1].entropy


@given(st.lists(st.floats(-50, 50), min_size=1, max_size=9), st.floats(-10, 10))
def test_entropy_is_scipys_and_lies_between_one_key_and_all_alike(scores: list[float], scale: float) -> None:
    weights = softmax(np.array(scores), scale)
    assert float(entropy(weights)) == pytest.approx(scipy_entropy(weights, base=2), abs=1e-9)
    assert -1e-12 <= float(entropy(weights)) <= np.log2(len(scores)) + 1e-9


def test_entropy_of_one_key_is_zero_and_of_eight_alike_three_bits() -> None:
    assert entropy(np.array([[1.0, 0, 0, 0, 0, 0, 0, 0], [1 / 8] * 8])).tolist() == [0, 3]


def test_rollout_of_two_layers_by_hand() -> None:
    """Ã = [[1, 0], [1/4, 3/4]], and its square has the second row (7/16, 9/16)."""
    means = torch.tensor([[1.0, 0], [0.5, 0.5]]).tile(2, 1, 1)
    assert rollout(means).tolist() == [[[1, 0], [0.25, 0.75]], [[1, 0], [0.4375, 0.5625]]]


def test_rows_of_a_causal_rollout_sum_to_one_and_look_back_only() -> None:
    draw = np.random.default_rng(1)
    weights = np.tril(draw.random((3, 2, 6, 6)))
    weights /= weights.sum(-1, keepdims=True)
    reached = rollout(torch.from_numpy(weights.mean(1))).numpy()
    assert reached.sum(-1) == pytest.approx(1)
    assert np.array_equal(reached, np.tril(reached))
