"""The files to keep: Hugging Face's tokenizers loads them and gives the ids of this page, for any text."""

import json
import random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from tokenizers import Tokenizer

from core import tokenizer_files
from core.tokenizer_files.normalisers import FINAL_SIGMA
from core.tokens.tokenizer import Params, Pruned, Result, compute
from core.tokens.tokenizer.tokenizer_json import merges_txt, tokenizer_json, vocab_json

TEXT = "low lower lowest! Newest, widest; the way they wade: naïve café_ 日本 </w> ΟΔΟΣ 3½² don't we'll\n\n  so."
HOSTILE = [
    "", " ", "\t\n\r\u2003x\u0085y", "[UNK] ## ##low </w>", "e\u0301 \u200d\u200c \u202e\u2066", "\x00\x01\x1b",
    "\ue000\ue001", "👩‍👩‍👧 🏳️‍🌈", "_ __ low_ _low", "½²³ ٣٤ Ⅷ", "a" * 500,
    "Ġ Ã©", "don't we'll 'tis", "　全角　", "\ufeffbom", "ﬁ ǅ İ",
]  # fmt: skip
SETTINGS = [
    {"algorithm": "bpe"},
    {"algorithm": "bpe", "end_of_word": ""},
    {"algorithm": "bpe", "end_of_word": "</w>", "pretokenizer": "whitespace"},
    {"algorithm": "bpe", "pretokenizer": "gpt2", "lowercase": False},
    {"algorithm": "bytes", "pretokenizer": "gpt2", "lowercase": False},
    {"algorithm": "bytes", "pretokenizer": "punctuation"},
    {"algorithm": "wordpiece", "pretokenizer": "punctuation"},
    {"algorithm": "wordpiece", "pretokenizer": "whitespace", "lowercase": False},
]


def assert_same_ids(result: Result | Pruned, theirs: Tokenizer, signs: st.SearchStrategy[str], *texts: str) -> None:
    """Of random texts of these signs, of hostile ones, and of ``texts``."""

    @given(signs)
    def compared(text: str) -> None:
        assert result.encode(text) == theirs.encode(text).ids, ascii(text)

    compared()
    for one in (*HOSTILE, *texts):
        assert result.encode(one) == theirs.encode(one).ids, ascii(one)


def meets_again(result: Result) -> bool:
    """Whether a merge made a token that was known already."""
    return len(result.trace.tokens) < int(result.trace.vocabulary_size[0]) + result.trace.steps


def trained(text: str, **settings: object) -> tuple[Result, Tokenizer]:
    result = compute(Params(source="text", text=text, min_count=1, **{"merges": 40, **settings}))
    return result, Tokenizer.from_str(tokenizer_json(result))


@pytest.mark.parametrize("settings", SETTINGS, ids=lambda one: "-".join(map(str, one.values())))
def test_hostile_texts_have_the_same_ids(settings: dict[str, object]) -> None:
    result, theirs = trained(TEXT, **settings)
    assert not meets_again(result)
    for text in [TEXT, *HOSTILE]:
        assert theirs.encode(text).ids == result.encode(text), ascii(text)


@pytest.mark.parametrize("settings", SETTINGS, ids=lambda one: "-".join(map(str, one.values())))
@given(data=st.data())
def test_random_texts_have_the_same_ids(settings: dict[str, object], data: st.DataObject) -> None:
    signs = st.text("abcAB _é日'!1\n½", max_size=30)
    result, theirs = trained(data.draw(signs.filter(str.strip)), **settings)
    assume(result.trace.inside or not meets_again(result))
    text = data.draw(signs)
    assert theirs.encode(text).ids == result.encode(text)


@given(st.text("ΣΣΣAaΩ'.:\u00ad\u0301\u0345ʰªⅧⓐ中1 -", min_size=1, max_size=9).filter(str.strip))
def test_a_sigma_ends_a_word_in_the_file_where_it_does_in_unicode(text: str) -> None:
    for settings in ({"algorithm": "bpe", "end_of_word": ""}, {"algorithm": "bytes", "pretokenizer": "gpt2"}):
        result, theirs = trained("σ ς " + text, merges=0, **settings)
        assert theirs.encode(text).ids == result.encode(text)
        file = tokenizer_files.read(tokenizer_json(result).encode())
        assert file.normal(text) == theirs.normalizer.normalize_str(text)


def test_a_file_with_the_former_rule_of_a_sigma_is_still_read_whole() -> None:
    result, _ = trained("ΟΔΟΣ οδός", merges=2, algorithm="bpe", end_of_word="")
    former = json.dumps(FINAL_SIGMA)[1:-1], json.dumps(r"(?<=\p{L})Σ(?!\p{L})")[1:-1]
    file = tokenizer_files.read(tokenizer_json(result).replace(*former).encode())
    assert (file.remarks, file.normal("ΟΔΟΣ")) == ((), "οδος")


@pytest.mark.parametrize("scheme", ["whitespace", "spaces", "punctuation"])
@pytest.mark.parametrize("algorithm", ["bpe", "wordpiece"])
def test_a_word_that_holds_the_letters_of_unk_has_the_same_ids(algorithm: str, scheme: str) -> None:
    result, theirs = trained("[UNK] [UNK]low [low] low", algorithm=algorithm, pretokenizer=scheme, lowercase=False)
    for text in ("[UNK]", "[UNK]low", "[UNK]é low [UNK]!", "low[UNK]", "\ue002low é"):
        assert theirs.encode(text).ids == result.encode(text)


def test_english_has_the_same_ids() -> None:
    for settings in SETTINGS:
        result = compute(Params(**settings, merges=200))
        theirs = Tokenizer.from_str(tokenizer_json(result))
        words = ["the", "keeper", "lights", "Lamps", "every", "night,", "slowest", "estuary", *result.passage_words]
        text = " ".join(random.Random(0).choices(words, k=80))
        assert theirs.encode(text).ids == result.encode(text)


def test_vocabulary_and_merges_are_those_of_the_training() -> None:
    result, _ = trained("low low lower", end_of_word="</w>", merges=3)
    lines = merges_txt(result).splitlines()
    assert lines[0] == "#version: 0.2"
    assert len(lines) == 1 + result.trace.steps
    vocabulary = json.loads(vocab_json(result))
    assert vocabulary["[UNK]"] == len(result.trace.tokens)
    assert sorted(vocabulary.values()) == [*range(len(vocabulary))]
