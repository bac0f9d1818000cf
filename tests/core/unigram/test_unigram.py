"""The unigram tokenizer: against sentencepiece, against all cuts written out, and what holds for any text."""

import json
import re
import subprocess
import sys
from itertools import combinations, pairwise
from math import exp, inf, log
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import digamma

from core.bpe.pretokenize import WordCounts, count_words
from core.errors import InputError
from core.unigram import LEAST, MAX_CHARACTERS, Trained, kernel, train
from core.unigram.seeds import LONGEST, seeds

ASSETS = Path(__file__).parents[3] / "assets"
SAMPLE, THEORY = ASSETS / "samples" / "tokenizer.txt", ASSETS / "theory" / "tokenizer.md"
LOWEST = WordCounts(("▁low", "▁lower", "▁newest", "▁widest"), np.array([5, 2, 6, 3]))
SCRIPT = """
import io, json, sys
import sentencepiece
asked = json.load(sys.stdin)
model = io.BytesIO()
sentencepiece.SentencePieceTrainer.train(
    sentence_iterator=iter([asked["text"]]), model_writer=model, vocab_size=asked["size"], model_type="unigram",
    bos_id=-1, eos_id=-1, character_coverage=1.0, normalization_rule_name="identity", num_threads=1,
    max_sentence_length=1_000_000, minloglevel=2, split_by_unicode_script=asked["apart"],
    split_by_number=asked["apart"],
)
known = sentencepiece.SentencePieceProcessor()
known.LoadFromSerializedProto(model.getvalue())
pieces = {known.IdToPiece(one): known.GetScore(one) for one in range(1, len(known))}
print(json.dumps([pieces, [known.EncodeAsPieces(word) for word in asked["words"]]]))
"""
words_of = st.dictionaries(st.text("abc", min_size=1, max_size=7), st.integers(1, 9), min_size=1, max_size=12)


def counted(words: dict[str, int]) -> WordCounts:
    return WordCounts(tuple(words), np.array([*words.values()], np.int64))


def all_cuts(word: str) -> list[list[str]]:
    """Every way to cut a word, written out."""
    inner = range(1, len(word))
    borders = ([0, *chosen, len(word)] for many in range(len(word)) for chosen in combinations(inner, many))
    return [[word[start:end] for start, end in pairwise(each)] for each in borders]


def weighed(word: str, score: dict[str, float]) -> list[tuple[list[str], float]]:
    """The cuts into known pieces with their probabilities."""
    known = [cut for cut in all_cuts(word) if all(piece in score for piece in cut)]
    return [(cut, exp(sum(score[piece] for piece in cut))) for cut in known]


def vocabulary(trained: Trained, state: int) -> dict[str, float]:
    found = zip(trained.pieces, trained.score[state].tolist(), strict=True)
    return {piece: score for piece, score in found if np.isfinite(score)}


def by_sentencepiece(
    text: str, size: int, words: list[str], apart: bool = True
) -> tuple[dict[str, float], list[list[str]]]:
    """Pieces with scores, and the words cut. In a process of its own: its extension and others end a shared one.

    With ``apart`` no piece joins letters with digits or signs, which is its default.
    """
    asked = json.dumps({"text": text, "size": size, "words": words, "apart": apart})
    told = subprocess.run([sys.executable, "-c", SCRIPT], input=asked, capture_output=True, text=True, check=True)
    pieces, cuts = json.loads(told.stdout)
    return pieces, cuts


@pytest.mark.parametrize("size", [60, 100, 150, 183])
def test_pieces_and_scores_are_those_of_sentencepiece(size: int) -> None:
    """sentencepiece 0.2.1 in its own settings, but for normalisation, which this page does otherwise."""
    words = re.findall("[a-z]+", SAMPLE.read_text(encoding="utf-8").lower())
    new = ["lowest", "lighthouse", "keepers", "estuary", "strong"]
    theirs, cuts = by_sentencepiece(" ".join(words), size, new)
    counts = count_words(" ".join(words), "whitespace")
    trained = train(WordCounts(tuple("▁" + word for word in counts.words), counts.frequencies), size=size)
    assert vocabulary(trained, -1) == pytest.approx(theirs, abs=2e-5)
    assert len(theirs) == size - 1
    assert [trained.cut("▁" + word)[-1] for word in new] == cuts


@pytest.mark.parametrize("size", [120, 200])
def test_a_piece_may_hold_letters_and_signs_as_in_sentencepiece_where_these_are_not_kept_apart(size: int) -> None:
    """What the theory says of the two. The last word stands in the text before, so no seed comes of its end alone."""
    text = " ".join(
        [*(ASSETS / "samples" / "ngram_language_model.txt").read_text(encoding="utf-8").split()[:4_000], "the"]
    )
    pieces = vocabulary(train(count_words(text, "spaces"), size=size), -1)
    together, apart = (by_sentencepiece(text, size, [], flag)[0] for flag in (False, True))
    assert pieces == pytest.approx(together, abs=2e-5)
    assert {*pieces} != {*apart}
    assert "`split_by_unicode_script` and `split_by_number` off" in THEORY.read_text(encoding="utf-8")


@given(words_of, st.text("abcx", min_size=1, max_size=7))
def test_forward_and_backward_sums_are_those_over_all_cuts(words: dict[str, int], word: str) -> None:
    trained = train(counted(words), size=8)
    for state in range(trained.states):
        score = vocabulary(trained, state)
        known = {*"".join(words)}
        score |= {sign: float(trained.unknown[state]) for sign in {*known, *word} - score.keys()}
        cuts = weighed(word, score)
        lattice, total = trained.lattices(word)[state], sum(weight for _, weight in cuts)
        assert lattice.forward[-1] == pytest.approx(log(total))
        assert lattice.backward[0] == pytest.approx(log(total))
        best = [word[lattice.edges[edge][0] : lattice.edges[edge][1]] for edge in np.flatnonzero(lattice.best)]
        assert exp(sum(score[piece] for piece in best)) == pytest.approx(max(weight for _, weight in cuts))
        for (start, end, _), expected in zip(lattice.edges, lattice.expected, strict=True):
            through = sum(weight for cut, weight in cuts if (start, end) in spans(cut))
            assert expected == pytest.approx(through / total, abs=1e-12)


def spans(cut: list[str]) -> set[tuple[int, int]]:
    ends = np.cumsum([0, *map(len, cut)]).tolist()
    return {*pairwise(ends)}


@given(words_of)
def test_expected_counts_of_a_corpus_are_those_over_all_cuts(words: dict[str, int]) -> None:
    counts = counted(words)
    seed = seeds(counts)
    score = np.log(seed.weight / seed.weight.sum())
    by_piece = dict(zip(seed.pieces, score.tolist(), strict=True))
    wanted, total = dict.fromkeys(seed.pieces, 0.0), 0.0
    expected, _, _ = kernel.expect(seed.lattice, score, counts.frequencies)
    found = kernel.mean_log_probability(seed.lattice, score, counts.frequencies) * sum(words.values())
    for word, frequency in words.items():
        cuts = weighed(word, by_piece)
        mass = sum(weight for _, weight in cuts)
        total += frequency * log(mass)
        for cut, weight in cuts:
            for piece in cut:
                wanted[piece] += frequency * weight / mass
    assert expected.tolist() == pytest.approx([*wanted.values()])
    assert found == pytest.approx(total)


@given(words_of)
def test_seeds_are_the_repeated_substrings_that_no_longer_one_replaces(words: dict[str, int]) -> None:
    """All substrings counted one by one in the running text."""
    often: dict[str, int] = {}
    followed: dict[str, set[str]] = {}
    for word, frequency in words.items():
        for start in range(len(word)):
            for end in range(start + 1, min(len(word), start + LONGEST) + 1):
                often[word[start:end]] = often.get(word[start:end], 0) + frequency
                followed.setdefault(word[start:end], set()).add(word[end : end + 1])
    taken = {piece: times * len(piece) for piece, times in often.items()
             if len(piece) == 1 or (times >= 2 and len(followed[piece]) >= 2)}  # fmt: skip
    seed = seeds(counted(words))
    assert dict(zip(seed.pieces, seed.weight.tolist(), strict=True)) == taken
    assert {*seed.pieces[: seed.single]} == {*"".join(words)}


def test_a_round_by_hand_gives_the_scores_and_the_losses() -> None:
    """Expectation–maximisation and pruning of a text's shorter words, from all cuts instead of lattices."""
    whole = count_words(SAMPLE.read_text(encoding="utf-8").lower(), "whitespace")
    words = {word: times for word, times in zip(whole.words, whole.frequencies.tolist(), strict=True) if len(word) < 8}
    trained = train(counted(words), size=100)
    score = vocabulary(trained, 0)
    for _ in range(2):
        expected = dict.fromkeys(score, 0.0)
        for word, frequency in words.items():
            cuts = weighed(word, score)
            mass = sum(weight for _, weight in cuts)
            for cut, weight in cuts:
                for piece in cut:
                    expected[piece] += frequency * weight / mass
        kept = {piece: count for piece, count in expected.items() if count >= LEAST}
        score = {piece: float(digamma(count) - digamma(sum(kept.values()))) for piece, count in kept.items()}
    used = dict.fromkeys(score, 0)
    for word, frequency in words.items():
        for piece in max(weighed(word, score), key=lambda cut: cut[1])[0]:
            used[piece] += frequency
    found = dict(zip(trained.pieces, trained.loss[0].tolist(), strict=True))
    compared = 0
    for piece in score:
        others = sorted(weighed(piece, score), key=lambda cut: -cut[1])
        others = [cut for cut in others if cut[0] != [piece]]
        if not used[piece] or (others and others[0][1] > exp(score[piece])):
            assert found[piece] == -inf
        elif others:
            total, many = sum(used.values()), len(others[0][0])
            after = total + used[piece] * (many - 1)
            moved = sum(log((used[other] + used[piece]) / after) for other in others[0][0])
            loss = used[piece] / sum(words.values()) * (log(used[piece] / total) - moved)
            assert found[piece] == pytest.approx(loss)
            compared += 1
    assert compared >= 20
    assert any(loss == -inf for loss in found.values())
    stayed = vocabulary(trained, 1)
    assert all(score[piece] == pytest.approx(stayed[piece]) for piece in stayed)


@given(words_of, st.integers(5, 12))
def test_the_vocabulary_shrinks_to_its_size_and_keeps_all_characters(words: dict[str, int], size: int) -> None:
    trained = train(counted(words), size=size)
    sizes = trained.size.tolist()
    assert sizes[:-1] == sorted(sizes[:-1], reverse=True)
    assert sizes[-1] <= size - 1
    assert {*"".join(words)} <= vocabulary(trained, -1).keys()
    assert [trained.pieces[place] for place in trained.final] == sorted(
        vocabulary(trained, -1), key=lambda piece: -vocabulary(trained, -1)[piece])  # fmt: skip
    for word in words:
        assert all("".join(cut) == word for cut in trained.cut(word))
    tokens = sum(times * len(trained.cut(word)[-1]) for word, times in words.items())
    assert tokens == trained.tokens[-1]


def test_unknown_characters_side_by_side_are_one_piece() -> None:
    trained = train(LOWEST, size=16)
    assert trained.cut("▁éßlow")[-1][-1] != "é"
    assert "éß" in trained.cut("▁éßlow")[-1]


def test_too_small_a_vocabulary_and_too_long_a_text_are_refused() -> None:
    with pytest.raises(InputError, match="at least 12") as caught:
        train(LOWEST, size=11)
    assert caught.value.field == "size"
    assert train(LOWEST, size=12).size[-1] == 11
    long = WordCounts(("ab" * (MAX_CHARACTERS // 2 + 1),), np.array([1]))
    with pytest.raises(InputError, match="distinct words") as caught:
        train(long, size=100)
    assert caught.value.field == "text"


def test_progress_rises_to_one() -> None:
    seen: list[float] = []
    train(count_words(SAMPLE.read_text(encoding="utf-8"), "whitespace"), size=80, progress=seen.append)
    assert seen == sorted(seen)
    assert seen[-1] == 1.0
    assert 0 <= seen[0] < 0.9
