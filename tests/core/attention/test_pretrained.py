"""Real models: tiny random GPT-2, BERT and Llama saved to disk, against transformers' own attention; refusals."""

import pickle
from pathlib import Path
from typing import Any

import pytest
import torch

transformers = pytest.importorskip("transformers")

from tokenizers import Tokenizer, models, pre_tokenizers, processors  # noqa: E402

from core.attention.pretrained import DEFAULT, VARIABLE, load_pretrained, offered, read_text  # noqa: E402
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
}


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
    hidden = torch.zeros_like(scores) if kind == "bert" else torch.full_like(scores, -torch.inf).triu(1)
    assert torch.allclose((scores + hidden).softmax(-1), seen.weights, atol=1e-6)
    assert seen.value.shape == seen.key.shape == (2, 4, len(seen.tokens), 4)
    words = [TEXT[start:end] for start, end in seen.spans if end > start]
    assert words == TEXT.split()
    assert len(read_text(pretrained, TEXT, 5).tokens) == 5


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
        (empty, "no config.json"),
    ):
        with pytest.raises(InputError, match=said):
            load_pretrained(str(folder))
    with pytest.raises(InputError, match="this server does not offer it"):
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
