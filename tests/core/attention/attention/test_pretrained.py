"""Real models: tiny random ones of many kinds saved to disk, against transformers' own attention; refusals."""

import pickle
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from scipy.special import softmax

transformers = pytest.importorskip("transformers")

from tokenizers import Tokenizer, models, pre_tokenizers, processors  # noqa: E402

from core.attention.attention.head_cache import HeadCache  # noqa: E402
from core.attention.attention.interventions import Changes  # noqa: E402
from core.attention.attention.pretrained import load_pretrained, read_text  # noqa: E402
from core.attention.attention.temperature import over_temperatures  # noqa: E402
from core.attention.attention.text_analysis import read_real  # noqa: E402
from core.errors import InputError, MissingInput  # noqa: E402
from core.models.masks import allowed  # noqa: E402
from core.models.pretrained import DEFAULT, VARIABLE, Pretrained, offered  # noqa: E402
from core.models.softmax import entropy  # noqa: E402

TEXT = "the cat gave the dog a red ball and the dog gave it to the cat"
SMALL = {"num_hidden_layers": 2, "hidden_size": 16, "num_attention_heads": 4, "vocab_size": 16}
GROUPED = SMALL | {"num_key_value_heads": 2, "intermediate_size": 32, "head_dim": 4}
WINDOWED = {"sliding_window": 4, "layer_types": ["sliding_attention", "full_attention"]}
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
    "mistral": lambda: transformers.MistralForCausalLM(transformers.MistralConfig(**GROUPED, sliding_window=4)),
    "gemma2": lambda: transformers.Gemma2ForCausalLM(
        transformers.Gemma2Config(
            **GROUPED, **WINDOWED, attn_logit_softcapping=2.0, final_logit_softcapping=3.0, query_pre_attn_scalar=9
        )
    ),
    "gemma3": lambda: transformers.Gemma3ForCausalLM(
        transformers.Gemma3TextConfig(**GROUPED, **WINDOWED, query_pre_attn_scalar=9)
    ),
    "gpt_oss": lambda: transformers.GptOssForCausalLM(
        transformers.GptOssConfig(**GROUPED, **WINDOWED, num_local_experts=2, num_experts_per_tok=1)
    ),
}
OWN_RULES = ("mistral", "gemma2", "gemma3", "gpt_oss")


def save(kind: str, folder: Path) -> Any:
    """A tiny random model of this kind with a tokenizer of words; gives the model."""
    with torch.random.fork_rng():
        torch.manual_seed(3)
        model = SHAPES[kind]().eval()
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


def weights(heads: HeadCache) -> np.ndarray:
    """Of all layers and heads."""
    return np.array([[heads.weights(layer, head) for head in range(heads.heads)] for layer in range(heads.layers)])


@pytest.fixture
def model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], tuple[Any, Pretrained]]:
    """A tiny random model of a kind, as ``transformers`` has it and as a reader gets it."""

    def make(kind: str) -> tuple[Any, Pretrained]:
        folder = tmp_path / kind
        folder.mkdir()
        own = save(kind, folder)
        own.set_attn_implementation("eager")
        monkeypatch.setenv(VARIABLE, str(folder))
        return own, load_pretrained(str(folder))

    return make


@pytest.mark.parametrize("kind", list(SHAPES))
def test_weights_and_next_tokens_of_every_layer_and_head_are_those_of_transformers(kind: str, model) -> None:
    own, pretrained = model(kind)
    trace = read_text(pretrained, TEXT, 64)
    with torch.no_grad():
        expected = own(torch.tensor([pretrained.tokenizer(TEXT)["input_ids"]]), output_attentions=True)
    assert trace.differs == ""
    np.testing.assert_allclose(weights(trace.heads), torch.cat(expected.attentions), atol=1e-5)
    assert (trace.logits is None) == (kind == "bert")
    if trace.logits is not None:
        assert torch.allclose(trace.logits, expected.logits[0], atol=1e-4)
    for layer in range(2):
        found = trace.heads.summary(layer)
        np.testing.assert_allclose(found.weight, weights(trace.heads)[layer].max(-1), atol=1e-5)
        np.testing.assert_array_equal(found.key, weights(trace.heads)[layer].argmax(-1))
    assert trace.heads.value.shape == trace.heads.key.shape == (2, 4, len(trace.tokens), 4)
    assert [TEXT[start:end] for start, end in trace.spans if end > start] == TEXT.split()
    assert len(read_text(pretrained, TEXT, 5).tokens) == 5


@pytest.mark.parametrize("kind", list(SHAPES))
@pytest.mark.parametrize("changes", [Changes(off=((0, 1),)), Changes(mask="padding", padding=(3, 5))])
def test_changed_pass_predicts_as_transformers_does_with_the_same_change(kind: str, changes: Changes, model) -> None:
    """Heads off by zeros in the weights of the output map; hidden places by an attention mask of transformers'."""
    own, pretrained = model(kind)
    trace = read_text(pretrained, TEXT, 64, changes)
    ids = torch.tensor([trace.heads.tokens])
    visible = torch.ones_like(ids)
    visible[0, list(changes.padding)] = 0
    if changes.off:
        names = ("attn.c_proj", "attn.o_proj", "attn.out_proj", "attention.output.dense")
        output = next(part for name, part in own.named_modules() if name.endswith(names))
        with torch.no_grad():
            (output.weight if kind == "gpt2" else output.weight.T)[4:8] = 0
    places = torch.arange(ids.shape[1])[None]
    with torch.no_grad():
        expected = own(ids, attention_mask=visible, position_ids=places, output_attentions=True)
    np.testing.assert_allclose(weights(trace.heads), torch.cat(expected.attentions), atol=1e-5)
    if trace.logits is not None:
        assert torch.allclose(trace.logits, expected.logits[0], atol=1e-4)


def test_rules_of_larger_models_are_kept_layer_by_layer(model) -> None:
    """As configured above: windows of 4 in the first layer, a scale of 1/√9, tanh at 2, a sink for each head."""
    rules = {kind: read_text(model(kind)[1], TEXT, 64).heads.rules for kind in OWN_RULES}
    window, causal = (allowed(name, 16, 16, window=4) for name in ("window", "causal"))
    for kind, (first, second) in rules.items():
        np.testing.assert_array_equal(first.allowed, window)
        np.testing.assert_array_equal(second.allowed, window if kind == "mistral" else causal)
        assert first.scale == pytest.approx(1 / 3 if kind.startswith("gemma") else 1 / 2)
        assert first.softcap == (2.0 if kind == "gemma2" else None)
        assert (first.sinks is not None) == (kind == "gpt_oss")
    window, causal = rules["gemma2"]
    assert (window.outcomes.max(), causal.outcomes.max()) == (4, 16)
    assert rules["gpt_oss"][1].outcomes.max() == 17


def test_weights_beside_a_sink_sum_to_less_than_one_and_its_share_counts_for_the_entropy(model) -> None:
    heads = read_text(model("gpt_oss")[1], TEXT, 64).heads
    query, key, sinks = heads.query[1].astype(float), heads.key[1].astype(float), heads.rules[1].sinks
    scores = np.where(heads.rules[1].allowed, query @ key.transpose(0, 2, 1) / 2, -np.inf)
    whole = softmax(np.concatenate([scores, np.tile(sinks[:, None, None], (1, 16, 1))], -1), -1)
    assert (whole[..., -1] > 0.01).any()
    np.testing.assert_allclose(weights(heads)[1], whole[..., :-1], atol=1e-6)
    np.testing.assert_allclose(heads.entropies[1], entropy(whole), atol=1e-5)
    found = over_temperatures(heads.scores(1, 2)[9], heads.rules[1].allowed[9], sink=heads.rules[1].sink(2))
    np.testing.assert_allclose(found.weights[80], whole[2, 9, :-1], atol=1e-6)
    np.testing.assert_allclose(found.sink[80], whole[2, 9, -1], atol=1e-6)
    np.testing.assert_allclose(found.sink[-1], softmax(np.append(scores[2, 9, :10], sinks[2]) / 32)[-1], atol=1e-6)


def test_changed_masks_stay_within_the_windows_of_their_layers(model) -> None:
    changed = read_text(model("gemma3")[1], TEXT, 64, Changes(mask="padding", padding=(9,))).heads
    window, causal = (allowed(name, 16, 16, window=4) for name in ("window", "causal"))
    hidden = np.arange(16) == 9
    np.testing.assert_array_equal(changed.rules[0].allowed, window & ~hidden)
    np.testing.assert_array_equal(changed.rules[1].allowed, causal & ~hidden)
    anew = read_text(model("gpt_oss")[1], TEXT, 64, Changes(mask="none")).heads
    assert all(rule.allowed.all() for rule in anew.rules)
    assert len(anew.masks) == 1


def test_attention_that_follows_no_rule_is_refused_with_its_reason(model, monkeypatch: pytest.MonkeyPatch) -> None:
    pretrained = model("gemma2")[1]
    module = sys.modules[type(pretrained.model).__module__]
    own = module.eager_attention_forward

    def biased(attention, query, key, value, mask, **settings):
        bias = -0.5 * (torch.arange(query.shape[2])[:, None] - torch.arange(key.shape[2]))
        return own(attention, query, key, value, mask + bias.tril(), **settings)

    def squared(*given, **settings):
        mixed, found = own(*given, **settings)
        return mixed, found**2

    for attention in (biased, squared):
        monkeypatch.setattr(module, "eager_attention_forward", attention)
        with pytest.raises(InputError, match=r"in layer 1, head [1-9] the weights follow another formula") as caught:
            read_real(pretrained.name, TEXT, Changes(), torch.device("cpu"))
        assert caught.value.field == "model"
    monkeypatch.setattr(module, "eager_attention_forward", None)
    with pytest.raises(InputError, match="can be compared with the formula"):
        read_real(pretrained.name, TEXT, Changes(), torch.device("cpu"))


def test_model_of_an_encoder_and_a_decoder_or_without_attention_is_refused_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = {
        "an encoder or a decoder, and is both": transformers.T5ForConditionalGeneration(
            transformers.T5Config(vocab_size=16, d_model=16, d_kv=4, d_ff=32, num_layers=1, num_heads=4)
        ),
        "each of its layers must have one attention": transformers.MambaForCausalLM(
            transformers.MambaConfig(vocab_size=16, hidden_size=16, state_size=4, num_hidden_layers=2)
        ),
    }
    for number, (said, built) in enumerate(made.items()):
        folder = tmp_path / str(number)
        save("llama", folder)
        built.save_pretrained(folder)
        monkeypatch.setenv(VARIABLE, str(folder))
        with pytest.raises(InputError, match=said) as caught:
            read_real(str(folder), TEXT, Changes(), torch.device("cpu"))
        assert caught.value.field == "model"


def test_head_that_is_switched_off_changes_what_is_predicted(model) -> None:
    pretrained = model("llama")[1]
    whole, cut = read_text(pretrained, TEXT, 64), read_text(pretrained, TEXT, 64, Changes(off=((1, 2),)))
    # The last layer's mixing comes after all weights.
    np.testing.assert_array_equal(weights(cut.heads), weights(whole.heads))
    assert not torch.allclose(cut.logits, whole.logits, atol=1e-3)


def test_head_that_gives_its_mean_shifts_the_output_of_its_layer_by_what_it_adds_less(model) -> None:
    pretrained, outputs = model("llama")[1], []
    out = pretrained.model.model.layers[1].self_attn.o_proj
    out.register_forward_hook(lambda module, given, output: outputs.append(output[0]))
    whole = read_text(pretrained, TEXT, 64)
    read_text(pretrained, TEXT, 64, Changes(off=((1, 2),), by="mean"), whole.mean)
    mixed = torch.from_numpy(whole.heads.weights(1, 2) @ whole.heads.value[1, 2])
    assert torch.allclose(whole.mean[1, 2], mixed.mean(0), atol=1e-6)
    assert torch.allclose(outputs[1] - outputs[0], (mixed.mean(0) - mixed) @ out.weight[:, 8:12].T, atol=1e-4)


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
        (broken, "could not be loaded"),
        (empty, "with its config.json"),
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


@pytest.mark.parametrize(("kind", "softcap"), [("gpt2", None), ("llama", None), ("gemma2", 3.0)])
def test_lens_of_the_last_place_ends_in_the_models_own_answer(kind: str, softcap: float | None, model) -> None:
    own, pretrained = model(kind)
    trace = read_text(pretrained, TEXT, 64)
    assert torch.equal(trace.lens[-1], trace.logits[-1])
    with torch.no_grad():
        streams = own(torch.tensor([trace.heads.tokens]), output_hidden_states=True).hidden_states
        norm = own.transformer.ln_f if kind == "gpt2" else own.model.norm
        expected = own.lm_head(norm(streams[1][0, -1]))
    expected = expected if softcap is None else softcap * torch.tanh(expected / softcap)
    assert torch.allclose(trace.lens[1], expected, atol=1e-5)


@pytest.mark.parametrize("kind", list(SHAPES))
def test_reading_of_a_real_model_holds_its_weights_changes_and_refusals(kind: str, model) -> None:
    cpu, pretrained = torch.device("cpu"), model(kind)[1]
    reading = read_real(pretrained.name, TEXT, Changes(off=((0, 1),), mask="window", window=3), cpu)
    np.testing.assert_array_equal(weights(reading.plain), weights(read_text(pretrained, TEXT, 64).heads))
    assert reading.plain.causal == (kind != "bert")
    assert reading.changed.weights(1, 0)[9, :7].max() == 0
    if kind != "gpt_oss":
        np.testing.assert_allclose(reading.changed.weights(1, 0).sum(1), 1, atol=1e-5)
    assert (reading.predictions is None) == (reading.lenses is None) == (kind == "bert")
    if reading.predictions is not None:
        assert not np.allclose(reading.predictions.before, reading.predictions.after, atol=1e-3)
        assert set(np.unique(reading.predictions.tokens)) <= set(reading.words)
        assert all(reading.words.values())
    by_mean = read_real(pretrained.name, TEXT, Changes(off=((0, 1),), by="mean"), cpu)
    assert not np.allclose(by_mean.changed.key[1], reading.plain.key[1], atol=1e-3)  # above the head
    hidden = read_real(pretrained.name, TEXT, Changes(mask="padding", padding=(0, 1)), cpu).changed
    assert hidden.weights(0, 0)[:, :2].max() == 0
    with pytest.raises(InputError, match="the layer must be from 1 to 2 and the head from 1 to 4"):
        read_real(pretrained.name, TEXT, Changes(off=((2, 0),)), cpu)


def test_factor_of_a_layers_own_is_its_scale(model) -> None:
    pretrained = model("gpt2")[1]
    for layer, block in enumerate(pretrained.model.transformer.h):
        block.attn.scaling = 4**-0.5 / (layer + 1)
    trace = read_text(pretrained, TEXT, 64)
    assert trace.differs == ""
    assert [rule.scale for rule in trace.heads.rules] == [0.5, 0.25]


def test_text_longer_than_the_model_can_take_is_cut(model) -> None:
    cut = read_real(model("gpt2")[1].name, f"{TEXT} " * 20, Changes(), torch.device("cpu"))
    assert cut.remarks[0].startswith("The first 64 tokens are shown")
