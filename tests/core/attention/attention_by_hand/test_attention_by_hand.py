"""The calculator through its front door: the notes' numbers, torch over the whole sweep, and what it refuses."""

import dataclasses

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats
from scipy.stats import entropy as entropy_in_nats

from core import link
from core.attention.attention_by_hand import PRESETS, Params, compute, focus, headline
from core.attention.attention_by_hand.matrix_sweep import MatrixSweep
from core.attention.attention_by_hand.scaling_sweep import WIDTHS, ScalingSweep
from core.attention.attention_by_hand.scaling_variance import draw_products, measure
from core.attention.attention_by_hand.score_sweep import ScoreSweep
from core.attention.attention_by_hand.softmax_entropy import _entropy, mean_entropy, mean_entropy_of_queries
from core.errors import InputError, MissingInput
from core.models.softmax import BIT, entropy, softmax
from core.number_text import between_remarks

PRESET = {preset.name: Params(**preset.values) for preset in PRESETS}


def matrices(params: Params) -> MatrixSweep:
    result = compute(params)
    assert isinstance(result, MatrixSweep)
    return result


@pytest.mark.parametrize(
    "params",
    [
        Params(Q="1,5 2", K="1 2 3", V="1"),
        Params(given="X", X="1 2 3", WK="1,5\n2,5\n3,5", WQ="1 1\n1 1\n1 1", WV=""),
        Params(part="scores", s="1,5", h="1 0\n0 1"),
    ],
)
def test_a_comma_between_digits_ends_a_number_and_is_told_of(params: Params) -> None:
    said = "“1,5” is two numbers, “1” and “5”"
    assert said in between_remarks(params)[0]
    assert not between_remarks(Params(part=params.part, Q="[[1, 0, 2, 0]]"))


def test_the_largest_weight_of_four_scores_says_by_which() -> None:
    params = PRESET["scores-general"]
    result = compute(params)
    number = headline(result, params)
    assert isinstance(result, ScoreSweep)
    assert number.name == "largest weight by the additive score"
    assert number.at(result.step) == result.weights[result.step][result.kinds.index("additive")].max() < 0.5
    assert result.weights[result.step].max() > 0.5


@pytest.mark.parametrize(
    ("name", "weights", "output"),
    [  # golden.md, Attention
        ("review-by-d", [[0.182426, 0.817574], [0.731059, 0.268941]], [[-0.452723, -0.094553], [1.193176, -3.386351]]),
        ("review-by-root", [[0.107042, 0.892958], [0.80443, 0.19557]], [[-0.678875, 0.357749], [1.413289, -3.826578]]),
        ("encoder-states", [[0.337585, 0.250089, 0.412327]], [[0.749911, 0.662415]]),
    ],
)
def test_a_preset_gives_the_notes_numbers(name: str, weights: list, output: list) -> None:
    result = matrices(PRESET[name])
    assert result.steps.weights == pytest.approx(np.array(weights), abs=1e-6)
    assert result.steps.output == pytest.approx(np.array(output), abs=1e-6)
    assert result.outputs().filter(like="output").to_numpy() == pytest.approx(np.array(output), abs=1e-6)


def test_the_cached_step_is_the_last_row_of_the_whole() -> None:
    whole, step = matrices(PRESET["kv-cache"]), matrices(PRESET["kv-cache-step"])
    assert whole.keys.tolist() == [[1, 4], [3, 10], [5, 16]]
    assert whole.values.tolist() == [[2.5, 0.5], [5.5, 0.5], [8.5, 0.5]]
    assert step.steps.products.tolist() == [[29, 75, 121]]
    assert np.array_equal(step.steps.output[0], whole.steps.output[2])


def test_rows_in_another_order_give_the_outputs_in_that_order() -> None:
    """golden, Permutation: Attention(PX) = P·Attention(X), equivariant and not invariant."""
    permuted = matrices(PRESET["permuted"])
    plain = matrices(dataclasses.replace(PRESET["permuted"], X=Params().X))
    assert permuted.steps.output == pytest.approx(plain.steps.output[[2, 0, 1]], abs=1e-12)
    assert not np.allclose(permuted.steps.output, plain.steps.output, atol=1e-3)


def test_a_causal_mask_of_five_allows_fifteen_cells_and_says_so() -> None:
    result = matrices(PRESET["causal"])
    assert result.allowed.sum() == 15
    assert "The mask allows 15 of 25 cells." in result.remarks


def test_a_mask_may_be_ones_and_zeros_or_what_is_added() -> None:
    added = matrices(Params(mask="own", M="0 -inf -∞ −Infinity\n0 0 -inf -inf\n0 0 0 -inf\n0 0 0 0"))
    causal = matrices(Params())
    assert np.array_equal(added.allowed, causal.allowed)
    assert np.array_equal(added.steps.output, causal.steps.output)
    ones = matrices(Params(mask="own", M="1 0 0 0; 1 1 0 0; 1 1 1 0; 1 1 1 1"))
    assert np.array_equal(ones.allowed, causal.allowed)


def test_a_query_that_may_look_nowhere_has_output_zero_at_every_scale() -> None:
    result = matrices(dataclasses.replace(PRESET["own-mask"], query=2))
    assert not result.weights.any()
    assert not result.output.any()
    assert not result.entropy.any()
    assert "Nothing is left to look at for query 2: its weights and output are " in result.remarks[0]


def test_several_queries_that_may_look_nowhere_are_named_in_the_plural() -> None:
    result = matrices(dataclasses.replace(PRESET["own-mask"], M="; ".join(["0 0 0 0 0"] * 2 + ["1 1 1 1 1"] * 3)))
    assert "Nothing is left to look at for queries 1, 2: their weights and output are 0." in result.remarks[0]


@pytest.mark.parametrize("nowhere", ["zero", "nan"])
def test_a_query_that_may_look_nowhere_gets_what_pytorch_gives_it(nowhere: str) -> None:
    """0 by scaled_dot_product_attention, NaN by softmax; all other queries are the same."""
    result = matrices(dataclasses.replace(PRESET["own-mask"], query=2, nowhere=nowhere))
    given = (torch.as_tensor(each) for each in (result.queries, result.keys, result.values))
    query, key, value = given
    allowed = torch.as_tensor(result.allowed)
    fused = torch.nn.functional.scaled_dot_product_attention(query, key, value, attn_mask=allowed, scale=result.scale)
    scores = (result.scale * query @ key.T).masked_fill(~allowed, -torch.inf)
    wanted = fused if nowhere == "zero" else scores.softmax(1) @ value
    assert result.steps.output == pytest.approx(wanted.numpy(), rel=1e-12, abs=1e-12, nan_ok=True)
    assert np.isnan(result.steps.weights).any() == np.isnan(result.output).all() == (nowhere == "nan")
    assert ("undefined (NaN)" in result.remarks[0]) == (nowhere == "nan")


def test_ones_of_a_mask_are_read_as_either_attention_of_pytorch_reads_true() -> None:
    """True may be looked at for scaled_dot_product_attention, and is hidden for MultiheadAttention."""
    look = matrices(dataclasses.replace(PRESET["own-mask"], M="1 1 0 0 0; 0 1 0 0 0; 1 1 1 0 0; 0 1 1 1 0; 1 1 0 1 1"))
    turned = "0 0 1 1 1; 1 0 1 1 1; 0 0 0 1 1; 1 0 0 0 1; 0 0 1 0 0"
    hide = matrices(dataclasses.replace(PRESET["own-mask"], M=turned, one="hide"))
    assert np.array_equal(look.allowed, hide.allowed)
    attention = torch.nn.MultiheadAttention(2, 1, bias=False, batch_first=True, dtype=torch.float64)
    with torch.no_grad():
        attention.in_proj_weight.copy_(torch.eye(2).repeat(3, 1))
        _, weights = attention(*(torch.as_tensor(each)[None] for each in (hide.queries, hide.keys, hide.keys)),
                               attn_mask=torch.as_tensor(~hide.allowed))  # fmt: skip
    assert hide.steps.weights == pytest.approx(weights[0].numpy(), abs=1e-12)
    added = dataclasses.replace(PRESET["own-mask"], one="hide")
    assert np.array_equal(matrices(added).allowed, matrices(PRESET["own-mask"]).allowed)  # −∞ always hides


def test_a_bit_of_entropy_is_log_two_of_what_scipy_gives() -> None:
    result = matrices(Params())
    assert BIT["nats"] * result.entropy == pytest.approx(entropy_in_nats(result.weights, axis=1), abs=1e-12)
    assert result.entropy == pytest.approx(entropy_in_nats(result.weights, axis=1, base=2), abs=1e-12)


@settings(max_examples=30)
@given(st.integers(1, 5), st.integers(1, 5), st.floats(1 / 64, 64), st.integers(0, 99))
def test_the_sweep_is_torchs_attention_at_every_scale(queries: int, keys: int, beta: float, seed: int) -> None:
    draw = np.random.default_rng(seed)
    q, k, v = (draw.integers(-9, 10, size).astype(float) for size in ((queries, 3), (keys, 3), (keys, 2)))
    text = {
        name: "\n".join(" ".join(map(str, row)) for row in each) for name, each in zip("QKV", (q, k, v), strict=True)
    }
    result = matrices(Params(**text, mask="none", query=queries, beta=beta))
    assert beta in result.betas
    for step in (0, 100, 240):
        scale = result.betas[step] / 3**0.5
        other = torch.nn.functional.scaled_dot_product_attention(*map(torch.tensor, (q, k, v)), scale=scale)
        assert result.output[step] == pytest.approx(other[-1].numpy(), abs=1e-9)
    assert result.weights.sum(1) == pytest.approx(1)
    assert result.steps.scale == pytest.approx(beta / 3**0.5)


@settings(max_examples=30)
@given(st.integers(0, 999))
def test_entropy_falls_as_the_scale_grows_from_all_alike_to_one_key(seed: int) -> None:
    """dH/dβ = −β·Var(score) under the weights, so it never rises."""
    draw = np.random.default_rng(seed)
    text = "\n".join(" ".join(f"{number:.3f}" for number in row) for row in draw.normal(size=(4, 4)))
    result = matrices(Params(Q=text, K=text, V=text, mask="none"))
    assert (np.diff(result.entropy) <= 1e-12).all()
    assert result.entropy[0] == pytest.approx(2, abs=0.05)


def test_looking_elsewhere_is_what_computing_there_gives() -> None:
    there = Params(beta=7.5, query=2)
    moved = focus(compute(Params()), there)
    fresh = compute(there)
    assert isinstance(moved, MatrixSweep)
    for name in ("betas", "weights", "entropy", "output"):
        assert np.array_equal(getattr(moved, name), getattr(fresh, name)), name
    assert moved.table().equals(fresh.table())
    assert focus(moved, Params(query=9)).remarks[-1] == "There are 4 queries: number 4 is shown."


@pytest.mark.parametrize(
    ("settings", "field", "says"),
    [
        ({"Q": "1 2\n3"}, "Q", "row 2 of Q must have as many numbers as row 1, 2, not 1"),
        ({"K": "1 nan 0 0"}, "K", "row 1, column 2 of K must be a number from −10¹⁰⁰ to 10¹⁰⁰, not nan"),
        ({"V": "1 -inf"}, "V", "row 1, column 2 of V must be a number from −10¹⁰⁰ to 10¹⁰⁰, not -inf"),
        ({"Q": "1 2"}, "Q", "Q is 1 × 2 and K is 4 × 4"),
        ({"V": "1 2"}, "V", "K is 4 × 4 and V is 1 × 2, and each key must have one value"),
        ({"scale": "0"}, "scale", "must not be 0: all scores would be 0"),
        ({"scale": "half"}, "scale", "must be a number or a square root, divided by numbers, square roots or d"),
        ({"mask": "own", "M": "1 0\n1 1"}, "M", "the mask must be 4 × 4, as the scores are"),
        ({"mask": "own", "M": "2 0 0 0"}, "M", "a mask must hold 1 where a query may look"),
        ({"given": "X", "WQ": "1 2"}, "WQ", "X is 3 × 2 and WQ is 1 × 2; it must have a row for each column of X"),
        ({"given": "X", "WK": "1\n2"}, "WK", "WQ is 2 × 2 and WK is 2 × 1"),
        ({"given": "X", "X": "1e100 1e100"}, "X", "products with the weights must be from −10¹⁰⁰ to 10¹⁰⁰"),
        ({"Q": "\n".join(["1"] * 65)}, "Q", "Q must have at most 64 rows and columns, not 65 × 1"),
        ({"part": "scores", "W": "1 2"}, "W", "it must be 2 × 2"),
        ({"part": "scores", "s": "1 2 3"}, "W", "it must be 3 × 2; left out it is an identity"),
        ({"part": "scores", "v_a": "1 2 3"}, "W_a", "it must be 3 × 2; left out it is an identity"),
        ({"part": "scores", "W_a": "1 0\n0 1", "v_a": "1"}, "v_a", "v_a must have 2 numbers"),
        ({"part": "scores", "s": "1 2\n3 4"}, "s", "must be one row of numbers"),
    ],
)
def test_what_does_not_fit_is_told_at_its_field(settings: dict, field: str, says: str) -> None:
    with pytest.raises(InputError, match=says) as raised:
        compute(Params(**settings))
    assert raised.value.field == field


def test_rows_that_are_drawn_by_default_fit_any_number_of_keys() -> None:
    assert Params(part="root", keys=1_024).rows == Params().rows
    with pytest.raises(InputError, match="With 1,024 keys each that is as many as can be drawn"):
        Params(part="root", keys=1_024, rows=500)


def test_an_empty_matrix_is_missing_and_not_wrong() -> None:
    for field in "QKV":
        with pytest.raises(MissingInput, match=f"{field} has no numbers yet"):
            compute(Params(**{field: " \n"}))


def test_variance_and_entropy_of_draws_lie_on_their_theory_at_every_width() -> None:
    result = compute(Params(part="root", rows=2_000, keys=8, mean=0.3, deviation=0.9))
    assert isinstance(result, ScalingSweep)
    off = np.abs(result.variance - result.variance_theory) / result.variance_error
    assert off.max() < 4.5
    formula = result.widths * 0.9**4 + 2 * 0.9**2 * result.widths * 0.3**2
    assert result.variance_theory[:, 0] == pytest.approx(formula)
    assert result.variance_theory[:, 1] == pytest.approx(formula / result.widths)
    assert result.entropy == pytest.approx(result.entropy_theory, abs=0.06)
    assert result.heaviest.sum(2) == pytest.approx(1)  # all eight are among the sixteen


@pytest.mark.parametrize(("keys", "deviation"), [(2, 0.5), (8, 2.0), (64, 4.0), (32, 12.0), (32, 40.0)])
def test_mean_entropy_of_normal_scores_is_that_of_draws(keys: int, deviation: float) -> None:
    drawn = measure(np.random.default_rng(keys).normal(0, deviation, (20_000, keys)))
    assert float(mean_entropy(keys, np.array(deviation))) == pytest.approx(drawn.entropy, abs=0.015)


def test_mean_entropy_is_exact_between_the_places_where_it_is_computed() -> None:
    """Of two scores their difference alone counts, which is normal with √2 of the deviation."""
    difference = np.linspace(-12, 12, 200_001)
    for deviation in (0.0, 0.01, 0.07, 0.9, 3.3, 9.1):
        both = np.stack([0 * difference, 2**0.5 * deviation * difference], axis=1)
        exact = np.trapezoid(stats.norm.pdf(difference) * entropy(softmax(both)), difference)
        assert float(mean_entropy(2, np.array(deviation))) == pytest.approx(exact, abs=5e-6)
    between = np.geomspace(0.003, 15.9, 25)
    for keys in (32, 1_024):
        exact = [_entropy(keys, float(each)) / np.log(2) for each in between]
        np.testing.assert_allclose(mean_entropy(keys, between), exact, atol=1e-4)


@pytest.mark.parametrize(("keys", "deviation"), [(2, 24.0), (32, 48.0), (1_024, 24.0), (1_024, 100.0)])
def test_mean_entropy_of_scores_far_apart_is_its_integral(keys: int, deviation: float) -> None:
    """It falls faster than 1/deviation: as scores move apart, a third one near the two largest gets rare."""
    exact = _entropy(keys, deviation) / np.log(2)
    assert float(mean_entropy(keys, np.array(deviation))) == pytest.approx(exact, rel=0.005)


@pytest.mark.parametrize(("width", "deviation"), [(1, 100.0), (2, 10.0), (64, 0.3)])
def test_mean_entropy_over_queries_is_its_integral_over_their_lengths(width: int, deviation: float) -> None:
    """Of large numbers it comes from the few queries that are nearly 0, to which all keys are alike."""
    lengths = np.geomspace(1e-11, 40.0, 20_001)
    exact = np.trapezoid(stats.chi.pdf(lengths, width) * mean_entropy(1_024, deviation**2 * lengths), lengths)
    assert mean_entropy_of_queries(1_024, width, deviation, 0.0, scale=1.0) == pytest.approx(exact, rel=1e-3)


@pytest.mark.parametrize(("width", "mean"), [(1, 0.5), (2, 2.0), (8, 0.3), (64, 1.0)])
def test_mean_entropy_of_random_queries_off_centre_is_that_of_draws(width: int, mean: float) -> None:
    drawn = measure(width**-0.5 * draw_products(width, 1.0, mean, keys=16, rows=20_000, seed=width))
    theory = mean_entropy_of_queries(16, width, 1.0, mean, scale=width**-0.5)
    assert theory == pytest.approx(drawn.entropy, abs=0.02)


@pytest.mark.parametrize(("deviation", "mean"), [(3.0, 1.0), (10.0, 10.0), (10.0, 89.9), (10.0, 90.1), (100.0, -1.0)])
def test_queries_near_0_count_for_the_mean_entropy_off_centre_too(deviation: float, mean: float) -> None:
    """Of one coordinate, where it comes from the few that are nearly 0."""
    length = np.geomspace(1e-11, 40.0, 20_001)
    density = stats.norm.pdf(length - mean / deviation) + stats.norm.pdf(length + mean / deviation)
    exact = np.trapezoid(density * mean_entropy(32, deviation**2 * length), length)
    assert mean_entropy_of_queries(32, 1, deviation, mean, scale=1.0) == pytest.approx(exact, rel=1e-4)


@pytest.mark.parametrize("width", [2, 64, 512])
def test_mean_entropy_goes_on_evenly_where_queries_are_far_from_0(width: int) -> None:
    near, far = (mean_entropy_of_queries(32, width, 1.0, away * width**-0.5, scale=0.1) for away in (8.999, 9.001))
    assert near == pytest.approx(far, rel=1e-3)


@pytest.mark.parametrize("mean", [0.0, 0.01, -72.494, 100.0, -100.0])
@pytest.mark.parametrize("deviation", [0.01, 1.0, 100.0])
def test_theory_of_the_root_is_a_number_for_every_mean_and_deviation(mean: float, deviation: float) -> None:
    result = compute(Params(part="root", mean=mean, deviation=deviation, keys=4, rows=2))
    assert isinstance(result, ScalingSweep)
    assert np.isfinite(result.table().to_numpy()).all()
    assert ((result.entropy_theory >= 0) & (result.entropy_theory <= 2 + 1e-9)).all()


def test_mean_entropy_goes_from_all_alike_to_one_key_only() -> None:
    bits = mean_entropy(16, np.array([0.0, 1e-6, 1.0, 30.0, 1e6]))
    assert bits[:2] == pytest.approx(4)
    assert (np.diff(bits) <= 0).all()
    assert bits[-1] < 1e-4
    assert mean_entropy(1, np.array([0.0, 3.0])) == pytest.approx(0, abs=1e-6)


def test_four_scores_on_the_three_states() -> None:
    """golden: dot scores 0.5, 0.2, 0.7; their context (0.749911, 0.662415)."""
    result = compute(Params(part="scores"))
    assert isinstance(result, ScoreSweep)
    at = dict(zip(result.kinds, range(4), strict=True))
    assert result.scores[at["dot"]] == pytest.approx([0.5, 0.2, 0.7])
    assert np.array_equal(result.scores[at["dot"]], result.scores[at["general"]])
    assert result.scores[at["scaled dot"]] == pytest.approx(np.array([0.5, 0.2, 0.7]) / 2**0.5)
    assert result.scores[at["additive"]] == pytest.approx(np.tanh([[1.5, 0.2], [0.5, 1.2], [1.5, 1.2]]).sum(1))
    assert result.context[result.step, at["dot"]] == pytest.approx([0.749911, 0.662415], abs=1e-6)


def test_scores_that_need_equal_lengths_are_left_out_where_they_differ() -> None:
    result = compute(Params(part="scores", s="1 2 3", W="1 0; 0 1; 1 1", W_a="1 0 0", U_a="1 1", v_a="2"))
    assert isinstance(result, ScoreSweep)
    assert result.kinds == ("additive", "general")
    assert result.scores[1].tolist() == [4, 5, 9]  # sᵀW = (4, 5)
    assert "dot products are left out" in result.remarks[0]


def test_only_widths_of_the_axis_are_taken() -> None:
    with pytest.raises(InputError, match="it must be one of 1, 2, 3"):
        Params(part="root", width=100)
    assert all(Params(part="root", width=width).width == width for width in WIDTHS)


@given(st.text("0123456789 .;\n-", max_size=60))
def test_whatever_is_pasted_comes_back_from_its_link(text: str) -> None:
    params = Params(Q=text)
    assert link.decode(Params, link.encode(params), PRESETS) == link.Decoded(params, ())
