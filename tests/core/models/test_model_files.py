"""Models on disk: what is written is read, and what is not a model is refused with a sentence."""

import pickle
from pathlib import Path

import pytest
import torch
from safetensors.torch import save_file

from core.errors import InputError, MissingInput
from core.models import encoder_decoder, text_model, transformer, translator
from core.models import model_files as weights
from core.models.byte_tokenizer import learn_bytes

TOKENIZER = learn_bytes("Mary gave it to John. " * 9, merges=20)


def small() -> text_model.TextModel:
    shape = {"width": 8, "layers": 1, "heads": 2, "hidden": 8, "rotary": 2, "base": 100.0, "fastest": 1.0, "context": 8}
    config = transformer.Config(vocabulary=len(TOKENIZER.tokens), **shape)
    tensors = {name: torch.full(each, 0.5) for name, each in config.shapes().items()}
    return text_model.TextModel(transformer.Transformer(config, tensors), TOKENIZER)


def small_translator() -> translator.Translator:
    config = encoder_decoder.EncoderDecoderConfig(source=5, target=4, width=8, layers=1, heads=2, hidden=8)
    tensors = {name: torch.full(each, 0.5) for name, each in config.shapes().items()}
    marks = (translator.PAD, translator.START, translator.END)
    return translator.Translator(
        encoder_decoder.EncoderDecoder(config, tensors), (*marks, "the", "cat"), (*marks, "le")
    )


def test_models_that_are_written_are_read_again(tmp_path: Path) -> None:
    text_model.write(tmp_path / "a.safetensors", small())
    read = text_model.read(tmp_path / "a.safetensors")
    assert (read.tokenizer, read.transformer.config) == (TOKENIZER, small().transformer.config)
    assert all(torch.equal(each, small().transformer.tensors[name]) for name, each in read.transformer.tensors.items())
    translator.save_translator(tmp_path / "b.safetensors", small_translator())
    assert translator.load_translator(tmp_path / "b.safetensors").english == small_translator().english


def test_what_is_not_a_model_is_refused(tmp_path: Path) -> None:
    for name, content in (
        ("pickle", pickle.dumps({"a": 1})),
        ("empty", b""),
        ("text", b"\x10" + b"\0" * 7 + b"no header"),
    ):
        (tmp_path / name).write_bytes(content)
        with pytest.raises(InputError, match=f"“{name}” cannot be used: it must be a safetensors file"):
            text_model.read(tmp_path / name)
    with pytest.raises(InputError, match="it must be a file in the models"):
        text_model.read(tmp_path / "nowhere")
    save_file({"a": torch.zeros(1)}, tmp_path / "other")
    for read in (text_model.read, translator.load_translator):
        with pytest.raises(InputError, match="its settings must be those"):
            read(tmp_path / "other")


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"norm": torch.zeros(3)}, r"its tensor norm must have the shape \(8,\), not \(3,\)"),
        ({"norm": None}, "it must have a tensor norm"),
    ],
)
def test_tensors_that_do_not_fit_the_settings_are_named(tmp_path: Path, change: dict, said: str) -> None:
    model = small()
    tensors = {name: each for name, each in (dict(model.transformer.tensors) | change).items() if each is not None}
    settings = {"config": vars(model.transformer.config), "merges": TOKENIZER.merges}
    weights.save(tmp_path / "a", tensors, settings)
    with pytest.raises(InputError, match=said):
        text_model.read(tmp_path / "a")


def test_long_text_is_cut_and_the_sentence_says_where() -> None:
    model = small()
    text = "Mary gave it to John. " * 5_000
    encoding, remark = model.encode(text, 16)
    assert model.tokenizer.decode(encoding.ids) == text[: encoding.spans[-1][1]]
    assert remark == f"The first 16 tokens are shown: {encoding.spans[-1][1]} of 110,000 characters."
    assert model.encode("Mary", 16)[1] is None
    assert model.batch(encoding).shape == (1, 16)
    with pytest.raises(MissingInput):
        model.encode("", 16)


def test_sentence_that_the_translator_cannot_read_is_refused_with_what_stands_in_the_way() -> None:
    small = small_translator()
    assert small.read("The cat!")[0].tolist() == [[3, 4, 2]]
    words, left_out = small.read("the zebra, the cat")
    assert (words.tolist(), left_out) == ([[3, 3, 4, 2]], ("zebra",))
    with pytest.raises(InputError, match=r"never met “zebra”\. Choose from the words"):
        small.read("zebra")
    with pytest.raises(InputError, match="must have at most 24 words, not 30"):
        small.read("the " * 30)
    with pytest.raises(MissingInput):
        small.read(" ?! ")
