"""The attention lab's passes against the trace they stand for, its changes, its text of any kind, and its settings."""

import dataclasses
import io
import itertools
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.special import softmax

from core import link
from core.attention import attention
from core.attention.attention import PRESETS, Params, compute
from core.attention.attention.head_cache import HeadCache
from core.attention.attention.head_summary import summarise
from core.attention.attention.interventions import Changes, read_heads, read_places
from core.attention.attention.layer_rule import LayerRule
from core.attention.attention.presets import REPEATED, SIGNS, STORIES, STORY
from core.attention.attention.temperature import over_temperatures
from core.attention.attention.text_analysis import MOST, SPLIT
from core.costs import estimate_seconds
from core.errors import InputError, MissingInput
from core.explorer import computation_key
from core.models.head_scores import head_scores
from core.models.softmax import entropy
from core.models.text_model import stories
from core.models.token_labels import byte_label, token_labels
from core.models.transformer import Ablation, forward, logit_lens, trace


def traced(text: str = STORY, **more):
    model = stories()
    tokens = model.batch(model.encode(text, MOST)[0])
    return trace(model.transformer, tokens, **more), tokens


def told(text: str, result: attention.Result, place: int = -1) -> dict[str, tuple[float, float]]:
    """The likeliest tokens after a place, before and after."""
    found = result.reading.predictions
    rows = zip(found.tokens[place], found.before[place], found.after[place], strict=True)
    return {result.reading.words[int(token)]: (float(before), float(after)) for token, before, after in rows}


def test_what_is_kept_gives_back_every_weight_and_overview_of_the_whole_trace() -> None:
    seen, tokens = traced(REPEATED)
    kept = compute(Params(text=REPEATED)).reading.plain
    weights = seen.weights[:, 0].numpy()
    for layer, head in np.ndindex(4, 4):
        np.testing.assert_allclose(kept.weights(layer, head), weights[layer, head], atol=1e-5)
        np.testing.assert_allclose(kept.scores(layer, head), seen.scores[layer, 0, head], atol=1e-4)
    np.testing.assert_allclose(kept.means, weights.mean(1), atol=1e-5)
    np.testing.assert_allclose(kept.entropies, entropy(weights.astype(np.float64)), atol=1e-4)
    mixed = (weights.mean(1).astype(np.float64) + np.eye(len(tokens[0]))) / 2
    through = list(itertools.accumulate(mixed, lambda before, layer: layer @ before))
    np.testing.assert_allclose(kept.rollouts, through, atol=1e-5)
    for role, scores in head_scores(seen.weights, tokens).items():
        np.testing.assert_allclose(kept.roles[role], scores, atol=1e-5, err_msg=role)
    assert kept.tiles.shape == (4, 4, 57, 57)
    levels = np.where(kept.rules[1].allowed, np.round(1 + 254 * np.sqrt(kept.weights(1, 2))), 0)
    np.testing.assert_allclose(kept.tiles[1, 2], levels, atol=1)  # a weight on the border of two


@pytest.mark.parametrize(
    ("queries", "keys", "share"), [(1, 1, 1.0), (40, 40, 0.7), (700, 700, 0.9), (1_023, 1_023, 0.0)]
)
def test_summary_says_of_blocks_what_the_whole_matrices_say(queries: int, keys: int, share: float) -> None:
    random = np.random.default_rng(3)
    query, key = (random.normal(0, 2, (2, length, 8)).astype(np.float32) for length in (queries, keys))
    seen = np.tril(np.ones((queries, keys), bool)) if share == 0 else random.random((queries, keys)) < share
    seen[queries // 2 :: 7] = False  # queries that may look nowhere
    found = summarise(query, key, LayerRule(seen, 8**-0.5))
    scores = np.where(seen, query.astype(np.float64) @ key.transpose(0, 2, 1) / np.sqrt(8), -np.inf)
    weights = np.where(seen.any(1)[:, None], softmax(np.where(seen.any(1)[:, None], scores, 0), -1), 0)
    np.testing.assert_allclose(found.weight, weights.max(-1), rtol=1e-5)
    np.testing.assert_array_equal(found.key[:, seen.any(1)], weights.argmax(-1)[:, seen.any(1)])
    np.testing.assert_allclose(found.bits, entropy(weights), atol=1e-5)
    assert not found.bits[:, seen.sum(1) == 1].any()  # not even by as little as hidden keys add to sums
    levels = np.where(seen, np.floor(1.5 + 254 * np.sqrt(weights)), 0)
    cells = found.cells
    assert cells == (2 if queries > 512 else 1)
    levels = np.pad(levels, ((0, 0), (0, -queries % cells), (0, -keys % cells)))
    pixels = levels.reshape(2, levels.shape[1] // cells, cells, levels.shape[2] // cells, cells).max((2, 4))
    assert found.picture.shape == pixels.shape
    assert (np.abs(found.picture - pixels) > 0).mean() < 1e-3  # a weight on the border of two levels
    assert np.abs(found.picture - pixels).max() <= 1


def test_giver_is_looked_at_and_without_his_head_the_book_goes_astray() -> None:
    result = compute(Params(off="1.2"))
    assert result.reading.labels[result.weights[16].argmax()] == "␣John"
    assert result.weights[16, 8] > 0.99
    before, after = told(STORY, result)["␣Mary"]
    assert before == pytest.approx(0.986, abs=0.001)
    assert after == pytest.approx(0.17, abs=0.005)
    names = compute(Params(layer=2, head=0)).weights[16]
    assert names[[0, 2, 8]].sum() > 0.9


@pytest.mark.parametrize("by", ["zero", "mean"])
def test_predictions_loss_and_lens_are_those_of_the_passes_themselves(by: str) -> None:
    result = compute(Params(off="1.2 L3H1", by=by))
    off = torch.zeros(4, 4, dtype=torch.bool)
    off[1, 2] = off[3, 1] = True
    (seen, tokens), model = traced(ablation=Ablation(off, by)), stories()
    probabilities = seen.logits[0].softmax(-1)
    found = result.reading.predictions
    np.testing.assert_allclose(found.after, probabilities.gather(1, torch.tensor(found.tokens)), atol=1e-5)
    expected = -probabilities[:-1].gather(1, tokens[0, 1:, None])[:, 0].log()
    np.testing.assert_allclose(found.loss_after, expected, atol=1e-4)
    before, after = result.reading.lenses
    at_depth = logit_lens(model.transformer, seen.residual[2, 0]).softmax(-1)
    np.testing.assert_array_equal(after.tokens[2], at_depth.argmax(-1))
    np.testing.assert_allclose(after.likeliest[2], at_depth.max(-1)[0], atol=1e-5)
    answer = forward(model.transformer, tokens)[0].argmax(-1)
    np.testing.assert_array_equal(before.tokens[-1], answer)
    np.testing.assert_allclose(before.answer[-1], before.likeliest[-1])


def test_masks_hide_what_they_say_and_change_the_pass() -> None:
    window = compute(Params(mask="window", window=4)).reading
    assert window.plain is not window.changed
    assert window.changed.weights(1, 2)[16, :13].max() == 0
    np.testing.assert_allclose(window.changed.weights(2, 1).sum(1), 1, atol=1e-5)
    ahead = compute(Params(mask="none")).reading.changed
    assert np.triu(ahead.weights(0, 3), 1).max() > 0.01
    assert np.isnan(ahead.roles["positional"]).all()
    hidden = compute(Params(mask="padding", padding="0 2")).reading.changed
    assert hidden.weights(2, 0)[:, [0, 2]].max() == 0
    assert np.isfinite(hidden.query).all()
    assert hidden.weights(2, 0)[0].sum() == 0  # place 0 may look at itself alone, and that is hidden
    same = compute(Params(mask="causal")).reading
    np.testing.assert_array_equal(same.changed.weights(3, 3), same.plain.weights(3, 3))
    unchanged = compute(Params()).reading
    assert unchanged.changed is unchanged.plain


def test_where_a_reader_looks_starts_no_computation() -> None:
    looked = Params(show="roles", layer=3, head=1, query=2, temperature=4.0)
    assert computation_key(looked) == computation_key(Params())
    assert computation_key(Params(off="1.2")) != computation_key(Params())
    result = compute(Params())
    focused = attention.focus(result, dataclasses.replace(looked, show="softmax", layer=50, query=900))
    assert (focused.layer, focused.head, focused.query) == (3, 1, 16)
    assert focused.reading is result.reading


def test_temperature_one_is_the_model_cold_is_one_hot_and_hot_is_all_alike() -> None:
    result = compute(Params(show="softmax", layer=3, head=2))
    found = result.temperatures
    at_one = int(np.flatnonzero(found.values == 1.0)[0])
    np.testing.assert_allclose(found.weights[at_one], result.weights[16], atol=1e-6)
    assert found.largest[0] > 0.999
    assert found.entropy[-1] == pytest.approx(np.log2(17), abs=0.01)
    assert (np.diff(found.entropy) > 0).all()
    nowhere = over_temperatures(np.ones(3, np.float32), np.zeros(3, bool))
    assert nowhere.weights.max() == 0


def test_signs_of_several_bytes_are_shown_whole_with_the_number_of_their_part() -> None:
    result = compute(Params(text=SIGNS))
    labels = result.reading.labels
    assert labels[:4] == ("ש₁", "ש₂", "ל₁", "ל₂")
    assert labels[10:17] == ("👩₁", "👩₂", "👩₃", "👩₄", "⟨U+200D⟩₁", "⟨U+200D⟩₂", "⟨U+200D⟩₃")
    assert SPLIT in result.remarks
    assert compute(Params(text="a\0b\u202e")).reading.labels[1] == "⟨U+0000⟩"
    assert byte_label(b"\xe2\x82") == "⟨E2 82⟩"
    assert byte_label(b" to") == "␣to"
    assert token_labels("a cat", [(0, 1), (2, 5), (0, 0)], ("a", "Ġcat", "[SEP]")) == ("a", "␣cat", "[SEP]")


@given(st.text(min_size=1, max_size=60))
@settings(max_examples=25, deadline=None)
def test_any_text_is_read(text: str) -> None:
    result = compute(Params(text=text))
    assert len(result.reading.labels) == result.reading.plain.time == len(result.reading.plain.tokens)
    np.testing.assert_allclose(result.weights.sum(1), 1, atol=1e-5)


def test_short_long_and_empty_texts() -> None:
    one = compute(Params(text="a", query=500, show="softmax"))
    assert one.query == 0
    assert np.isnan(one.reading.plain.roles["induction"]).all()
    assert len(one.reading.predictions.loss_before) == 0
    with pytest.raises(MissingInput, match="no text yet"):
        compute(Params(text=""))
    long = compute(Params(text="Größe שלום " * 10_000))
    assert long.reading.plain.time == MOST
    assert long.remarks[0].startswith("The first 1,024 tokens are shown")
    assert "of 110,000 characters" in long.remarks[0]
    assert long.nbytes < 60e6
    assert len(long.table()) == 1024 * 1025 // 2  # one head alone
    assert estimate_seconds(attention, Params(text="x" * 10_000), None) > 0.1
    assert estimate_seconds(attention, Params(), None) < 0.05
    assert estimate_seconds(attention, Params(text=STORIES * 7, off="1.2"), None) < 0.1  # some 230 tokens, twice


def test_table_and_archive_hold_the_weights() -> None:
    result = compute(Params(layer=2, head=0))
    table = result.table()
    assert len(table) == 16 * 17 * 18 // 2
    row = table.query("layer == 1 and head == 2 and query == 16 and key == 8").iloc[0]
    assert (row["query token"], row["key token"]) == ("␣to", "␣John")
    assert row["weight"] == pytest.approx(0.99877, abs=1e-4)
    archive = np.load(io.BytesIO(result.npz()))
    assert archive["weights"].shape == (4, 4, 17, 17)
    np.testing.assert_array_equal(archive["weights"][2, 0], result.weights)
    assert archive["labels"][8] == "␣John"


def test_heads_and_places_are_read_from_text() -> None:
    assert read_heads("1.2, L2H0;3:1 1.2") == ((1, 2), (2, 0), (3, 1))
    assert read_places("") == ()
    assert read_places("0, 4-6 5") == (0, 4, 5, 6)
    assert not Changes().any


@pytest.mark.parametrize(
    ("values", "field", "said"),
    [
        ({"off": "1-2"}, "off", "must be the number of a layer"),
        ({"off": "1.2 " * 500}, "off", "there must be at most 400 heads off"),
        ({"padding": "6-4"}, "padding", "a range of places"),
        ({"padding": "x"}, "padding", "a range of places"),
        ({"model": "/etc"}, "model", "there is no such choice"),
        ({"mask": "window", "window": 0}, "window", "from 1 to 1,024"),
        ({"layer": -1}, "layer", "from 0 to 99"),
        ({"temperature": 0.0}, "temperature", "from 0.03125 to 32"),
    ],
)
def test_settings_that_cannot_be_used_are_refused_with_a_sentence(values, field: str, said: str) -> None:
    with pytest.raises(InputError, match=said) as caught:
        Params(**values)
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("values", "field"), [({"off": "4.0"}, "off"), ({"mask": "padding", "padding": "17"}, "padding")]
)
def test_heads_and_places_that_are_not_there_are_told(values, field: str) -> None:
    with pytest.raises(
        InputError, match=r"the layer must be from 1 to 4 and the head from 1 to 4|the text has 17 places"
    ) as caught:
        compute(Params(**values))
    assert caught.value.field == field


def test_model_that_cannot_be_had_says_so_and_ours_is_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    empty, pickled = tmp_path / "empty", tmp_path / "pickled"
    for folder in (empty, pickled):
        folder.mkdir()
    (pickled / "config.json").write_text("{}")
    (pickled / "pytorch_model.bin").write_bytes(b"\x80\x04.")
    monkeypatch.setenv("GLASSBOX_MODELS", f"{empty},{pickled}")
    for folder, said in ((empty, "the folder must hold a model"), (pickled, "not pickled (pytorch_model.bin)")):
        result = compute(Params(model=str(folder)))
        assert said in result.refused
        assert result.refused.endswith("The model that comes with Glassbox is shown.")
        np.testing.assert_array_equal(result.weights, compute(Params()).weights)
    assert estimate_seconds(attention, Params(model=str(empty)), None) > 0.1


def test_every_preset_says_what_is_so() -> None:
    found = {preset.name: compute(Params(**preset.values)) for preset in PRESETS}
    for preset in PRESETS:
        assert link.fits(link.query_string(link.encode(Params(**preset.values)))), preset.name
        assert Params(**preset.values).query < found[preset.name].reading.plain.time, preset.name
    assert told(STORY, found["switched-off"])["␣John"][1] == pytest.approx(0.26, abs=0.005)
    assert told(STORY, found["switched-off"])["␣David"][1] == pytest.approx(0.35, abs=0.005)
    assert told(STORY, found["by-mean"])["␣Mary"][1] == pytest.approx(0.55, abs=0.005)
    repeated = found["induction"]
    assert repeated.weights[45].max() > 0.9
    assert told(STORY, found["hidden"])["␣David"][1] > told(STORY, found["hidden"])["␣Mary"][1]
    assert told(STORY, found["window"])["␣Mary"][1] < 0.05
    assert found["long"].reading.plain.time == MOST
    cold = found["saturated"].temperatures
    assert cold.largest[np.abs(cold.values - 0.177).argmin()] == pytest.approx(0.74, abs=0.005)
    assert cold.largest[80] == pytest.approx(0.20, abs=0.005)
    ahead = found["looking-ahead"].reading.predictions
    assert ahead.loss_after.mean() < ahead.loss_before.mean()
    assert (found["rollout"].reading.plain.rollouts[3, 16] > 0.01).sum() > 10


def test_role_says_how_many_queries_it_is_a_mean_of_and_what_a_head_that_looks_everywhere_alike_has() -> None:
    """By hand: of A B A B A the last three come again, and B alone comes after an earlier A; row i is 1/(i + 1)."""
    head = HeadCache(
        (7, 8, 7, 8, 7), *(np.zeros((1, 1, 5, 2), np.float32),) * 3, (LayerRule(np.tri(5, dtype=bool), 1.0),)
    )
    assert head.role_queries == {
        "previous token": 4, "first token": 4, "positional": 4, "duplicate token": 3, "induction": 3
    }  # fmt: skip
    alike = head.roles_alike
    assert alike["previous token"] == alike["first token"] == pytest.approx((1 / 2 + 1 / 3 + 1 / 4 + 1 / 5) / 4)
    assert alike["duplicate token"] == pytest.approx((1 / 3 + 1 / 4 + 2 / 5) / 3)
    for role, scores in head.roles.items():  # zeros for queries and keys: this head is such a one
        assert float(scores[0, 0]) == pytest.approx(alike[role], abs=1e-6)


def test_words_that_the_small_model_never_met_are_said_to_be_read_in_pieces() -> None:
    assert compute(Params()).remarks == ()
    assert "letters mostly: 2 of 4." in compute(Params(text="Mary gave quantized tensors")).remarks[-1]
