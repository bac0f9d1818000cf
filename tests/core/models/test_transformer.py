"""The forward pass: the steps against torch's own attention, hooks, ablation, masks, and rotary positions."""

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor
from torch.nn import functional as nn

from core.models.layers import masked_softmax
from core.models.rotary import rotary_angles, rotate
from core.models.transformer import (
    Ablation,
    Config,
    Transformer,
    forward,
    logit_lens,
    trace,
)

SHAPE = Config(vocabulary=50, width=32, layers=3, heads=4, hidden=48, rotary=4, base=100.0, fastest=2.0, context=32)


def random_model(seed: int = 0) -> Transformer:
    generator = torch.Generator().manual_seed(seed)
    return Transformer(SHAPE, {n: torch.randn(s, generator=generator) * 0.3 + 0.1 for n, s in SHAPE.shapes().items()})


def random_tokens(batch: int, time: int, seed: int = 1) -> Tensor:
    return torch.randint(50, (batch, time), generator=torch.Generator().manual_seed(seed))


MODEL, TOKENS = random_model(), random_tokens(2, 17)


def window(time: int, width: int) -> Tensor:
    place = torch.arange(time)
    return (place[:, None] >= place) & (place[:, None] - place < width)


@pytest.mark.parametrize("allowed", [None, window(17, 4), torch.ones(17, 17, dtype=torch.bool)])
def test_pass_with_every_step_kept_equals_torchs_own_attention(allowed: Tensor | None) -> None:
    own = forward(MODEL, TOKENS, allowed=allowed)
    assert torch.allclose(trace(MODEL, TOKENS, allowed=allowed).logits, own, atol=1e-5, rtol=1e-5)


def test_trace_holds_the_formula_step_by_step() -> None:
    seen = trace(MODEL, TOKENS)
    scores = torch.einsum("lbhqd,lbhkd->lbhqk", seen.query, seen.key) / 8**0.5
    assert torch.allclose(seen.scores, scores, atol=1e-5)
    causal = torch.ones(17, 17).tril().bool()
    assert torch.allclose(seen.weights, scores.masked_fill(~causal, -torch.inf).softmax(-1), atol=1e-6)
    assert torch.allclose(seen.mixed, seen.weights @ seen.value, atol=1e-5)
    assert torch.equal(seen.residual[0], MODEL.tensors["embedding"][TOKENS])
    assert torch.equal(logit_lens(MODEL, seen.residual[-1]), seen.logits)


def test_residual_stream_is_the_sum_of_what_heads_and_hidden_layers_add() -> None:
    seen = trace(MODEL, TOKENS)
    for layer in range(SHAPE.layers):
        of_heads = MODEL.tensors[f"{layer}.output"].view(4, 8, 32)
        middle = seen.residual[layer] + (seen.mixed[layer] @ of_heads).sum(1)
        of = {part: MODEL.tensors[f"{layer}.{part}"] for part in ("norm_hidden", "up", "down")}
        normed = middle / (middle.square().mean(-1, keepdim=True) + 1e-5).sqrt() * of["norm_hidden"]
        expected = middle + nn.gelu(normed @ of["up"]) @ of["down"]
        assert torch.allclose(seen.residual[layer + 1], expected, atol=1e-4)


def test_no_token_sees_a_later_one() -> None:
    changed = TOKENS.clone()
    changed[:, 9:] = (changed[:, 9:] + 1) % 50
    before, after = forward(MODEL, TOKENS), forward(MODEL, changed)
    assert torch.allclose(before[:, :9], after[:, :9], atol=1e-5)
    assert not torch.allclose(before[:, 9:], after[:, 9:], atol=1e-2)


def test_texts_of_a_batch_do_not_see_each_other() -> None:
    alone = torch.cat([forward(MODEL, row[None]) for row in TOKENS])
    assert torch.allclose(forward(MODEL, TOKENS), alone, atol=1e-5)


@pytest.mark.parametrize("by", ["zero", "mean"])
def test_head_that_is_switched_off_gives_zero_or_its_mean_and_the_others_stay(by: str) -> None:
    off = torch.zeros(3, 4, dtype=torch.bool)
    off[1, 2] = True
    ablation = Ablation(off, by)  # type: ignore[arg-type]
    whole, cut = trace(MODEL, TOKENS), trace(MODEL, TOKENS, ablation=ablation)
    given_instead = MODEL.tensors["mean"][1, 2] if by == "mean" else torch.zeros(8)
    assert torch.allclose(cut.mixed[1, :, 2], given_instead.expand(2, 17, 8))
    assert torch.equal(cut.mixed[1, :, [0, 1, 3]], whole.mixed[1, :, [0, 1, 3]])
    assert not torch.allclose(cut.logits, whole.logits, atol=1e-2)
    assert torch.allclose(forward(MODEL, TOKENS, ablation=ablation), cut.logits, atol=1e-5)


def test_layer_without_heads_leaves_only_its_hidden_layer() -> None:
    off = torch.zeros(3, 4, dtype=torch.bool)
    off[0] = True
    cut = trace(MODEL, TOKENS, ablation=Ablation(off))
    one_by_one = trace(MODEL, TOKENS.reshape(-1, 1), ablation=Ablation(off))
    assert torch.allclose(cut.residual[1].flatten(0, 1), one_by_one.residual[1].flatten(0, 1), atol=1e-5)


def test_query_that_may_look_nowhere_gets_zeros() -> None:
    allowed = torch.tensor([[False, False], [True, False]])
    assert masked_softmax(torch.tensor([[1.0, 2.0], [3.0, 4.0]]), allowed).tolist() == [[0, 0], [1, 0]]
    stepwise = trace(MODEL, TOKENS[:, :2], allowed=allowed).logits
    assert torch.allclose(stepwise, forward(MODEL, TOKENS[:, :2], allowed=allowed), atol=1e-5)


@given(st.integers(0, 400), st.integers(0, 400), st.integers(0, 400))
def test_rotated_product_depends_on_the_distance_alone(query_at: int, key_at: int, shift: int) -> None:
    angles = rotary_angles(801, 8, 100.0, 3.0)
    query, key = torch.randn(2, 8, generator=torch.Generator().manual_seed(3))

    def product(one: int, other: int) -> float:
        at = rotate(query.expand(801, 8), angles)[one], rotate(key.expand(801, 8), angles)[other]
        return float(at[0] @ at[1])

    assert product(query_at + shift, key_at + shift) == pytest.approx(product(query_at, key_at), abs=1e-3)


def test_rotation_of_the_first_two_coordinates_is_that_of_the_plane() -> None:
    """Su et al. (2021), equation 13: place m turns by m radians where base^0 = 1."""
    turned = rotate(torch.tensor([[1.0, 0.0, 7.0]]).expand(3, 3), rotary_angles(3, 2, 10_000.0))
    place = torch.arange(3.0)
    assert torch.allclose(turned, torch.stack([place.cos(), place.sin(), torch.full((3,), 7.0)], dim=1))
    assert rotary_angles(2, 4, 10_000.0)[1].tolist() == pytest.approx([1.0, 0.01])


def test_pass_stays_on_the_device_of_the_model() -> None:
    """On the device "meta", which has shapes and no numbers, anything left behind on the CPU would raise."""
    off = torch.ones(3, 4, dtype=torch.bool)
    for by in ("zero", "mean"):
        seen = trace(MODEL.to("meta"), TOKENS.to("meta"), allowed=window(17, 4), ablation=Ablation(off, by))
        assert {each.device.type for each in vars(seen).values()} == {"meta"}
    assert forward(MODEL.to("meta"), TOKENS.to("meta")).shape == (2, 17, 50)
