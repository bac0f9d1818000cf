"""The worked example and the derivations of the theory, against the learned merges."""

from itertools import pairwise
from typing import get_args

import numpy as np
from stated import assert_theory_states
from tokenizers import models

from catalog import BY_SLUG
from core.bpe import Tie
from core.tokens.tokenizer import PRESETS, Params, Pruned, compute
from core.unigram import MARGIN


def test_the_theory_states_what_the_mathematics_gives() -> None:
    words = "low:5 lower:2 newest:6 widest:3"
    found = compute(Params(source="words", words=words, merges=7, min_count=1))
    merges, counts = found.table()["token"].tolist(), found.table()["count"].tolist()
    assert merges[:5] == ["es", "est", "est_", "lo", "low"]
    pieces = compute(Params(**next(one.values for one in PRESETS if one.name == "wordpiece"))).trace
    pruned = compute(Params(algorithm="unigram"))
    assert isinstance(pruned, Pruned)
    rounds = pruned.trained
    by_rule = [compute(Params(tie=tie)).trace for tie in get_args(Tie) if tie != "lexicographic"]
    first, *others = ({*each.rules().pairs} for each in by_rule)
    assert_theory_states("tokenizer", {
        "learns 38 to 51 merges that the first one does not, of 200, and all leave 694 tokens": lambda: (
            {len(each - first) for each in others} == {38, 40, 51} and {each.steps for each in by_rule} == {200}
            and {each.corpus_tokens[-1] for each in by_rule} == {694}
        ),
        "`subword-nmt` stops below 2": lambda: Params().min_count == 2,
        "`low` 5 times, `lower` 2, `newest` 6, `widest` 3": lambda: Params().words == words,
        "6 + 3 = 9 times": lambda: counts[0] == 6 + 3 == 9,
        "at most 8 times (`w e` in `lower` and `newest`: 2 + 6)": lambda: 2 + 6 == 8 < counts[0],
        "Now `es t` occurs 9 times": lambda: counts[1] == 9,
        "each with 9": lambda: counts[2] == 9,
        "`l o` with 5 + 2 = 7, and `lo w` with 7": lambda: counts[3:5] == [5 + 2, 7],
        "starts from the 256 bytes": lambda: len({bytes([each]) for each in range(256)}) == 256,
        "It stands 4 times, but `##o` and `##w` stand 5 times each: its score is 4 / (5 · 5) = 0.16": lambda: (
            pieces.leaders_count[0].max() == 4 and min(pieces.scores[0][pieces.leaders_count[0] == 4]) == 4 / 25 == 0.16
        ),
        "`w ##h` wins with 1 / (3 · 1) = 0.3333": lambda: abs(pieces.winning_scores[1] - 0.3333) < 5e-5,
        "Its score is 1, the largest": lambda: pieces.winning_scores[0] == 1 and pieces.count[0] == 1,
        "sum to less than 1": lambda: np.nansum(np.exp(rounds.score[3])) < 1,
        "drops": lambda: rounds.size[0] > rounds.size[-1],
        "10 % above": lambda: MARGIN == 1.1,
        "may rise in the last round": lambda: rounds.likelihood[-1] > rounds.likelihood[-2],
        "“Smallest pair count” above 1": lambda: pieces.count.tolist() == [1, 1],
    }, formulas=r"GPT-[12]|version 0\.2|UTF-8|issues 570, 1086 and 1777|more than (?:100 characters|200)|⟨C3⟩|chapter 6"
                            r"|0\.2\.1|July 2026|an L1 penalty|request 1295|ACL 2018|section 3\.2")  # fmt: skip
    assert all(after <= before for before, after in pairwise(counts))


def test_a_word_of_more_than_100_characters_is_unknown_to_hugging_faces_bert() -> None:
    assert models.WordPiece().max_input_chars_per_word == 100
    told = BY_SLUG["tokenizer"].theory.read_text(encoding="utf-8")
    assert "Hugging Face's BERT also makes a word of more than 100 characters `[UNK]`" in told
