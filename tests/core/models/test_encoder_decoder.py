"""The encoder–decoder: steps against torch's own attention, what may look where, filling up, writing greedily."""

import pytest
import torch
from torch import Tensor

from core.models.encoder_decoder import EncoderDecoder, EncoderDecoderConfig, forward, sinusoids, trace, write_greedily

SHAPE = EncoderDecoderConfig(source=12, target=15, width=16, layers=2, heads=2, hidden=24)


def random_model(seed: int = 0) -> EncoderDecoder:
    generator = torch.Generator().manual_seed(seed)
    shapes = SHAPE.shapes().items()
    return EncoderDecoder(SHAPE, {name: torch.randn(shape, generator=generator) * 0.4 for name, shape in shapes})


def words(batch: int, places: int, most: int, seed: int) -> Tensor:
    return torch.randint(3, most, (batch, places), generator=torch.Generator().manual_seed(seed))


MODEL, SOURCE, WRITTEN = random_model(), words(3, 7, 12, 1), words(3, 5, 15, 2)


def test_pass_with_every_step_kept_equals_torchs_own_attention() -> None:
    seen = trace(MODEL, SOURCE, WRITTEN)
    assert torch.allclose(seen.logits, forward(MODEL, SOURCE, WRITTEN), atol=1e-5, rtol=1e-5)
    assert seen.cross.weights.shape == (2, 3, 2, 5, 7)
    assert torch.allclose(seen.cross.scores, seen.cross.query @ seen.cross.key.mT / 8**0.5, atol=1e-5)
    assert torch.allclose(seen.cross.weights, seen.cross.scores.softmax(-1))


def test_pass_stays_on_the_device_of_the_model() -> None:
    seen = trace(MODEL.to("meta"), SOURCE.to("meta"), WRITTEN.to("meta"))
    assert (seen.logits.device.type, seen.logits.shape) == ("meta", (3, 5, 15))


def test_encoder_looks_both_ways_and_decoder_only_back() -> None:
    seen = trace(MODEL, SOURCE, WRITTEN)
    assert float(seen.encoder.weights.min()) > 0
    assert torch.equal(seen.decoder.weights, seen.decoder.weights.tril())
    changed = WRITTEN.clone()
    changed[:, 3:] = 3 + (changed[:, 3:] - 2) % 12
    assert torch.allclose(seen.logits[:, :3], forward(MODEL, SOURCE, changed)[:, :3], atol=1e-5)


def test_sentence_that_is_filled_up_is_read_as_it_was() -> None:
    alone = forward(MODEL, SOURCE[:1, :4], WRITTEN[:1])
    is_word = torch.arange(7).expand(3, 7) < torch.tensor([[4], [7], [7]])
    assert torch.allclose(forward(MODEL, SOURCE, WRITTEN, is_word=is_word)[:1], alone, atol=1e-5)
    assert not torch.allclose(forward(MODEL, SOURCE, WRITTEN)[:1], alone, atol=1e-2)


def test_greedy_writing_takes_the_likeliest_word_each_time_and_stops_at_the_end() -> None:
    written = write_greedily(MODEL, SOURCE, start=1, end=2, most=6)
    ended = (written == 2).any(1).all()
    assert written.shape[1] == 7 or ended
    assert torch.equal(forward(MODEL, SOURCE, written)[:, :-1].argmax(-1), written[:, 1:])


def test_sinusoids_of_width_four_are_those_of_the_notes() -> None:
    """golden: position 0 is (0, 1, 0, 1), position 1 is (0.841471, 0.540302, 0.0099998, 0.99995)."""
    assert sinusoids(2, 4)[0].tolist() == [0, 1, 0, 1]
    assert sinusoids(2, 4)[1].tolist() == pytest.approx([0.841471, 0.540302, 0.0099998, 0.99995], abs=1e-6)
