"""The figures of the model card, measured anew on the weights that come with Glassbox."""

import re

import pytest
import torch

from core.models.head_scores import best_heads, head_scores
from core.models.model_files import MODELS
from core.models.text_model import STORIES, stories
from core.models.transformer import Ablation, forward, trace
from core.models.translator import FRENCH, french
from training.figures import of_decoder, of_translator

CARD = (MODELS / "README.md").read_text(encoding="utf-8")


def on_card(name: str) -> float:
    """The number behind ``name`` in the tables of the card."""
    found = re.search(rf"^\| {re.escape(name)}[^|]*\| ([\d.]+) %?", CARD, re.MULTILINE)
    assert found, name
    return float(found[1])


def test_decoder_has_the_heads_and_losses_of_its_card() -> None:
    figures = of_decoder(stories(), rows=4, gifts=400)
    back, after = figures["back"], figures["after"]
    assert back[1] == pytest.approx(on_card("previous token score"), abs=0.002)
    assert after[1] == pytest.approx(on_card("induction score"), abs=0.002)
    assert figures["first copy"] == pytest.approx(on_card("loss on the first copy"), abs=0.005)
    assert figures["second copy"] == pytest.approx(on_card("loss on the second copy"), abs=0.005)
    assert 100 * figures["recipient"] == pytest.approx(on_card("right recipient"), abs=0.3)
    assert back[1] >= 0.8
    assert after[1] >= 0.6
    assert after[1] > 3 * max(score for delta, score in after.items() if delta != 1)  # no other offset does the work
    assert figures["second copy"] < figures["first copy"] / 3
    assert figures["recipient"] >= 0.9
    assert stories().transformer.config.layers >= 4 <= stories().transformer.config.heads


def test_translator_has_the_figures_of_its_card_and_its_attention_leaves_the_diagonal() -> None:
    figures = of_translator(french(), sentences=150)
    assert 100 * figures["right"] == pytest.approx(on_card("held-out sentences without a mistake"), abs=0.5)
    assert figures["aligned"] == pytest.approx(on_card("looked at the right word"), abs=0.02)
    assert figures["crossed"] == pytest.approx(on_card("the same where the order is turned"), abs=0.01)
    assert figures["right"] >= 0.95
    assert figures["crossed"] >= 0.9
    assert figures["diagonal"] == 0


def test_french_adjective_looks_back_across_its_noun() -> None:
    result = french().translate("The red dog does not see my big white horses.")
    assert " ".join(result.written) == "le chien rouge ne voit pas mes grands chevaux blancs <end>"
    looked = result.steps.cross.weights[1, 0].mean(0).argmax(-1)
    words = dict(zip(result.written, [result.source[place] for place in looked.tolist()], strict=True))
    pairs = {"chien": "dog", "rouge": "red", "grands": "big", "chevaux": "horses", "blancs": "white"}
    assert {word: words[word] for word in pairs} == pairs


def test_gift_goes_to_the_other_person_and_no_longer_without_the_heads() -> None:
    model = stories()
    encoding, _ = model.encode("Mary and John went to the market. John had a red book and gave it to", 64)
    tokens = model.batch(encoding)
    names = [model.tokenizer.encode(name).ids[0] for name in (" Mary", " John")]
    mary, john = forward(model.transformer, tokens)[0, -1].softmax(-1)[names].tolist()
    assert mary > 0.8 > 0.2 > john
    off = torch.ones(4, 4, dtype=torch.bool)
    for by in ("zero", "mean"):
        without = forward(model.transformer, tokens, ablation=Ablation(off, by))[0, -1].softmax(-1)
        assert float(without[names[0]]) < 0.5


def test_step_by_step_pass_of_the_decoder_equals_torchs_own_attention_on_any_text() -> None:
    model = stories()
    encoding, _ = model.encode("Größe 👩‍👩‍👧 שלום \0 — The goats near the clock have been quiet. " * 3, 256)
    tokens = model.batch(encoding)
    seen = trace(model.transformer, tokens)
    logits = forward(model.transformer, tokens)
    assert torch.allclose(seen.logits.softmax(-1), logits.softmax(-1), atol=1e-5)
    assert torch.allclose(seen.logits, logits, atol=1e-5 * float(logits.abs().max()))
    weights = torch.nn.functional.scaled_dot_product_attention(seen.query, seen.key, seen.value, is_causal=True)
    assert torch.allclose(weights, seen.mixed, atol=1e-5)


def test_induction_head_is_found_in_a_readers_own_repetition() -> None:
    model = stories()
    encoding, _ = model.encode("zq8 Kvothe! #71 æß xylophone; zq8 Kvothe! #71 æß xylophone;", 256)
    tokens = model.batch(encoding)
    best = best_heads(head_scores(trace(model.transformer, tokens).weights, tokens)["induction"])[0]
    assert best.score > 0.5


def test_all_models_together_are_small() -> None:
    assert STORIES.stat().st_size + FRENCH.stat().st_size < 12e6
