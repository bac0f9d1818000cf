"""Pre-tokenisation: the worked example, the properties of the schemes, and agreement with Hugging Face.

1. the worked example of the notes, and the places where Unicode and habit differ
2. properties: spans point at their words; GPT-2's scheme loses nothing; counting in blocks changes nothing
3. the same words as Hugging Face tokenizers, over characters that both Unicode tables know
"""

import unicodedata
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Regex, pre_tokenizers

from core.bpe import pretokenize as module
from core.bpe.pretokenize import Scheme, WordCounts, count_words, pretokenize

SCHEMES: list[Scheme] = ["whitespace", "punctuation", "gpt2", "bert", "clip", "spaces"]
GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
CLIP = r"'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+"

# Characters of Unicode 14 (Python 3.11's tables): the other side's are newer, so both know them.
assigned = st.characters(exclude_categories=("Cn", "Cs")).filter(lambda c: unicodedata.category(c) != "Cn")
lively = st.sampled_from([*"aZé9 _'\n\t.,!—", "\x1c", "\x85", "\xa0", "\u0301", "²", "Ⅷ", "𝔸", "漢", "ß", "'s"])
texts = st.lists(st.one_of(lively, assigned), max_size=40).map("".join)


def test_call_911_splits_at_the_spans_of_the_notes():
    """nlp-cheat-sheet, tokenisation: a pre-tokeniser splits `Call 911!` at (0,4), (5,8), (8,9)."""
    assert pretokenize("Call 911!", "punctuation") == [("Call", (0, 4)), ("911", (5, 8)), ("!", (8, 9))]
    assert pretokenize("Call 911!", "whitespace") == [("Call", (0, 4)), ("911!", (5, 9))]
    assert pretokenize("Call 911!", "gpt2") == [("Call", (0, 4)), (" 911", (4, 8)), ("!", (8, 9))]


def test_a_combining_mark_stays_with_its_letter():
    assert [word for word, _ in pretokenize("cafe\u0301 noir", "punctuation")] == ["cafe\u0301", "noir"]


def test_gpt2_leaves_the_last_of_several_spaces_to_the_word():
    assert [word for word, _ in pretokenize("a   b  ", "gpt2")] == ["a", "  ", " b", "  "]


def test_words_stand_in_the_order_of_first_occurrence():
    counts = count_words("b a b c a b", "whitespace")
    assert counts.words == ("b", "a", "c")
    assert counts.frequencies.tolist() == [3, 2, 1]


def test_lowercase_joins_the_counts_of_words_that_differ_in_case():
    assert count_words("How HOW how", "whitespace", lowercase=True).words == ("how",)
    assert count_words("ΟΔΟΣ", "whitespace", lowercase=True).words == ("οδος",)


def test_a_text_without_words_has_no_counts():
    assert count_words("", "gpt2").words == count_words(" \n", "punctuation").words == ()


def test_counts_need_one_positive_frequency_for_each_word():
    with pytest.raises(ValueError, match="2 words"):
        WordCounts(("a", "b"), np.array([1]))
    with pytest.raises(ValueError, match="at least 1"):
        WordCounts(("a",), np.array([0]))


@given(texts, st.sampled_from(SCHEMES))
def test_spans_point_at_their_words_and_never_overlap(text, scheme):
    found = pretokenize(text, scheme)
    if scheme == "spaces":
        assert all(text[start:end].replace(" ", "▁").removeprefix("▁") == word[1:] for word, (start, end) in found)
        found = [(word, span) for word, span in found if word != "▁"]
    else:
        assert all(text[start:end] == word for word, (start, end) in found)
    assert all(word for word, _ in found)
    assert all(one[1] <= two[0] for (_, one), (_, two) in pairwise(found))


@given(texts)
def test_gpt2_words_joined_give_the_text_again(text):
    assert "".join(word for word, _ in pretokenize(text, "gpt2")) == text


@given(texts, st.sampled_from(SCHEMES), st.integers(1, 5), st.booleans())
def test_counting_in_blocks_changes_nothing(text, scheme, block, lowercase):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_BLOCK", block)
        blocked = count_words(text, scheme, lowercase)
    whole = count_words(text, scheme, lowercase)
    assert blocked.words == whole.words
    assert blocked.frequencies.tolist() == whole.frequencies.tolist()
    words = [word for word, _ in pretokenize(text.lower() if lowercase else text, scheme)]
    assert dict(zip(whole.words, whole.frequencies.tolist(), strict=True)) == {w: words.count(w) for w in words}


HOSTILE = {
    "every character": "".join(map(chr, range(0x110000))),
    "apostrophes": "it's we're I've I'm you'll he'd 's't're've'm'll'd 'r 'v 'l 'S ''s '",
    "blanks": " a  b   c\t d\n\ne \u00a0f \x1cg\x85 ",
    "nothing but blanks": " " * 999 + "\n",
    "one long word": "ab" * 200_000,
    "more words than fit at first": " ".join(map(str, range(70_000))) + " 7",
    "lone surrogates and NULs": "\ud800\udfff \x00a\x00 \ud800",
}


@pytest.mark.parametrize("scheme", SCHEMES)
@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_words_of_hostile_texts_are_those_that_the_pattern_finds(text, scheme):
    found = Counter(module.PATTERNS[scheme].findall(module._spelt(text, scheme)))
    counts = count_words(text, scheme)
    assert counts.words == tuple(found)
    assert counts.frequencies.tolist() == [*found.values()]


@given(st.text(" '\n\u3000astmdrevlL1²_!-é漢\u0301\ud800", max_size=60), st.sampled_from(SCHEMES))
def test_words_that_are_counted_are_those_that_the_pattern_finds(text, scheme):
    found = Counter(module.PATTERNS[scheme].findall(module._spelt(text, scheme)))
    counts = count_words(text, scheme)
    assert (counts.words, counts.frequencies.tolist()) == (tuple(found), [*found.values()])


@given(texts)
def test_same_words_as_hugging_face(text):
    """tokenizers' WhitespaceSplit, Whitespace, Split by GPT-2's and by CLIP's pattern, BERT's and Metaspace."""
    theirs = {
        "whitespace": pre_tokenizers.WhitespaceSplit(),
        "punctuation": pre_tokenizers.Whitespace(),
        "gpt2": pre_tokenizers.Split(Regex(GPT2), "isolated"),
        "bert": pre_tokenizers.BertPreTokenizer(),
        "clip": pre_tokenizers.Split(Regex(CLIP), "removed", invert=True),
        "spaces": pre_tokenizers.Metaspace(),
    }
    for scheme in SCHEMES:
        found = theirs[scheme].pre_tokenize_str(text)
        assert [word for word, _ in pretokenize(text, scheme)] == [word for word, _ in found]
        assert scheme == "spaces" or pretokenize(text, scheme) == found


@given(st.text("aZ9 '_.,!\n\tstrevmld", max_size=40))
def test_gpt2_splits_ascii_as_the_byte_level_pre_tokeniser(text):
    """tokenizers' ByteLevel, which spells bytes as letters: a space as Ġ, a line feed as Ċ, a tab as ĉ."""
    spelt = str.maketrans(" \n\t", "ĠĊĉ")
    theirs = pre_tokenizers.ByteLevel(add_prefix_space=False).pre_tokenize_str(text)
    assert [(word.translate(spelt), span) for word, span in pretokenize(text, "gpt2")] == theirs
