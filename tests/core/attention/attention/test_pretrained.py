"""Real models: tiny random GPT-2, BERT and Llama saved to disk, against transformers' own attention; refusals."""

import pickle
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch

transformers = pytest.importorskip("transformers")

from tokenizers import Tokenizer, models, pre_tokenizers, processors  # noqa: E402

from core.attention.attention.interventions import Changes  # noqa: E402
from core.attention.attention.pretrained import DEFAULT, VARIABLE, load_pretrained, offered, read_text  # noqa: E402
from core.attention.attention.text_analysis import read_real  # noqa: E402
from core.errors import InputError, MissingInput  # noqa: E402

TEXT = "the cat gave the dog a red ball and the dog gave it to the cat"
SMALL = {"num_hidden_layers": 2, "hidden_size": 16, "num_attention_heads": 4, "vocab_size": 16}
SHAPES: dict[str, Any] = {
    "gpt2": lambda: transformers.GPT2LMHeadModel(
        transformers.GPT2Config(n_layer=2, n_embd=16, n_head=4, vocab_size=16, n_positions=64)
    ),
    "bert": lambda: transformers.BertModel(transformers.BertConfig(**SMALL, intermediate_size=32)),
    "llama": lambda: transformers.LlamaForCausalLM(
        transformers.LlamaConfig(**SMALL, num_key_value_heads=2, intermediate_size=32)
    ),
    "opt": lambda: transformers.OPTForCausalLM(
        transformers.OPTConfig(**SMALL, ffn_dim=32, max_position_embeddings=64, word_embed_proj_dim=16)
    ),
}
OF_THEIR_OWN: dict[str, Any] = {  # formulas that are not softmax(q·k/√d) alone
    "gemma2": lambda: transformers.Gemma2ForCausalLM(
        transformers.Gemma2Config(
            **SMALL, num_key_value_heads=2, intermediate_size=32, head_dim=4, attn_logit_softcapping=2.0,
            query_pre_attn_scalar=9, sliding_window=64,
        )
    ),
    "gpt_oss": lambda: transformers.GptOssForCausalLM(
        transformers.GptOssConfig(
            **SMALL, num_key_value_heads=2, intermediate_size=32, head_dim=4, num_local_experts=2,
            num_experts_per_tok=1, sliding_window=64,
        )
    ),
    "mistral": lambda: transformers.MistralForCausalLM(
        transformers.MistralConfig(**SMALL, num_key_value_heads=2, intermediate_size=32, head_dim=4, sliding_window=4)
    ),
    "gemma3": lambda: transformers.Gemma3ForCausalLM(
        transformers.Gemma3TextConfig(
            **SMALL, num_key_value_heads=2, intermediate_size=32, head_dim=4, query_pre_attn_scalar=9,
            sliding_window=4, layer_types=["sliding_attention", "full_attention"],
        )
    ),
}  # fmt: skip


def save(kind: str, folder: Path) -> Any:
    """A tiny random model of this kind with a tokenizer of words; gives the model."""
    with torch.random.fork_rng():
        torch.manual_seed(3)
        model = (SHAPES | OF_THEIR_OWN)[kind]().eval()
        for parameter in model.parameters():
            torch.nn.init.normal_(parameter, std=0.6)
    model.save_pretrained(folder)
    words = {word: number for number, word in enumerate(["[UNK]", "[CLS]", *dict.fromkeys(TEXT.split())])}
    tokenizer = Tokenizer(models.WordLevel(words, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    if kind == "bert":
        tokenizer.post_processor = processors.TemplateProcessing(single="[CLS] $A", special_tokens=[("[CLS]", 1)])
    transformers.PreTrainedTokenizerFast(tokenizer_object=tokenizer, unk_token="[UNK]").save_pretrained(folder)
    return model


@pytest.mark.parametrize("kind", list(SHAPES))
def test_weights_equal_those_of_transformers(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    own = save(kind, tmp_path)
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    pretrained = load_pretrained(str(tmp_path))
    seen = read_text(pretrained, TEXT, 64)
    ids = torch.tensor([pretrained.tokenizer(TEXT)["input_ids"]])
    own.set_attn_implementation("eager")
    with torch.no_grad():
        expected = own(ids, output_attentions=True)
    assert torch.allclose(seen.weights, torch.cat(expected.attentions), atol=1e-6)
    assert (seen.logits is None) == (kind == "bert")
    if seen.logits is not None:
        assert torch.allclose(seen.logits, expected.logits[0], atol=1e-5)
        assert torch.equal(seen.weights, seen.weights.tril())
    scores = seen.query @ seen.key.mT * (seen.query.shape[-1] ** -0.5)
    alone = read_text(pretrained, TEXT, 64, last=True)
    assert torch.equal(alone.weights, seen.weights[-1:])
    hidden = torch.zeros_like(scores) if kind == "bert" else torch.full_like(scores, -torch.inf).triu(1)
    assert torch.allclose((scores + hidden).softmax(-1), seen.weights, atol=1e-6)
    assert seen.value.shape == seen.key.shape == (2, 4, len(seen.tokens), 4)
    words = [TEXT[start:end] for start, end in seen.spans if end > start]
    assert words == TEXT.split()
    assert len(read_text(pretrained, TEXT, 5).tokens) == 5


@pytest.mark.parametrize("kind", list(OF_THEIR_OWN))
def test_formula_of_a_models_own_predicts_as_transformers_does_and_is_refused_with_its_reason(
    kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    own = save(kind, tmp_path)
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    seen = read_text(load_pretrained(str(tmp_path)), TEXT, 64)
    own.set_attn_implementation("eager")
    with torch.no_grad():
        expected = own(torch.tensor([seen.ids]), output_attentions=True)
    assert torch.allclose(seen.weights, torch.cat(expected.attentions), atol=1e-5)
    assert torch.allclose(seen.logits, expected.logits[0], atol=1e-4)
    reason = {"gemma2": "2·tanh", "gpt_oss": "sink", "mistral": "window", "gemma3": "window"}[kind]
    with pytest.raises(InputError, match=rf"in layer \d, head \d .*{reason}") as caught:
        read_real(str(tmp_path), TEXT, Changes(), torch.device("cpu"))
    assert caught.value.field == "model"


def test_window_that_hides_nothing_of_a_short_text_is_no_reason_to_refuse(tmp_path: Path, monkeypatch) -> None:
    save("mistral", tmp_path)
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    reading = read_real(str(tmp_path), "the cat gave", Changes(), torch.device("cpu"))
    assert reading.plain.causal


def test_head_that_is_switched_off_changes_what_is_predicted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    save("llama", tmp_path)
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    pretrained = load_pretrained(str(tmp_path))
    off = torch.zeros(2, 4, dtype=torch.bool)
    whole, same = read_text(pretrained, TEXT, 64), read_text(pretrained, TEXT, 64, off)
    off[1, 2] = True
    cut = read_text(pretrained, TEXT, 64, off)
    assert torch.equal(same.logits, whole.logits)
    assert torch.equal(cut.weights, whole.weights)  # the last layer's mixing comes after all weights
    assert not torch.allclose(cut.logits, whole.logits, atol=1e-3)


def test_head_that_gives_its_mean_shifts_the_output_of_its_layer_by_what_it_adds_less(
    tmp_path: Path, monkeypatch
) -> None:
    save("llama", tmp_path)
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    pretrained, off, heard = load_pretrained(str(tmp_path)), torch.zeros(2, 4, dtype=torch.bool), []
    off[1, 2] = True
    out = pretrained.model.model.layers[1].self_attn.o_proj
    out.register_forward_hook(lambda module, given, told: heard.append(told[0]))
    whole = read_text(pretrained, TEXT, 64)
    read_text(pretrained, TEXT, 64, off, instead=whole.mean)
    mixed = whole.weights[1, 2] @ whole.value[1, 2]
    assert torch.allclose(whole.mean[1, 2], mixed.mean(0), atol=1e-6)
    assert torch.allclose(heard[1] - heard[0], (mixed.mean(0) - mixed) @ out.weight[:, 8:12].T, atol=1e-4)


def test_what_is_not_a_model_that_may_be_opened_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pickled, broken, empty = tmp_path / "pickled", tmp_path / "broken", tmp_path / "empty"
    for folder in (pickled, broken, empty):
        folder.mkdir()
    (pickled / "config.json").write_text("{}")
    (pickled / "pytorch_model.bin").write_bytes(pickle.dumps({"a": 1}))
    (broken / "config.json").write_text('{"model_type": "none such"}')
    monkeypatch.setenv(VARIABLE, f"{pickled}, {broken} ,{empty}")
    for folder, said in (
        (pickled, r"pickled \(pytorch_model.bin\)"),
        (broken, "cannot be had"),
        (empty, "with a config.json"),
    ):
        with pytest.raises(InputError, match=said):
            load_pretrained(str(folder))
    with pytest.raises(InputError, match="must be a model that this server offers"):
        load_pretrained("/etc")


def test_operator_sets_the_list_and_a_text_without_tokens_is_missing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    assert offered() == DEFAULT
    monkeypatch.setenv(VARIABLE, "")
    assert offered() == ()
    save("gpt2", tmp_path)
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    with pytest.raises(MissingInput):
        read_text(load_pretrained(str(tmp_path)), "", 64)


@pytest.mark.parametrize("kind", ["gpt2", "llama"])
def test_lens_of_the_last_place_ends_in_the_models_own_answer(kind: str, tmp_path: Path, monkeypatch) -> None:
    own = save(kind, tmp_path)
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    seen = read_text(load_pretrained(str(tmp_path)), TEXT, 64)
    assert torch.equal(seen.lens[-1], seen.logits[-1])
    with torch.no_grad():
        streams = own(torch.tensor([seen.ids]), output_hidden_states=True).hidden_states
        norm = own.transformer.ln_f if kind == "gpt2" else own.model.norm
        expected = own.lm_head(norm(streams[1][0, -1]))
    assert torch.allclose(seen.lens[1], expected, atol=1e-5)


def test_reading_of_a_real_model_holds_its_weights_changes_and_refusals(tmp_path: Path, monkeypatch) -> None:
    cpu, folders = torch.device("cpu"), {kind: tmp_path / kind for kind in SHAPES}
    for kind, folder in folders.items():
        folder.mkdir()
        save(kind, folder)
    monkeypatch.setenv(VARIABLE, ",".join(map(str, folders.values())))
    for kind, folder in folders.items():
        reading = read_real(str(folder), TEXT, Changes(off=((0, 1),), mask="window", window=3), cpu)
        trace = read_text(load_pretrained(str(folder)), TEXT, 64)
        for layer in range(2):
            np.testing.assert_allclose(reading.plain.weights(layer, 2), trace.weights[layer, 2], atol=1e-6)
        assert reading.plain.causal == (kind != "bert")
        assert reading.changed.weights(1, 0)[9, :7].max() == 0
        np.testing.assert_allclose(reading.changed.weights(1, 0).sum(1), 1, atol=1e-5)
        assert (reading.predictions is None) == (kind == "bert")
        assert (reading.lenses is None) == (kind in ("bert", "opt"))
        if reading.predictions is not None:
            assert not np.allclose(reading.predictions.before, reading.predictions.after, atol=1e-3)
            assert set(np.unique(reading.predictions.tokens)) <= set(reading.words)
            assert all(reading.words.values())
        by_mean = read_real(str(folder), TEXT, Changes(off=((0, 1),), by="mean"), cpu)
        assert not np.allclose(by_mean.changed.key[1], reading.plain.key[1], atol=1e-3)  # above the head
        hidden = read_real(str(folder), TEXT, Changes(mask="padding", padding=(0, 1)), cpu).changed
        assert hidden.weights(0, 0)[:, :2].max() == 0
    with pytest.raises(InputError, match="layer must be from 0 to 1 and the head from 0 to 3"):
        read_real(str(folders["llama"]), TEXT, Changes(off=((2, 0),)), cpu)
    strange = load_pretrained(str(folders["gpt2"]), "cpu").model
    for layer, block in enumerate(strange.transformer.h):
        block.attn.scaling = 4**-0.5 / (layer + 1)
    factored = read_real(str(folders["gpt2"]), TEXT, Changes(), cpu).plain
    trace = read_text(load_pretrained(str(folders["gpt2"]), "cpu"), TEXT, 64)
    for layer in range(2):  # a factor of the layer's own belongs to its queries
        np.testing.assert_allclose(factored.weights(layer, 2), trace.weights[layer, 2], atol=1e-6)
    load_pretrained.cache_clear()
    cut = read_real(str(folders["gpt2"]), f"{TEXT} " * 20, Changes(), cpu)
    assert cut.remarks[0].startswith("The first 64 tokens are shown")
