"""WordPiece: the worked example of the notes, a slow recount, longest match, Hugging Face as the other side.

1. the golden example with its scores
2. 200 random corpora against a recount from scratch, and merges that are given
3. longest match against a plain search, and against Hugging Face's WordPiece
4. the byte alphabet and a base alphabet that does not occur
"""

import json
import random
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from core.bpe import Best, MergeTrace, learn, segment
from core.bpe.byte_alphabet import ALPHABET, as_bytes, as_text, of_character, raw
from core.bpe.longest_match import UNKNOWN, longest_match, longest_matches
from core.bpe.pretokenize import WordCounts, count_words

SHEET = "raw how how wow wow who"
INSIDE = "##"


def counted(frequencies: dict[str, int]) -> WordCounts:
    return WordCounts(tuple(frequencies), np.array([*frequencies.values()], dtype=np.int64))


def leaders(trace: MergeTrace, step: int) -> dict[str, float]:
    rows = zip(trace.leaders_left[step], trace.leaders_right[step], trace.scores[step], strict=True)
    return {f"{trace.tokens[left]} {trace.tokens[right]}": float(score) for left, right, score in rows if left >= 0}


# 1. The golden example


def test_cheat_sheet_scores_and_merges() -> None:
    """golden.md, WordPiece (cheat sheet): scores as printed there, to four digits."""
    trace = learn(count_words(SHEET, "whitespace"), merges=2, inside=INSIDE, best="score", min_count=1)
    first = {"r ##a": 1.0, "##a ##w": 0.2, "h ##o": 0.2, "##o ##w": 0.16, "w ##o": 0.1333, "w ##h": 0.3333,
             "##h ##o": 0.2}  # fmt: skip
    assert leaders(trace, 0) == pytest.approx(first, abs=5e-5)
    assert next(iter(leaders(trace, 0))) == "r ##a"
    assert leaders(trace, 1)["ra ##w"] == 0.2
    assert next(iter(leaders(trace, 1))) == "w ##h"
    assert trace.winning_scores == pytest.approx([1, 1 / 3])
    assert ["|".join(word_pieces(trace, word, 2)) for word in range(4)] == [
        "ra|##w", "h|##o|##w", "w|##o|##w", "wh|##o"]  # fmt: skip


def test_pairs_rarer_than_the_smallest_count_are_passed_over() -> None:
    trace = learn(count_words(SHEET, "whitespace"), merges=1, inside=INSIDE, best="score", min_count=2)
    assert [*leaders(trace, 0)] == ["h ##o", "##o ##w", "w ##o"]
    assert trace.rules().pairs == (("h", "##o"),)


# 2. A slow recount


def recount(words: list[str], frequencies: list[int], merges: int, least: int, tie: str) -> list[dict]:
    """Every state of the training, all counts taken from scratch and scores as fractions."""
    cut = [[word[0], *(INSIDE + sign for sign in word[1:])] for word in words]
    states = []
    while True:
        pairs: dict[tuple[str, str], int] = {}
        tokens: dict[str, int] = {}
        for pieces, frequency in zip(cut, frequencies, strict=True):
            for piece in pieces:
                tokens[piece] = tokens.get(piece, 0) + frequency
            for pair in pairwise(pieces):
                pairs[pair] = pairs.get(pair, 0) + frequency
        met = {pair: place for place, pair in enumerate(pairs)}
        score = {pair: Fraction(n, tokens[pair[0]] * tokens[pair[1]]) for pair, n in pairs.items() if n >= least}
        order = met.__getitem__ if tie == "first met" else lambda pair: pair
        ranked = sorted(score, key=lambda pair: (-score[pair], order(pair)))
        states.append({"cut": [list(pieces) for pieces in cut], "ranked": [(p, pairs[p], score[p]) for p in ranked]})
        if len(states) > merges or not ranked:
            return states
        cut = [merged(pieces, ranked[0]) for pieces in cut]


def merged(pieces: list[str], pair: tuple[str, str]) -> list[str]:
    result: list[str] = []
    for piece in pieces:
        if result and (result[-1], piece) == pair and len(result[-1]) == len(pair[0]):
            result[-1] = pair[0] + pair[1][len(INSIDE) :]
            result.append("")  # what was just made is no left side of the same merge
        else:
            if result and not result[-1]:
                result.pop()
            result.append(piece)
    return [piece for piece in result if piece]


@pytest.mark.parametrize("seed", range(200))
def test_every_leader_count_and_score_equals_a_recount(seed: int) -> None:
    generator = random.Random(seed)
    letters = "ab" if seed % 3 == 0 else "abcdefé𝔸"
    words = list({"".join(generator.choices(letters, k=generator.randint(1, 9))) for _ in range(12)})
    frequencies = [generator.randint(1, 6) for _ in words]
    least, tie = generator.randint(1, 3), generator.choice(["first met", "lexicographic"])
    counts = counted(dict(zip(words, frequencies, strict=True)))
    trace = learn(counts, merges=25, inside=INSIDE, best="score", min_count=least, tie=tie)
    states = recount(words, frequencies, 25, least, tie)
    assert trace.steps == len(states) - 1
    for step, state in enumerate(states):
        found = zip(trace.leaders_left[step], trace.leaders_right[step], trace.leaders_count[step],
                    trace.scores[step], strict=True)  # fmt: skip
        told = [((trace.tokens[a], trace.tokens[b]), int(n), float(s)) for a, b, n, s in found if n]
        assert told == [(pair, n, float(score)) for pair, n, score in state["ranked"][:10]]
        assert [word_pieces(trace, word, step) for word in range(len(words))] == state["cut"]
    assert [float(state["ranked"][0][2]) for state in states[:-1]] == pytest.approx(trace.winning_scores.tolist())


def word_pieces(trace: MergeTrace, word: int, step: int) -> list[str]:
    """The pieces of a word, each with one sign for where it stands."""
    start, end = trace.word_offset[word : word + 2]
    pieces: list[str] = []
    for place in range(start, end):
        symbol, gone = trace.tokens[trace.symbol[place]], trace.boundary_step[place]
        if 0 <= gone < step:
            pieces[-1] += symbol[len(INSIDE) :]
        else:
            pieces.append(symbol)
    return pieces


def test_a_training_that_rare_pairs_are_left_to_ends_for_their_count_and_not_for_want_of_pairs() -> None:
    """`r ##a ##w` and `w ##h ##o` stand once and stay as they are."""
    counts = counted({"raw": 1, "how": 2, "wow": 2, "who": 1})
    rare, every = (learn(counts, merges=50, inside=INSIDE, best="score", min_count=least) for least in (2, 1))
    assert (rare.stopped, every.stopped) == ("min_count", "exhausted")
    assert word_pieces(rare, 0, rare.steps) == ["r", "##a", "##w"]


@given(st.lists(st.text("abc", min_size=1, max_size=8), min_size=1, max_size=8, unique=True), st.booleans())
def test_given_merges_are_made_as_a_training_makes_them(words: list[str], scored: bool) -> None:
    inside = INSIDE if scored else ""
    counts = counted(dict.fromkeys(words, 2))
    best: Best = "score" if scored else "count"
    free = learn(counts, merges=9, inside=inside, best=best)
    again = learn(counts, merges=9, inside=inside, best=best, given=free.rules().pairs)
    for name in ("left", "right", "merged", "count", "replaced", "corpus_tokens", "boundary_step", "leaders_count"):
        np.testing.assert_array_equal(getattr(again, name), getattr(free, name))


def test_given_merges_end_before_one_that_stands_nowhere() -> None:
    counts = counted({"low": 5, "lower": 2})
    assert learn(counts, merges=9, given=[("o", "w"), ("o", "w")]).steps == 1
    assert learn(counts, merges=9, given=[("l", "x")]).steps == 0
    assert learn(counts, merges=9, given=[("e", "r"), ("l", "o")], min_count=1).count.tolist() == [2, 7]


# 3. Longest match


@given(st.text("abc", min_size=1, max_size=9), st.sets(st.text("abc", min_size=1, max_size=3), max_size=12))
def test_longest_match_equals_hugging_face(word: str, strings: set[str]) -> None:
    vocabulary = [*sorted({*strings, *(INSIDE + string for string in strings)}), UNKNOWN]
    model = models.WordPiece({token: number for number, token in enumerate(vocabulary)}, unk_token=UNKNOWN)
    assert longest_match(word, {*vocabulary}, INSIDE, longest=5) == Tokenizer(model).encode(word).tokens


@given(st.lists(st.text("abc", min_size=1, max_size=8), min_size=1, max_size=8, unique=True), st.text("abcd"))
def test_matches_at_every_step_are_those_of_the_vocabulary_then(words: list[str], word: str) -> None:
    trace = learn(counted(dict.fromkeys(words, 1)), merges=9, inside=INSIDE, best="score", min_count=1)
    made = {token: max(0, number - int(trace.vocabulary_size[0]) + 1) for number, token in enumerate(trace.tokens)}
    found = longest_matches(word, made, INSIDE, longest=10)
    for step in range(trace.steps + 1):
        now = [pieces for start, pieces in found if start <= step][-1]
        assert now == longest_match(word, {token for token, at in made.items() if at <= step}, INSIDE, longest=10)


def test_hugging_faces_trainer_of_wordpiece_merges_by_count_alone() -> None:
    """github.com/huggingface/tokenizers, issue 1086: so its merges are no reference for the score."""
    tokenizer = Tokenizer(models.WordPiece(unk_token=UNKNOWN))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    size = len("ahorw") + len("ahow") + 1  # all characters, those inside a word with ##, and a merge
    trainer = trainers.WordPieceTrainer(vocab_size=size, special_tokens=[], show_progress=False)
    tokenizer.train_from_iterator([SHEET], trainer)
    assert "##ow" in json.loads(tokenizer.to_str())["model"]["vocab"]
    assert "ra" not in json.loads(tokenizer.to_str())["model"]["vocab"]


# 4. Bytes


def test_the_byte_alphabet_is_that_of_hugging_face() -> None:
    assert sorted(ALPHABET) == sorted(pre_tokenizers.ByteLevel.alphabet())


@given(st.text())
def test_bytes_are_read_back(text: str) -> None:
    assert raw(as_bytes(text)).decode() == text
    assert as_text(as_bytes(text)) == text


def test_bytes_that_are_no_character_are_named() -> None:
    assert as_text(as_bytes("é")[0]) == "⟨C3⟩"
    assert as_text("x" + as_bytes("€")[1:]) == "x⟨82⟩⟨AC⟩"
    assert of_character("é") == "C3 A9"


def test_a_base_alphabet_is_known_whether_it_occurs_or_not() -> None:
    counts = count_words("thé thé café", "whitespace")
    counts = WordCounts(tuple(map(as_bytes, counts.words)), counts.frequencies)
    trace = learn(counts, merges=1, alphabet=ALPHABET)
    assert trace.vocabulary_size.tolist() == [256, 257]
    assert trace.tokens[:256] == tuple(sorted(ALPHABET))
    assert trace.rules().pairs == ((as_bytes("é")[0], as_bytes("é")[1]),)
    assert segment(as_bytes("€"), trace.rules()).unknown == ()
