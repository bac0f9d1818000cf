"""Files that Hugging Face's tokenizers trained or loads, of every kind: the ids here are those that it gives.

1. Unigram, 2. symbols with a prefix or suffix, as in GPT-1 and CLIP, 3. what is unknown, 4. normalisers, 5. lines.
"""

import json
import sys
import unicodedata
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers, trainers
from tokenizers.implementations import BertWordPieceTokenizer

from core import tokenizer_files
from core.tokens.tokenizer import Params, Pruned, Result, compute
from core.tokens.tokenizer.corpus import sample
from core.tokens.tokenizer.tokenizer_json import tokenizer_json

sys.path.append(str(Path(__file__).resolve().parents[1] / "tokens" / "tokenizer"))
from test_tokenizer_json import TEXT, assert_same_ids

SIGNS = st.text("abcdelow AB _é日本'!1\n½Σ▁<u", max_size=30)
CLIP = r"'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+"
SPECIAL: dict[str, Any] = {"special_tokens": ["<unk>"], "show_progress": False}


def replayed(file: str, **settings: Any) -> Result | Pruned:
    params = {"merges": 10_000, "source": "text", "text": TEXT, **settings}
    return compute(Params(algorithm="file", **params), file.encode())


def without_added(tokenizer: Tokenizer, **model: Any) -> str:
    """As a file; a text that holds one of its added tokens is another matter."""
    whole = json.loads(tokenizer.to_str())
    return json.dumps({**whole, "added_tokens": [], "model": {**whole["model"], **model}})


def same_ids(file: str, **settings: Any) -> Result | Pruned:
    """Reads a file and compares the ids of hostile and of random texts."""
    result = replayed(file, **settings)
    assert_same_ids(result, Tokenizer.from_str(file), SIGNS, TEXT)
    return result


# 1. Unigram


def unigram(pre_tokenizer: Any, **model: Any) -> str:
    tokenizer = Tokenizer(models.Unigram())
    tokenizer.pre_tokenizer = pre_tokenizer
    tokenizer.normalizer = normalizers.Sequence(
        [normalizers.Nmt(), normalizers.NFKC(), normalizers.Replace(Regex(" {2,}"), " ")])  # fmt: skip
    trainer = trainers.UnigramTrainer(vocab_size=120, unk_token="<unk>", **SPECIAL)
    tokenizer.train_from_iterator([sample(), TEXT], trainer)
    return without_added(tokenizer, **model)


FIRST = pre_tokenizers.Metaspace(prepend_scheme="first")
PRE_TOKENIZERS: dict[str, Callable[[], Any]] = {
    "spaces": pre_tokenizers.Metaspace, "whitespace": pre_tokenizers.WhitespaceSplit,
    "punctuation": pre_tokenizers.Whitespace, "bert": pre_tokenizers.BertPreTokenizer,
    "clip": lambda: pre_tokenizers.Split(Regex(CLIP), "removed", invert=True),
}  # fmt: skip


@pytest.mark.parametrize("scheme", PRE_TOKENIZERS)
def test_a_unigram_that_tokenizers_trained_gives_its_ids(scheme: str) -> None:
    result = same_ids(unigram(PRE_TOKENIZERS[scheme]()))
    assert isinstance(result, Pruned)
    assert (result.params.pretokenizer, result.remarks) == (scheme, ())
    assert len(result.tokens) > 80


def test_a_file_like_t5s_gives_the_ids_of_tokenizers() -> None:
    """As t5-small's and xlm-roberta-base's: words end at white space, and each begins with the sign of a space."""
    marked = {"type": "Metaspace", "replacement": "▁", "add_prefix_space": True}
    for last in (marked, json.loads(pre_tokenizers.Metaspace().__getstate__())):
        whole = json.loads(unigram(pre_tokenizers.Metaspace()))
        words = {"type": "Sequence", "pretokenizers": [{"type": "WhitespaceSplit"}, last]}
        assert same_ids(json.dumps({**whole, "pre_tokenizer": words})).remarks == ()


@pytest.mark.parametrize(("text", "change"), [
    (" the", {"pre_tokenizer": pre_tokenizers.Sequence([pre_tokenizers.WhitespaceSplit(), FIRST])}),
    (" the", {"pre_tokenizer": FIRST, "normalizer": normalizers.Strip()}),
    ("\x00the", {"pre_tokenizer": FIRST, "normalizer": normalizers.BertNormalizer()}),
])  # fmt: skip
def test_a_sign_before_the_first_word_alone_is_left_out_where_it_may_be_before_none(text: str, change: Any) -> None:
    whole = json.loads(unigram(pre_tokenizers.Metaspace()))
    parts = {name: json.loads(part.__getstate__()) for name, part in change.items()}
    file = json.dumps({**whole, "normalizer": None, **parts})
    assert Tokenizer.from_str(file).encode(text).tokens[0][0] != "▁"
    assert "pre_tokenizer Metaspace" in replayed(file).remarks[0]


SPACES_WRITTEN = normalizers.Sequence([normalizers.Prepend("▁"), normalizers.Replace(" ", "▁")])


@pytest.mark.parametrize("change", [
    {"normalizer": json.loads(SPACES_WRITTEN.__getstate__()), "pre_tokenizer": None},
    {"pre_tokenizer": json.loads(pre_tokenizers.Metaspace(split=False, prepend_scheme="first").__getstate__())},
], ids=("llama-2", "mistral"))  # fmt: skip
def test_a_file_that_has_no_words_gives_the_ids_of_tokenizers_but_for_spaces_side_by_side(change: Any) -> None:
    file = json.dumps({**json.loads(bpe(pre_tokenizers.Metaspace())), **change})
    result, theirs = replayed(file), Tokenizer.from_str(file)
    assert "one ends at each space" in result.remarks[0]
    for text in (TEXT, sample(), "a\nb", " low", "▁low", "low "):
        once = regex.sub(" +", " ", text)
        assert result.encode(once) == theirs.encode(once).ids


def test_which_tokens_of_a_file_that_has_no_words_do_not_occur_is_told() -> None:
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>"))
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace(split=False)
    tokenizer.train_from_iterator(["of the low of the low"] * 2, trainers.BpeTrainer(vocab_size=60, **SPECIAL))
    result = replayed(without_added(tokenizer))
    assert any("▁" in token[1:] for token in tokenizer.encode("of the low").tokens)
    assert "tokens with a space after their first character do not occur" in result.remarks[0]


@cache
def written(scheme: Any) -> str:
    result = compute(
        Params(algorithm="unigram", pretokenizer=scheme, size=70, source="text", text=f"{TEXT} {TEXT[:70]}")
    )
    assert isinstance(result, Pruned)
    return tokenizer_json(result)


@pytest.mark.parametrize("scheme", [*PRE_TOKENIZERS, "gpt2"])
def test_a_unigram_that_this_page_wrote_gives_the_ids_of_tokenizers(scheme: str) -> None:
    assert same_ids(written(scheme)).remarks == ()


def test_its_scores_and_the_counts_in_the_text_are_told() -> None:
    file = json.dumps({"model": {"type": "Unigram", "unk_id": 0, "vocab": [
        ["<unk>", 0.0], ["a", -3.0], ["b", -3.0], ["ab", -1.0], ["abab", -2.5]]}})  # fmt: skip
    result = replayed(file, text="abab ab b xyx a", pretokenizer="whitespace")
    assert isinstance(result, Pruned)
    table = result.vocabulary().set_index("piece")
    assert table["id"].to_dict() == {"<unk>": 0, "a": 1, "b": 2, "ab": 3, "abab": 4}
    assert table["log_probability_nats"]["abab"] == -2.5
    # ab ab is likelier than abab, by −2 to −2.5; x y x is one unknown piece.
    assert table["count_in_the_text"].to_dict() == {"<unk>": 0, "a": 1, "b": 1, "ab": 3, "abab": 0}
    assert result.trained.tokens[-1] == 2 + 1 + 1 + 1 + 1


def test_each_state_keeps_the_likeliest_pieces_and_all_characters() -> None:
    result = replayed(unigram(pre_tokenizers.Metaspace()))
    assert isinstance(result, Pruned)
    its = result.trained
    for state in range(its.states):
        kept = np.isfinite(its.score[state])
        lost = [score for piece, score in zip(its.pieces, its.score[-1], strict=True) if not kept[its.number[piece]]]
        longer = [
            its.score[-1][its.number[p]] for p in its.pieces if len(p) > 1 and kept[its.number[p]] and p != "<unk>"
        ]
        assert all(kept[its.number[piece]] for piece in its.pieces if len(piece) == 1)
        assert not lost or not longer or max(lost) <= min(longer)
    assert (np.diff(its.size) > 0).all()
    assert its.size[-1] == len(its.pieces)


@given(st.lists(st.tuples(st.text("abcx", min_size=1, max_size=4), st.floats(-1e6, 1e6)), min_size=1, max_size=9,
                unique_by=lambda each: each[0]), st.data())  # fmt: skip
def test_any_scores_give_the_ids_of_tokenizers(pieces: list[tuple[str, float]], data: st.DataObject) -> None:
    unknown = data.draw(st.integers(0, len(pieces) - 1))
    file = json.dumps({"pre_tokenizer": {"type": "WhitespaceSplit"}, "normalizer": None, "post_processor": None,
                       "decoder": None, "added_tokens": [], "version": "1.0", "truncation": None, "padding": None,
                       "model": {"type": "Unigram", "unk_id": unknown, "vocab": pieces,
                                 "byte_fallback": False}})  # fmt: skip
    text = data.draw(st.text("abcxyz ", max_size=20))
    assert replayed(file, text="abc").encode(text) == Tokenizer.from_str(file).encode(text).ids


def test_without_a_token_for_the_unknown_such_a_character_has_no_id() -> None:
    file = json.dumps({"model": {"type": "Unigram", "unk_id": None, "vocab": [["a", -1.0]]}})
    assert replayed(file, pretokenizer="whitespace").encode("aza") == [0, -1, 0]


# 2. Symbols with a prefix or a suffix


def bpe(pre_tokenizer: Any, inside: str = "", suffix: str = "", normalizer: Any = None, **model: Any) -> str:
    tokenizer = Tokenizer(models.BPE(unk_token="<unk>", continuing_subword_prefix=inside, end_of_word_suffix=suffix))
    tokenizer.pre_tokenizer = pre_tokenizer
    if normalizer:
        tokenizer.normalizer = normalizer
    trainer = trainers.BpeTrainer(
        vocab_size=300, continuing_subword_prefix=inside, end_of_word_suffix=suffix, **SPECIAL
    )
    tokenizer.train_from_iterator([sample(), TEXT], trainer)
    return without_added(tokenizer, **model)


@pytest.mark.parametrize(("inside", "suffix"), [("", "</w>"), ("##", ""), ("@@", "</w>"), ("", "a")])
def test_symbols_that_say_where_they_stand_are_merged_as_tokenizers_does(inside: str, suffix: str) -> None:
    result = same_ids(bpe(pre_tokenizers.Whitespace(), inside, suffix))
    assert isinstance(result, Result)
    assert result.steps > 15
    assert result.given is not None
    assert (result.given.inside, result.given.suffix) == (inside, suffix)


def test_a_file_like_gpt_1s_gives_the_ids_of_tokenizers() -> None:
    """As openai-gpt's: BERT's normaliser and words, and the end of a word in its last character."""
    file = bpe(pre_tokenizers.BertPreTokenizer(), suffix="</w>", normalizer=normalizers.BertNormalizer())
    assert same_ids(file).remarks[:-1] == ()


def test_a_file_like_clips_gives_the_ids_of_tokenizers() -> None:
    """As openai/clip-vit-base-patch32's: bytes, the last one of a word with its end."""
    words = pre_tokenizers.Sequence(
        [pre_tokenizers.Split(Regex(CLIP), "removed", invert=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    )
    spaces = normalizers.Sequence(
        [normalizers.NFC(), normalizers.Replace(Regex(r"\s+"), " "), normalizers.Lowercase()])  # fmt: skip
    result = same_ids(bpe(words, suffix="</w>", normalizer=spaces))
    assert (result.params.algorithm, result.remarks[:-1]) == ("bytes", ())


def test_a_training_here_with_a_suffix_is_written_and_read_again() -> None:
    for scheme in ("whitespace", "punctuation", "bert", "clip"):
        learned = compute(Params(ending="suffix", end_of_word="</w>", pretokenizer=scheme, merges=80))
        assert isinstance(learned, Result)
        again = same_ids(tokenizer_json(learned), source="sample")
        assert isinstance(again, Result)
        assert again.trace.count.tolist() == learned.trace.count.tolist()
        assert again.encode(sample()) == learned.encode(sample())


@pytest.mark.parametrize("prefix", ["##", "@@", ""])
def test_wordpiece_with_any_prefix_gives_the_ids_of_tokenizers(prefix: str) -> None:
    vocab = [
        "<unk>",
        *"abcdelow",
        *(prefix + sign for sign in "abcdelow" if prefix),
        "lo",
        f"{prefix}ow",
        f"{prefix}we",
    ]
    model = models.WordPiece({token: place for place, token in enumerate(dict.fromkeys(vocab))}, unk_token="<unk>",
                             continuing_subword_prefix=prefix, max_input_chars_per_word=9)  # fmt: skip
    tokenizer = Tokenizer(model)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    same_ids(tokenizer.to_str())


@pytest.mark.parametrize("longest", [3, 100])
def test_a_word_longer_than_a_wordpiece_file_allows_is_unknown_and_one_as_long_is_not(longest: int) -> None:
    model = models.WordPiece({"[UNK]": 0, "é": 1, "##é": 2}, unk_token="[UNK]", max_input_chars_per_word=longest)
    tokenizer = Tokenizer(model)
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    read = replayed(tokenizer.to_str(), text="é")
    for many, ids in ((longest, [1] + [2] * (longest - 1)), (longest + 1, [0])):
        assert read.encode("é" * many) == tokenizer.encode("é" * many).ids == ids


def test_a_wordpiece_that_this_page_trained_knows_words_of_any_length_there_and_here() -> None:
    learned = compute(Params(algorithm="wordpiece", source="text", text="low " * 9, merges=4))
    assert isinstance(learned, Result)
    theirs = Tokenizer.from_str(tokenizer_json(learned))
    word = "l" + "ow" * 150
    assert learned.encode(word) == theirs.encode(word).ids
    assert len(learned.encode(word)) > 100


# 3. What is unknown


@pytest.mark.parametrize("suffix", ["", "</w>"])
@pytest.mark.parametrize("flags", [{"fuse_unk": True}, {"unk_token": None}, {"unk_token": None, "fuse_unk": True}])
def test_unknown_characters_are_one_or_many_or_left_out(flags: dict[str, Any], suffix: str) -> None:
    same_ids(bpe(pre_tokenizers.Whitespace(), suffix=suffix, **flags), text="low")


@pytest.mark.parametrize("fused", [False, True])
def test_bytes_take_the_place_of_unknown_characters(fused: bool) -> None:
    signs = [f"<0x{byte:02X}>" for byte in range(256)]
    letters = ["<unk>", *signs, "a", "b", "ab"]
    model = models.BPE({token: place for place, token in enumerate(letters)}, [("a", "b")], unk_token="<unk>",
                       byte_fallback=True, fuse_unk=fused)  # fmt: skip
    tokenizer = Tokenizer(model)
    tokenizer.pre_tokenizer = pre_tokenizers.Metaspace()
    assert same_ids(tokenizer.to_str()).remarks[:-1] == ()
    scored = models.Unigram([(token, -float(place)) for place, token in enumerate(letters)], 0, byte_fallback=True)
    tokenizer = Tokenizer(scored)
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    assert same_ids(tokenizer.to_str()).remarks == ()
    few = json.loads(tokenizer.to_str())
    few["model"]["vocab"].pop(5)
    assert "byte_fallback" in replayed(json.dumps(few)).remarks[0]


# 4. Normalisers

NORMALISERS = [
    normalizers.Nmt(), normalizers.StripAccents(), normalizers.Strip(), normalizers.Strip(left=False),
    normalizers.Prepend("▁"), normalizers.Replace("``", '"'), normalizers.Replace(" ", "▁"),
    normalizers.Replace(Regex(r"\s+"), " "), normalizers.Replace(Regex(" {2,}"), " "), normalizers.NFKD(),
    normalizers.BertNormalizer(), normalizers.BertNormalizer(lowercase=False),
    normalizers.BertNormalizer(clean_text=False, strip_accents=True, lowercase=False),
    normalizers.BertNormalizer(handle_chinese_chars=False, strip_accents=False),
]  # fmt: skip
assigned = st.characters(exclude_categories=("Cn", "Cs")).filter(
    lambda sign: unicodedata.category(sign) != "Cn" and not 0x0890 <= ord(sign) < 0x08E3 and ord(sign) < 0x11000
)


@pytest.mark.parametrize("normaliser", NORMALISERS, ids=repr)
@given(st.lists(st.one_of(st.sampled_from([*" \t\n\r\x00\x7f\x85é日﨑ß", "`", "``", "e\u0301", "\ufffd", "\u200b"]),
                          assigned), max_size=20).map("".join))  # fmt: skip
def test_a_text_is_prepared_as_tokenizers_does(normaliser: Any, text: str) -> None:
    whole = {**json.loads(written("spaces")), "normalizer": json.loads(normaliser.__getstate__())}
    file = tokenizer_files.read(json.dumps(whole).encode())
    assert file.remarks == ()
    assert file.normal(text) == normaliser.normalize_str(text)


@pytest.mark.parametrize("near", [
    {"type": "Prepend", "prepend": "x" * 9}, {"type": "Prepend", "prepend": 1}, {"type": "Prepend"},
    {"type": "Strip", "strip_left": 1, "strip_right": True}, {"type": "Lowercase", "more": 1},
    {"type": "Replace", "pattern": {"String": "a"}, "content": "ab"}, {"type": "Replace", "pattern": {"String": ""},
                                                                      "content": ""},
    {"type": "Replace", "pattern": {"Regex": "a"}, "content": ""}, {"type": "BertNormalizer", "lowercase": True},
    {"type": ["NFC"]}, None.__class__, "NFC", 7,
])  # fmt: skip
def test_a_normaliser_is_known_only_where_it_is_exactly_that(near: Any) -> None:
    near = "None" if near is type(None) else near
    whole = {**json.loads(written("spaces")), "normalizer": near}
    file = tokenizer_files.read(json.dumps(whole).encode())
    assert file.normalisers == ()
    assert file.remarks[0].startswith("The file asks for what this page leaves out: normalizer")


# 5. Lines


@given(SIGNS)
def test_a_vocab_txt_is_read_as_bert_reads_it(text: str) -> None:
    lines = ["[UNK]", "[SEP]", "[CLS]", *"abcdelow!'1", *(f"##{sign}" for sign in "abcdelow"), "low", "##we"]
    theirs = BertWordPieceTokenizer({token: place for place, token in enumerate(lines)}, unk_token="[UNK]")
    assert replayed("\n".join(lines)).encode(text) == theirs.encode(text, add_special_tokens=False).ids


def test_a_merges_txt_tells_an_end_in_the_last_character_from_one_that_stands_alone() -> None:
    """subword-nmt wrote the end as a symbol up to 0.1 and as a suffix since 0.2."""
    words: dict[str, Any] = {"source": "words", "words": "low:5 lower:2 newest:6 widest:3"}
    late = replayed("#version: 0.2\ne s\nes t</w>\nl o\nlo w</w>", **words)
    early = replayed("e s\nes t\nest </w>\nl o", **words)
    assert isinstance(late, Result)
    assert isinstance(early, Result)
    assert [(cut.at(4)) for cut in late.cut_text("lowest")] == [("lo", "w", "est</w>")]
    assert early.trace.count.tolist() == [9, 9, 9, 7]
    assert late.trace.count.tolist() == [9, 9, 7, 5]
    assert [(cut.at(4)) for cut in early.cut_text("lowest")] == [("lo", "w", "est</w>")]
