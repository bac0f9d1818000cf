"""The worked example and the derivations of the theory, against the learned merges."""

from itertools import pairwise

from stated import assert_theory_states

from core.tokens.tokenizer import Params, compute


def test_the_theory_states_what_the_mathematics_gives() -> None:
    words = "low:5 lower:2 newest:6 widest:3"
    found = compute(Params(source="words", words=words, merges=7, min_count=1))
    merges, counts = found.table()["token"].tolist(), found.table()["count"].tolist()
    assert merges[:5] == ["es", "est", "est_", "lo", "low"]
    assert_theory_states("tokenizer", {
        "`low` 5 times, `lower` 2, `newest` 6, `widest` 3": lambda: Params().words == words,
        "6 + 3 = 9 times": lambda: counts[0] == 6 + 3 == 9,
        "at most 8 times (`w e` in `lower` and `newest`: 2 + 6)": lambda: 2 + 6 == 8 < counts[0],
        "Now `es t` occurs 9 times": lambda: counts[1] == 9,
        "each with 9": lambda: counts[2] == 9,
        "`l o` with 5 + 2 = 7, and `lo w` with 7": lambda: counts[3:5] == [5 + 2, 7],
        "the 256 bytes": lambda: len({bytes([each]) for each in range(256)}) == 256,
    }, formulas="GPT-2")  # fmt: skip
    assert all(after <= before for before, after in pairwise(counts))
