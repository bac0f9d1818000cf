"""The numbers and the derivations of the theory, against the mathematics of the page."""

import math

import numpy as np
import pytest
import torch
from scipy.integrate import quad
from stated import assert_theory_states

from core.attention.attention_by_hand import Params
from core.attention.attention_by_hand.scaling_variance import product_variance
from core.attention.attention_by_hand.score_sweep import sweep_scores
from core.models.softmax import BIT


def test_the_theory_states_what_the_mathematics_gives() -> None:
    found = sweep_scores(Params(part="scores"))
    dot = found.kinds.index("dot")
    scores, weights, context = found.scores[dot], found.weights[found.step, dot], found.context[found.step, dot]
    powers = np.exp(scores)
    bound = 2 * 12 * 1.0  # twice the sum of |v|, over twelve hidden units
    other = math.exp(-bound)
    assert_theory_states("attention_by_hand", {
        "and the query $(0.5, 0.2)$": lambda: found.query.tolist() == [0.5, 0.2],
        r"$0.5\cdot1 + 0.2\cdot0 = 0.5$, then $0.2$, then $0.7$":
            lambda: scores == pytest.approx([0.5, 0.2, 0.7]),
        "$1.6487$, $1.2214$, $2.0138$. Their sum is $4.8839$":
            lambda: [*powers, powers.sum()] == pytest.approx([1.6487, 1.2214, 2.0138, 4.8839], abs=5e-5),
        "$0.3376$, $0.2501$, $0.4123$": lambda: weights == pytest.approx([0.3376, 0.2501, 0.4123], abs=5e-5),
        r"$0.3376\cdot(1,0) + 0.2501\cdot(0,1) + 0.4123\cdot(1,1) = (0.7499, 0.6624)$":
            lambda: context == pytest.approx([0.7499, 0.6624], abs=5e-5),
        "scores can differ by 24, and one weight is 1 to ten digits": lambda: bound == 24 and other < 0.5e-10,
        r"1 bit is $\ln 2 = 0.693$ nats": lambda: pytest.approx(BIT["nats"], abs=5e-4) == 0.693,
        "One printed row of it reads $(2, 1.5)$ where $(2, 1)$ is meant": lambda: [4 / 2, 2 / 2] == [2, 1],
        "the weights 0.3374, 0.2501, 0.4125 and the context (0.7499, 0.6626)":
            lambda: np.abs(weights - [0.3374, 0.2501, 0.4125]).max() < 3e-4,
        "0.337585, 0.250089, 0.412327 and (0.749911, 0.662415)":
            lambda: [*weights, *context]
            == pytest.approx([0.337585, 0.250089, 0.412327, 0.749911, 0.662415], abs=5e-7),
        "$1.6487/4.8839$ is $0.33758$": lambda: pytest.approx(0.33758, abs=5e-6) == 1.6487 / 4.8839,
    }, formulas=r"\bT5\b")  # fmt: skip


def test_the_variance_of_a_product_is_that_of_the_derivation() -> None:
    assert product_variance(8, 0.7, 0.3) == pytest.approx(8 * 0.7**4 + 2 * 0.7**2 * 8 * 0.3**2)


@pytest.mark.parametrize("value", [0.1, 1.0, 37.0])
def test_a_logarithm_is_the_integral_of_two_exponentials(value: float) -> None:
    """ln S = ∫ (exp(−eᵘ) − exp(−S·eᵘ)) du, Frullani's."""
    integral, _ = quad(lambda u: math.exp(-math.exp(u)) - math.exp(-value * math.exp(u)), -30, 6, limit=200)
    below = (value - 1) * math.exp(-30)  # of the rest of the integral
    assert integral + below == pytest.approx(math.log(value), abs=1e-7)


def test_the_derivative_of_softmax_is_that_of_the_derivation() -> None:
    scores = torch.tensor([0.5, 0.2, 0.7], dtype=torch.float64)
    a = torch.softmax(scores, 0)
    slopes = torch.autograd.functional.jacobian(lambda z: torch.softmax(z, 0), scores)
    torch.testing.assert_close(slopes, torch.diag(a) - a[:, None] * a)


def test_boolean_masks_mean_may_look_in_one_function_of_pytorch_and_hidden_in_the_other() -> None:
    seen = torch.tensor([[True, False]])
    q, k = torch.zeros(1, 1, 1), torch.zeros(1, 2, 1)
    v = torch.tensor([[[1.0], [5.0]]])
    assert torch.nn.functional.scaled_dot_product_attention(q, k, v, attn_mask=seen).item() == 1
    module = torch.nn.MultiheadAttention(1, 1, bias=False, batch_first=True)
    assert module(q, k, v, attn_mask=seen)[1].tolist() == [[[0.0, 1.0]]]


def test_single_precision_ends_before_the_exponential_of_89() -> None:
    with np.errstate(over="ignore"):
        assert np.isinf(np.exp(np.float32(89)))
    assert np.isfinite(np.exp(np.float32(88)))
