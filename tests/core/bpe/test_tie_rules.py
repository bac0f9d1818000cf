"""Pairs of equal counts by the rules of three libraries, and a training that a size of the vocabulary ends.

Hugging Face's tokenizers and SentencePiece train here themselves; subword-nmt is written after its learn_bpe.py.
"""

import json
import random
import subprocess
import sys
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from core.bpe import MergeTrace, learn
from core.bpe.byte_alphabet import ALPHABET, as_bytes
from core.bpe.pretokenize import Scheme, WordCounts, count_words
from core.tokens.tokenizer import Params, compute
from core.tokens.tokenizer.corpus import sample

SCRIPT = """
import io, json, sys
import sentencepiece
for text in json.load(sys.stdin):
    model = io.BytesIO()
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter([text]), model_writer=model, vocab_size=260, model_type="bpe", hard_vocab_limit=False,
        character_coverage=1.0, normalization_rule_name="identity", split_by_number=False,
        split_by_unicode_script=False, max_sentencepiece_length=100, minloglevel=2,
    )
    known = sentencepiece.SentencePieceProcessor()
    known.LoadFromSerializedProto(model.getvalue())
    print(json.dumps([known.IdToPiece(one) for one in range(3, len(known))]))
"""


def drawn(letters: str, seed: int) -> str:
    chance = random.Random(seed)
    return " ".join("".join(chance.choices(letters, k=chance.randint(1, 9))) for _ in range(200))


TEXTS = [sample(), drawn("abc", 0), drawn("1<0a;b", 1)]  # < begins the mark </w>, and signs stand on both sides of it


def learned(text: str, scheme: Scheme = "whitespace", **settings: object) -> MergeTrace:
    return learn(count_words(text, scheme), **{"merges": 10_000, "min_count": 1, **settings})  # type: ignore[arg-type]


def pairs(trace: MergeTrace) -> list[tuple[str, str]]:
    return [*trace.rules().pairs]


def by_tokenizers(text: str, size: int, least: int, bytewise: bool = False) -> list[tuple[str, str]]:
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False) if bytewise else (
        pre_tokenizers.WhitespaceSplit())  # fmt: skip
    alphabet = pre_tokenizers.ByteLevel.alphabet() if bytewise else []
    trainer = trainers.BpeTrainer(vocab_size=size, min_frequency=least, initial_alphabet=alphabet, show_progress=False)
    tokenizer.train_from_iterator([text], trainer)
    return [tuple(pair) for pair in json.loads(tokenizer.to_str())["model"]["merges"]]


def by_subword_nmt(text: str, merges: int, least: int) -> list[tuple[str, str]]:
    """learn_bpe.py of version 0.3.8: max(stats, key=lambda x: (stats[x], x)), and a word's last character with </w>."""
    cut = {word: [*word[:-1], word[-1] + "</w>"] for word in text.split()}
    frequency, made = Counter(text.split()), list[tuple[str, str]]()
    while len(made) < merges:
        stats = Counter[tuple[str, str]]()
        for word, symbols in cut.items():
            for pair in pairwise(symbols):
                stats[pair] += frequency[word]
        best = max(stats, key=lambda x: (stats[x], x), default=None)
        if best is None or stats[best] < least:
            break
        made.append(best)
        for symbols in cut.values():
            place = 0
            while place < len(symbols) - 1:
                if (symbols[place], symbols[place + 1]) == best:
                    symbols[place : place + 2] = ["".join(best)]
                place += 1
    return made


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("least", [1, 2])
def test_by_smallest_ids_and_a_size_all_merges_are_those_of_tokenizers(text: str, least: int) -> None:
    found = learned(text, tie="ids", size=260, min_count=least)
    assert pairs(found) == by_tokenizers(text, 260, least)
    assert (found.tied[:-1] > 1).sum() > 40


@given(st.lists(st.text("abcd", min_size=1, max_size=10), min_size=1, max_size=40), st.integers(1, 30))
def test_random_words_learn_all_merges_of_tokenizers(words: list[str], size: int) -> None:
    text = " ".join(words)
    assert pairs(learned(text, tie="ids", size=size)) == by_tokenizers(text, size, 0)


def test_bytes_learn_all_merges_of_tokenizers() -> None:
    text = sample() + " Ærø, café, žluťoučký kůň, 日本語"
    counts = count_words(text, "gpt2")
    spelt = WordCounts(tuple(map(as_bytes, counts.words)), counts.frequencies)
    found = learn(spelt, merges=10_000, min_count=1, tie="ids", size=500, alphabet=ALPHABET)
    assert pairs(found) == by_tokenizers(text, 500, 0, bytewise=True)


@pytest.mark.parametrize("text", TEXTS)
def test_by_the_last_pair_all_merges_are_those_of_subword_nmt(text: str) -> None:
    found = learned(text, merges=200, min_count=2, tie="last", suffix="</w>")
    assert pairs(found) == by_subword_nmt(text, 200, 2)
    assert (found.tied[:-1] > 1).sum() > 30


def test_by_the_shortest_token_the_vocabulary_is_that_of_sentencepiece() -> None:
    """In a process of its own, as its extension and others end a shared one. Its first three pieces are its own."""
    told = subprocess.run([sys.executable, "-c", SCRIPT], input=json.dumps(TEXTS), capture_output=True, text=True,
                          check=True)  # fmt: skip
    for text, line in zip(TEXTS, told.stdout.splitlines(), strict=True):
        found = learned(text, "spaces", tie="shortest", size=257)
        made = found.tokens[int(found.vocabulary_size[0]) :]
        theirs = json.loads(line)
        assert [*made] == theirs[: len(made)]
        assert {*found.tokens} == {*theirs}
        assert len(theirs) == 257


@given(st.text("ab ", min_size=1), st.integers(0, 12))
def test_a_size_is_where_the_vocabulary_ends_and_no_merge_is_learned_beyond(text: str, size: int) -> None:
    free, bound = (learned(text, size=most) for most in (None, size))
    outgrown = free.vocabulary_size >= size
    assert bound.steps == (int(outgrown.argmax()) if outgrown.any() else free.steps)
    assert bound.stopped == ("size" if outgrown.any() else free.stopped)
    assert pairs(bound) == pairs(free)[: bound.steps]


def test_the_page_counts_merges_or_tokens_and_says_why_it_ended() -> None:
    by_size = compute(Params(until="size", size=200))
    by_merges = compute(Params(merges=171))
    assert by_size.trace.stopped == "size"
    assert (by_size.steps, by_size.table()["vocabulary_size"].iloc[-1]) == (171, 200)
    assert by_size.table().equals(by_merges.table())
    assert compute(Params(until="size", size=20)).steps == 0  # the 29 signs of the text are more already
    answered = compute(Params(until="size", size=30, answer="e _\nt h"))
    assert [each.verdict for each in answered.answer.marked] == ["right", "right"]
