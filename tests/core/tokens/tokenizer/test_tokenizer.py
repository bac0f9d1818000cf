"""The tokenizer explorer: sources of text, the golden examples through its front door, and what it keeps to show.

The encoding itself is tested in test_bpe.py.
"""

import contextlib
import dataclasses
import random
import time
import tracemalloc
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from spelt import word_tokens

from core.bpe import learn
from core.bpe.pretokenize import MAX_DISTINCT
from core.costs import estimate_seconds
from core.errors import InputError
from core.text import MAX_BYTES
from core.tokens import tokenizer
from core.tokens.tokenizer import PRESETS, Params, Result, compute, focus, training
from core.tokens.tokenizer.corpus import read_corpus
from core.tokens.tokenizer.training import MOST_SYMBOLS
from figures.tokens.tokenizer import views

PRESET = {preset.name: Params(**preset.values) for preset in PRESETS}


def merges(result: Result) -> list[tuple[str, str, int]]:
    return list(result.table()[["left", "right", "count"]].itertuples(index=False, name=None))


def states(result: Result, step: int) -> list[str]:
    return [" ".join(word_tokens(result.trace, word, step)) for word in result.passage]


def test_course_notes_example_learns_their_seven_merges() -> None:
    """golden.md, Tokenisation, BPE (nlp-course)."""
    result = compute(PRESET["lowest"])
    assert merges(result) == [
        ("e", "s", 9), ("es", "t", 9), ("est", "_", 9), ("l", "o", 7), ("lo", "w", 7), ("n", "e", 6), ("ne", "w", 6),
    ]  # fmt: skip
    assert states(result, 7) == ["low _", "low e r _", "new est_", "w i d est_"]


def test_lowest_is_cut_into_low_and_est_by_six_merges() -> None:
    segmentation = compute(PRESET["lowest"]).segmentation
    assert [part.after(5) for part in segmentation] == [["low", "est_"]]


def test_cheat_sheet_example_goes_on_with_a_third_merge() -> None:
    """golden.md, Tokenisation, BPE (cheat sheet)."""
    assert merges(compute(PRESET["wow"])) == [("w", "_", 5), ("o", "w_", 4), ("h", "ow_", 2)]


def test_the_cheat_sheets_wordpiece_ends_as_it_is_printed() -> None:
    """golden.md, Tokenisation, WordPiece (cheat sheet): the words after two merges, with how often they stand."""
    result = compute(PRESET["wordpiece"])
    table = result.table()
    assert list(table["left"] + " " + table["right"]) == ["r ##a", "w ##h"]
    assert table["score"].round(4).tolist() == [1.0, 0.3333]
    cut = {"raw": "ra|##w", "how": "h|##o|##w", "wow": "w|##o|##w", "who": "wh|##o"}
    times = {"raw": 1, "how": 2, "wow": 2, "who": 1}
    assert {one.word: "|".join(one.at(2)) for one in result.own.passage} == cut
    assert {word: result.passage_words.count(word) for word in cut} == times
    assert [one.at(2) for one in result.cuts] == [("wh", "##o"), ("[UNK]",)]


def test_bytes_leave_no_character_unknown() -> None:
    result = compute(PRESET["bytes"])
    assert [one.lost for one in result.cuts] == [0, 0, 0]
    tax = result.own.tax
    assert not tax.lost.any()
    assert tax.ratio[0, -1] == 3.0  # Chinese, three bytes a character
    assert (np.diff(tax.ratio, axis=0) <= 0).all()


@given(st.text(max_size=30), st.sampled_from(["bpe", "bytes", "wordpiece"]), st.sampled_from(["punctuation", "gpt2"]))
def test_tokens_of_any_text_join_to_it_again(text: str, algorithm: str, scheme: str) -> None:
    params = Params(algorithm=algorithm, pretokenizer=scheme, lowercase=False, merges=60, end_of_word="")
    for cut in compute(params).cut_text(text):
        for step in (0, 30, 60):
            pieces = cut.at(step)
            bare = [piece.removeprefix("##") if place and algorithm == "wordpiece" else piece
                    for place, piece in enumerate(pieces)]  # fmt: skip
            assert pieces == ("[UNK]",) or "".join(bare) == cut.word


def test_an_answer_is_right_up_to_its_first_merge_that_something_beats() -> None:
    marked = compute(PRESET["answer"]).answer
    assert marked is not None
    assert [(one.left, one.right, one.verdict, one.count, one.best) for one in marked.marked] == [
        ("e", "s", "right", 9, 9), ("es", "t", "right", 9, 9), ("l", "o", "wrong", 7, 9)]  # fmt: skip
    assert marked.marked[-1].leads == ("est", "_")


@pytest.mark.parametrize(
    ("answer", "verdicts"),
    [("s t\nst _\ne st_", ["tied", "tied", "right"]), ("x y", ["unknown"]), ("e s\ne s", ["right", "nowhere"]),
     ("#version: 0.2\ne s\n\n", ["right"]), ("l o\ne s", ["wrong"])],
)  # fmt: skip
def test_answers_are_marked_by_what_leads(answer: str, verdicts: list[str]) -> None:
    """`s t` and `t _` share the 9 of `e s`: each is as good as the one that the tie rule takes."""
    found = compute(dataclasses.replace(PRESET["answer"], answer=answer)).answer
    assert found is not None
    assert [one.verdict for one in found.marked] == verdicts


def test_an_answer_may_hold_more_merges_than_the_training_makes() -> None:
    answer = "e s\nes t\nest _\nl o\nlo w\nn e\nne w\nnew est_\nlow e"
    for ends in ({"merges": 0}, {"merges": 2}, {"until": "size", "size": 13}):
        found = compute(dataclasses.replace(PRESET["answer"], answer=answer, **ends)).answer
        assert found is not None
        assert [one.verdict for one in found.marked] == ["right"] * 8 + ["wrong"]
        assert (found.marked[-1].count, found.marked[-1].best) == (2, 5)


def test_the_merges_of_a_training_are_an_answer_without_a_mistake() -> None:
    for algorithm, least in (("bpe", 2), ("wordpiece", 1), ("wordpiece", 2), ("wordpiece", 5)):
        params = Params(algorithm=algorithm, merges=60, min_count=least)
        table = compute(params).table()
        answer = "\n".join(table["left"] + " " + table["right"])
        found = compute(dataclasses.replace(params, answer=answer)).answer
        assert found is not None
        assert {one.verdict for one in found.marked} == {"right"}


def test_where_the_training_ends_as_all_pairs_are_rare_no_further_merge_of_an_answer_is_right() -> None:
    for least, verdicts in ((1, ["right"] * 3), (2, ["right", "right", "rare"]), (3, ["rare"])):
        params = Params(source="words", words="low:1 lower:1", min_count=least, answer="l o\nlo w\nlow _")
        found = compute(params).answer
        assert found is not None
        assert [one.verdict for one in found.marked] == verdicts
    beaten = compute(dataclasses.replace(PRESET["answer"], min_count=8, answer="l o")).answer
    assert beaten is not None
    assert beaten.marked[0].verdict == "wrong"  # 7 is too few, and above all less than 9


def test_the_table_counts_how_many_pairs_share_that_by_which_they_lead() -> None:
    sheet = {"source": "text", "text": "raw how how wow wow who", "merges": 3, "min_count": 1}
    by_score = compute(Params(algorithm="wordpiece", **sheet)).table()
    # Once r ##a and w ##h are made, ra ##w, wh ##o (1 / (1 · 5)), h ##o and w ##o (2 / (2 · 5)) share 0.2
    assert by_score["pairs_sharing_the_score"].tolist() == [1, 1, 4]
    assert by_score["count"][2] == 1
    by_count = compute(Params(algorithm="wordpiece", best="count", **sheet)).table()
    assert by_count["pairs_sharing_the_count"].tolist()[0] == 1
    assert "pairs_sharing_the_score" not in by_count
    file = compute(Params(source="words", algorithm="file"), b"l o\nlo w\n").table()
    assert not [name for name in file if "sharing" in name]  # of 7, where e s has 9


@pytest.mark.parametrize("algorithm", ["bpe", "bytes", "wordpiece", "unigram"])
def test_words_with_counts_begin_with_the_sign_of_the_space_where_all_words_do(algorithm: str) -> None:
    """Of a text `low low lower` SentencePiece reads `▁low` twice and `▁lower` once."""
    its = {"algorithm": algorithm, "pretokenizer": "spaces", "merges": 9, "size": 8, "min_count": 1, "segment": "lower"}
    counted = compute(Params(source="words", words="low:2 ▁lower low:1", **its))
    running = compute(Params(source="text", text="low low lower low", **its))
    assert counted.tokens == running.tokens
    assert [cut.at(counted.steps) for cut in counted.cuts] == [cut.at(running.steps) for cut in running.cuts]
    assert not sum(cut.lost for cut in counted.cuts)


def test_by_scores_a_pair_below_the_smallest_pair_count_neither_leads_nor_is_right() -> None:
    """`r ##a` stands once and has the largest score, 1. Of pairs that stand twice `h ##o` leads, with 2 / (2 · 5)."""
    for answer, verdicts in (("h ##o\nw ##o", ["right", "right"]), ("##o ##w", ["wrong"]), ("r ##a", ["rare"])):
        params = Params(source="text", text="raw how how wow wow who", algorithm="wordpiece", answer=answer)
        result = compute(params)
        assert result.answer is not None
        assert [one.verdict for one in result.answer.marked] == verdicts
    readout = views(result, params).readout
    assert readout is not None
    assert readout.header["said"][0][1][1] == (
        "It stands 1 time in the text, less often than the smallest pair count of 2.")  # fmt: skip


def test_an_answer_over_bytes_may_be_written_in_characters_or_in_their_alphabet() -> None:
    params = Params(algorithm="bytes", source="text", text="a to ti tu", pretokenizer="gpt2", merges=1)
    assert merges(compute(params)) == [("Ġ", "t", 3)]
    for answer in ("Ġ t", "␣ t"):
        found = compute(dataclasses.replace(params, answer=answer)).answer
        assert found is not None
        assert [(one.left, one.right, one.verdict) for one in found.marked] == [("Ġ", "t", "right")]


@given(st.text(st.characters(exclude_categories=("Zs", "Zl", "Zp", "Cc")), min_size=1, max_size=3))
@settings(max_examples=30, deadline=None)
def test_whatever_signs_an_answer_over_bytes_holds_it_is_marked_and_shown(sign: str) -> None:
    params = Params(algorithm="bytes", source="text", text="to the tea", merges=1, answer=f"{sign} t")
    with contextlib.suppress(InputError):  # it is no list of pairs
        assert views(compute(params), params).all()


@pytest.mark.parametrize("answer", ["e", "e s t", "e s\nx"])
def test_an_answer_that_is_no_list_of_pairs_is_refused(answer: str) -> None:
    with pytest.raises(InputError, match="each line must hold two tokens") as caught:
        compute(dataclasses.replace(PRESET["answer"], answer=answer))
    assert caught.value.field == "answer"


def test_a_run_of_one_letter_counts_more_than_it_merges() -> None:
    first = compute(PRESET["runs"]).table().iloc[0]
    assert (first["left"], first["right"]) == ("a", "a")
    assert first["count"] == 3 * 7 + 2 * 4  # 7 neighbours in aaaaaaaa, 4 in aaaaa
    assert first["replaced"] == 3 * 4 + 2 * 2


def test_without_a_mark_an_ending_and_a_middle_share_their_token() -> None:
    without = PRESET["no-mark"]
    slowest, estuary = (part.after(without.step - 1) for part in compute(without).segmentation)
    assert "est" in slowest
    assert "est" in estuary
    marked = dataclasses.replace(without, end_of_word="_")
    slowest, estuary = (part.after(marked.step - 1) for part in compute(marked).segmentation)
    assert "est_" in slowest
    assert not {"est", "est_"} & set(estuary)


def test_default_page_has_merges_beyond_its_first_step() -> None:
    result = compute(Params())
    assert result.trace.steps > Params().step > 0


@given(st.lists(st.text("abcé ", min_size=1, max_size=12), min_size=1, max_size=30), st.integers(0, 40))
def test_words_kept_to_show_are_segmented_as_in_the_whole_training(lines: list[str], wanted: int) -> None:
    params = Params(source="text", text="x " + " ".join(lines), merges=wanted)
    result, corpus = compute(params), read_corpus(params, None)
    whole = learn(corpus.counts, merges=wanted, end_of_word="_", min_count=2, tie="first met")
    for step in range(result.trace.steps + 1):
        for shown, word in zip(result.passage, corpus.passage, strict=True):
            assert word_tokens(result.trace, shown, step) == word_tokens(whole, word, step)


def test_the_sum_over_the_words_behind_a_merge_is_its_count() -> None:
    result = compute(Params())
    trace = result.trace
    for step in range(trace.steps):
        words = trace.source_word[step]
        terms = result.frequency[words[words >= 0]] * trace.source_occurrences[step][words >= 0]
        if trace.source_words[step] <= len(words):
            assert terms.sum() == trace.count[step]
        else:
            assert terms.sum() < trace.count[step]


def test_a_word_too_long_to_show_is_cut_but_counted_whole() -> None:
    result = compute(Params(source="text", text="ab" * 5_000, merges=3))
    assert result.length.tolist() == [10_001]
    assert len(result.trace.symbol) == MOST_SYMBOLS
    assert merges(result)[0] == ("a", "b", 5_000)


def test_a_new_word_is_segmented_without_learning_again(monkeypatch: pytest.MonkeyPatch) -> None:
    result = compute(Params())
    monkeypatch.setattr(training, "learn", None)
    assert [part.word for part in focus(result, Params(segment="Two words")).segmentation] == ["two", "words"]


def test_unknown_characters_stay_single_and_are_named() -> None:
    (part,) = focus(compute(Params()), Params(segment="lowéßt")).segmentation
    assert part.unknown == ("é", "ß")
    assert {"é", "ß"} <= set(part.tokens)


def test_vocabulary_numbers_every_token_once_and_tells_which_merge_made_it() -> None:
    result = compute(Params())
    table = result.vocabulary()
    assert table["token"].is_unique
    made = table[table["made_by_merge"] > 0]
    by_merge = result.table().set_index("merge")["token"]
    assert (by_merge.loc[made["made_by_merge"]].to_numpy() == made["token"].to_numpy()).all()
    assert len(table) == result.trace.vocabulary_size[-1]


def test_a_base_symbol_is_made_by_no_merge_though_one_spells_it_again() -> None:
    """By hand, with `aa` as the mark: after `x aa` the pair `a a` of `xaab` gives the mark again."""
    words = {"source": "words", "words": "x:5 xaab:1 aa:2", "pretokenizer": "whitespace"}
    table = compute(Params(**words, merges=4, end_of_word="aa", min_count=1)).vocabulary().set_index("token")
    assert table["made_by_merge"].to_dict() == {"a": 0, "aa": 0, "b": 0, "x": 0, "xaa": 1, "aaaa": 3}


@pytest.mark.parametrize("merges", [9, 0])
def test_the_snippet_prints_the_table_of_the_page(merges: int, capsys: pytest.CaptureFixture[str]) -> None:
    text = "it's “quoted”\n\\n \x00 \u202e and naïve 日本 'n\"t it's"
    params = Params(source="text", text=text, merges=merges, min_count=1)
    exec(compile(tokenizer.snippet(params), "snippet", "exec"), {})
    assert capsys.readouterr().out == compute(params).table().to_string() + "\n"


@pytest.mark.parametrize(
    ("values", "field", "sentence"),
    [
        ({"source": "text", "text": ""}, "text", "There is no text yet"),
        ({"source": "text", "text": " \t\n\u2003"}, "text", "only white space"),
        ({"source": "words", "words": "  "}, "words", "There are no words yet"),
        ({"source": "words", "words": "low:0"}, "words", "whole number from 1"),
        ({"source": "words", "words": "low:x"}, "words", "whole number from 1"),
        ({"source": "words", "words": "low:-3"}, "words", "whole number from 1"),
        ({"source": "words", "words": "low:" + "9" * 5000}, "words", "whole number from 1"),
        ({"source": "words", "words": "a:999999999999 b:999999999999"}, "words", "must add up to at most"),
        ({"source": "file"}, "file", "No file is chosen yet"),
    ],
)
def test_a_source_without_words_is_refused_by_name(values: dict[str, Any], field: str, sentence: str) -> None:
    with pytest.raises(InputError, match=sentence) as caught:
        compute(Params(**values))
    assert caught.value.field == field


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"merges": -1}, "merges"),
        ({"merges": 10_001}, "merges"),
        ({"merges": True}, "merges"),
        ({"min_count": 0}, "min_count"),
        ({"step": -1}, "step"),
        ({"end_of_word": "a b"}, "end_of_word"),
        ({"end_of_word": "123456789"}, "end_of_word"),
        ({"segment": "x" * 1001}, "segment"),
    ],
)
def test_a_setting_out_of_its_range_is_named(values: dict[str, Any], field: str) -> None:
    with pytest.raises(InputError) as caught:
        Params(**values)
    assert caught.value.field == field


def test_counted_words_may_repeat_and_may_lack_a_count() -> None:
    corpus = read_corpus(Params(source="words", words="Low:5 low wide a:b:2 : x:3"), None)
    assert dict(zip(corpus.counts.words, corpus.counts.frequencies.tolist(), strict=True)) == {
        "low": 6, "wide": 1, "a:b": 2, ":": 1, "x": 3,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("text", "encoding", "name"),
    [
        ("naïve café, déjà vu", "utf-8", "Read as UTF-8."),
        ("naïve café, déjà vu", "utf-8-sig", "Read as UTF-8 with a byte order mark."),
        ("плохо хорошо хорошо", "utf-16", "Read as UTF-16"),
        ("naïve café, déjà vu", "latin-1", "was read as Latin-1."),
    ],
)
def test_a_file_is_read_in_its_encoding_and_the_page_says_which(text: str, encoding: str, name: str) -> None:
    corpus = read_corpus(Params(source="file"), text.encode(encoding))
    assert corpus.counts.words == read_corpus(Params(source="text", text=text), None).counts.words
    assert name in corpus.remarks[0]


def test_a_column_of_a_table_is_a_text() -> None:
    table = b'id,said\n1,low low\n2,"lower, low"\n'
    corpus = read_corpus(Params(source="file", column="said"), table)
    assert dict(zip(corpus.counts.words, corpus.counts.frequencies.tolist(), strict=True)) == {
        "low": 3, "lower": 1, ",": 1,
    }  # fmt: skip


def test_a_text_that_holds_the_mark_itself_is_remarked_on() -> None:
    assert "cannot be told apart" in " ".join(compute(Params(source="text", text="snake_case code")).remarks)


@pytest.mark.parametrize(
    "text",
    ["a", "aaaa", "\x00\x01\x1b", "\u202eabc\u202c", "e\u0301" * 3, "👩‍👩‍👧 👩‍👩‍👧", "\ud800 \ud800", "<img src=x>"],
)
def test_any_characters_are_learned_from(text: str) -> None:
    result = compute(Params(source="text", text=text, pretokenizer="whitespace", min_count=1, segment=text))
    first = text.split()[0]
    assert "".join(word_tokens(result.trace, result.passage[0], 10_000)) == first + "_"
    assert list(result.table()["count"]) == sorted(result.table()["count"], reverse=True)


def test_long_work_is_expected_of_long_texts_only() -> None:
    text = "word " * 4_000_000
    assert estimate_seconds(tokenizer, Params(), None) < 0.1
    assert estimate_seconds(tokenizer, Params(source="text", text=text), None) > 0.1
    assert estimate_seconds(tokenizer, Params(source="file"), text.encode()) > 0.1
    assert estimate_seconds(tokenizer, Params(text=text), None) < 0.1  # not the source


def test_progress_rises_to_one() -> None:
    seen: list[float] = []
    words = " ".join("".join(random.Random(i).choices("abcdefgh", k=7)) for i in range(300))
    compute(Params(source="text", text=words, merges=500), progress=seen.append)
    assert seen == sorted(seen)
    assert (len(seen) > 3, seen[-1]) == (True, 1.0)


def test_gpt2s_pattern_has_no_end_of_word_mark() -> None:
    params = Params(source="text", text="low lower lowest", pretokenizer="gpt2", end_of_word="_")
    assert not any("_" in token for token in compute(params).trace.tokens)
    assert [part.symbols[-1] for part in compute(dataclasses.replace(params, segment="low")).segmentation] == ["w"]


@pytest.mark.parametrize("source", ["text", "words"])
def test_ten_thousand_merges_of_distinct_words_are_estimated_as_long_work(source: str) -> None:
    # Measured on one core: 0.24 s for 200,000 characters in words that do not come again.
    letters = random.Random(1).choices("abcdefghijklmnop", k=199_000)
    distinct = " ".join("".join(letters[start : start + 40]) for start in range(0, 199_000, 41))
    again = "abcdefgh " * 20_000
    assert 0.12 < estimate_seconds(tokenizer, Params(source=source, merges=10_000, **{source: distinct}), None) < 0.7
    assert estimate_seconds(tokenizer, Params(source=source, merges=10_000, **{source: again}), None) < 0.1


def test_a_file_of_one_word_is_refused_before_its_pairs_take_memory() -> None:
    with pytest.raises(InputError, match="a word must have at most 1,000,000 characters, and one has 1,000,001"):
        compute(Params(source="file"), b"a" * 1_000_001)


def test_distinct_words_that_are_too_long_together_are_refused_before_they_take_memory() -> None:
    letters = np.random.default_rng(1).integers(ord("a"), ord("z") + 1, MAX_BYTES).astype(np.uint8)
    letters[999::1000] = ord(" ")  # 20,000 words of 999 letters
    data = letters.tobytes()
    start = time.perf_counter()
    tracemalloc.start()
    with pytest.raises(InputError, match="distinct words must have at most 5,000,000 characters together") as caught:
        compute(Params(source="file"), data)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert caught.value.field == "file"
    assert peak < 4 * len(data)  # the text, and a quarter of it in words of four bytes a character; pairs would take 70
    assert time.perf_counter() - start < 2


def test_a_long_text_whose_words_come_again_is_no_long_vocabulary() -> None:
    assert compute(Params(source="file", merges=1), b"low lower " * 700_000).characters > MAX_DISTINCT


def test_the_memory_told_holds_what_was_kept_free_for_merges_that_were_not_made() -> None:
    result = compute(Params(merges=10_000, min_count=50_000))
    kept = [
        rows if rows.base is None else rows.base for rows in vars(result.trace).values() if isinstance(rows, np.ndarray)
    ]
    assert not result.trace.merged.size
    assert result.nbytes >= sum({id(rows): rows.nbytes for rows in kept}.values())
