"""Attention on written matrices: the notes' numbers, torch as the other side, masks, and what cannot be read."""

from typing import get_args

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from core.attention.attention_by_hand.attention_steps import calculate, read_matrix, read_scale
from core.errors import InputError, MissingInput
from core.models.masks import Mask, allowed

REVIEW_A, REVIEW_V = np.array([[-3, -1.5], [2, 1]]), np.array([[2.0, -5], [-1, 1]])


def test_review_question_of_the_sheet_with_both_scales() -> None:
    """golden: A = QKᵀ/2 is given, so that QKᵀ = 2A with d_k = 2; the sheet divides by d_k, the field by its root."""
    queries, keys = 2 * REVIEW_A, np.eye(2)
    by_width = calculate(queries, keys, REVIEW_V, scale=read_scale("1/d", 2))
    assert by_width.scaled.tolist() == REVIEW_A.tolist()
    assert by_width.weights == pytest.approx(np.array([[0.182426, 0.817574], [0.731059, 0.268941]]), abs=1e-6)
    assert by_width.output == pytest.approx(np.array([[-0.452723, -0.094553], [1.193176, -3.386351]]), abs=1e-6)
    by_root = calculate(queries, keys, REVIEW_V, scale=read_scale("1/sqrt(d)", 2))
    assert by_root.weights == pytest.approx(np.array([[0.107042, 0.892958], [0.804430, 0.195570]]), abs=1e-6)
    assert by_root.output == pytest.approx(np.array([[-0.678875, 0.357749], [1.413289, -3.826578]]), abs=1e-6)


def test_last_query_on_cached_keys_and_values_is_the_last_row_of_the_whole() -> None:
    """golden, KV cache: keys (1,4), (3,10), (5,16), values (2.5,0.5), (5.5,0.5), (8.5,0.5)."""
    inputs = read_matrix("x", "1 2; 3 4; 5 6")
    keys, values = inputs @ read_matrix("W_K", "1 2; 0 1"), inputs @ read_matrix("W_V", "0.5 -0.5; 1 0.5")
    assert keys.tolist() == [[1, 4], [3, 10], [5, 16]]
    assert values.tolist() == [[2.5, 0.5], [5.5, 0.5], [8.5, 0.5]]
    whole = calculate(inputs, keys, values, scale=2**-0.5, allowed=allowed("causal", 3, 3))
    step = calculate(inputs[2:], keys, values, scale=2**-0.5, allowed=allowed("causal", 1, 3))
    assert step.products.tolist() == [[29, 75, 121]]
    assert np.array_equal(step.output, whole.output[2:])


@given(st.integers(1, 6), st.integers(1, 6), st.sampled_from(get_args(Mask)), st.integers(0, 99))
def test_output_equals_torchs_attention(queries: int, more: int, mask: str, seed: int) -> None:
    keys = queries + more - 1
    draw = np.random.default_rng(seed)
    q, k, v = draw.normal(size=(queries, 3)), draw.normal(size=(keys, 3)), draw.normal(size=(keys, 2))
    visible = allowed(mask, queries, keys, window=2, padding=(0,) if keys > 1 else ())
    steps = calculate(q, k, v, scale=0.7, allowed=visible)
    other = torch.nn.functional.scaled_dot_product_attention(
        *map(torch.tensor, (q, k, v)), attn_mask=torch.tensor(visible), scale=0.7
    )
    assert steps.output == pytest.approx(other.numpy(), abs=1e-12)
    assert steps.exponentials / steps.sums[:, None] == pytest.approx(steps.weights)
    assert steps.weights.sum(1) == pytest.approx(1)


@pytest.mark.parametrize(
    ("text", "scale"),
    [("1/sqrt(d)", 0.5), ("1 / √d_k", 0.5), ("1/d", 0.25), ("1/dk", 0.25), ("1/sqrt(2)", 2**-0.5), ("1/√16", 0.25),
     ("1/sqrt(1/4)", 2.0), ("0.5", 0.5), ("-1", -1.0),
     ("sqrt(2)/d", 2**0.5 / 4), ("√2 / √d", 2**-0.5), ("√(2)/3/d_k", 2**0.5 / 12), ("1/-2", -0.5)],
)  # fmt: skip
def test_a_scale_is_a_number_or_names_the_width(text: str, scale: float) -> None:
    assert read_scale(text, 4) == pytest.approx(scale, rel=1e-15)


@pytest.mark.parametrize(
    "text",
    ["", "sqrt(d)x", "1/sqrt(-2)", "1/sqrt(0)", "1/√", "1/0", "0", "nan", "1/sqrt(nan)",
     "d/2", "1/sqrt(1e-300)", "1" * 99],
)  # fmt: skip
def test_a_scale_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(InputError) as raised:
        read_scale(text, 4)
    assert raised.value.field == "scale"


def test_refused_scale_names_what_is_accepted_and_every_example_of_it_is() -> None:
    with pytest.raises(InputError) as caught:
        read_scale("2d", 4)
    for example in caught.value.remedy.removeprefix("Write it as ").rstrip(".").replace(" or ", ", ").split(", "):
        assert read_scale(example, 4) > 0


def test_a_matrix_of_more_characters_than_it_could_need_is_refused() -> None:
    for long in ("]" * 131_073, "9" * 61):
        with pytest.raises(InputError, match="must have at most"):
            read_matrix("Q", long)


def test_masks_hide_what_they_say() -> None:
    assert allowed("causal", 5, 5).sum() == 15  # golden: a 5×5 causal mask allows 15 cells
    assert allowed("window", 3, 3, window=2).astype(int).tolist() == [[1, 0, 0], [1, 1, 0], [0, 1, 1]]
    assert allowed("padding", 2, 3, padding=(1,)).tolist() == [[True, False, True]] * 2
    assert np.array_equal(allowed("window", 6, 6, window=9), allowed("causal", 6, 6))
    assert allowed("causal", 2, 4).astype(int).tolist() == [[1, 1, 1, 0], [1, 1, 1, 1]]
    for bad in ({"mask": "other"}, {"mask": "window", "window": 0}, {"mask": "padding", "padding": (3,)}):
        with pytest.raises(InputError):
            allowed(**{"queries": 3, "keys": 3, **bad})


def test_query_that_may_look_nowhere_has_weights_and_output_zero() -> None:
    steps = calculate(np.eye(2), np.eye(2), np.eye(2), scale=1.0, allowed=np.array([[False, False], [True, False]]))
    assert steps.output.tolist() == steps.weights.tolist() == [[0, 0], [1, 0]]


@pytest.mark.parametrize(
    "text", ["1 2\n3 4", "1, 2; 3, 4", "[[1, 2], [3, 4]]", "[1 2]\n[3 4]\n", "1\t2\r\n\n 3\t4 ", "2/2 +2\n3e0 4.0"]
)
def test_matrix_is_read_as_people_write_it(text: str) -> None:
    assert read_matrix("Q", text).tolist() == [[1, 2], [3, 4]]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("1 2\n3", "row 2 of Q must have as many numbers as row 1, 2, not 1"),
        ("1 x", "row 1, column 2 of Q must be a number"),
        ("1 nan", "row 1, column 2 of Q must be a number from −10¹⁰⁰ to 10¹⁰⁰, not nan"),
        ("1\n-inf", "row 2, column 1 of Q must be a number from −10¹⁰⁰ to 10¹⁰⁰, not -inf"),
        ("1e200", "must be a number from −10¹⁰⁰ to 10¹⁰⁰"),
        ("1/0", "must be a number"),
        ("1 " * 65, "Q must have at most 64 rows and columns, not 1 × 65"),
        ("1 \0", "must be a number"),
    ],
)
def test_matrix_that_cannot_be_read_says_where(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        read_matrix("Q", text)
    assert said in str(caught.value)


def test_matrices_that_do_not_fit_are_named_with_their_shapes() -> None:
    with pytest.raises(InputError, match="Q is 1 × 3 and K is 2 × 2"):
        calculate(np.ones((1, 3)), np.ones((2, 2)), np.ones((2, 2)), scale=1.0)
    with pytest.raises(InputError, match="K is 2 × 2 and V is 3 × 1, and each key must have one value"):
        calculate(np.ones((1, 2)), np.ones((2, 2)), np.ones((3, 1)), scale=1.0)
    with pytest.raises(InputError, match="the mask must be 1 × 2, as the scores are"):
        calculate(np.ones((1, 2)), np.ones((2, 2)), np.ones((2, 1)), scale=1.0, allowed=np.ones((2, 2), bool))
    for empty in ("", " ; \n", "[]"):
        with pytest.raises(MissingInput):
            read_matrix("V", empty)


def test_scale_is_a_number_or_a_rule_and_never_zero() -> None:
    assert [read_scale(text, 4) for text in ("1/sqrt(d)", "1/√d", "1/d", "-2", "1/8")] == [0.5, 0.5, 0.25, -2, 0.125]
    for bad in ("0", "0/3", "-0.0", "d", "inf", ""):
        with pytest.raises(InputError):
            read_scale(bad, 4)
