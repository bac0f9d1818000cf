"""Everything that the title or the sentence of a preset states comes out of the preset itself."""

import dataclasses
import re
from functools import cache

import pytest
from stated import assert_stated

from core.bpe.byte_alphabet import as_bytes
from core.bpe.pretokenize import pretokenize
from core.tokens import tokenizer
from core.tokens.tokenizer import PRESETS, Params
from core.tokens.tokenizer.answer import MarkedMerges

PRESET = {preset.name: preset for preset in PRESETS}


def params(name: str) -> Params:
    return Params(**PRESET[name].values)


@cache
def result(of: Params) -> tokenizer.Result:
    found = tokenizer.compute(of)
    assert isinstance(found, tokenizer.Result)
    return found


@cache
def pruned(name: str) -> tokenizer.Pruned:
    found = tokenizer.compute(params(name))
    assert isinstance(found, tokenizer.Pruned)
    return found


def merges(name: str) -> list[tuple[str, str, int]]:
    table = result(params(name)).table()
    return list(zip(table["left"] + " " + table["right"], table["token"], table["count"], strict=True))


def cut(of: Params) -> list[list[str]]:
    """The tokens of what is segmented, word by word, after the merges that have been made where the reader looks."""
    return [word.after(of.step - 1) for word in result(of).segmentation]


def spans(name: str) -> list[tuple[str, tuple[int, int]]]:
    return pretokenize(params(name).text, params(name).pretokenizer)


def words(text: str) -> list[str]:
    return [word for word, _ in pretokenize(text, "gpt2")]


def leader(name: str, pair: str) -> tuple[int, float]:
    """Count and score of a pair before the first merge."""
    its = result(params(name)).trace
    pairs = [f"{its.tokens[a]} {its.tokens[b]}" for a, b in zip(its.leaders_left[0], its.leaders_right[0], strict=True)]
    return int(its.leaders_count[0, pairs.index(pair)]), float(its.scores[0, pairs.index(pair)])


def answer() -> MarkedMerges:
    found = result(params("answer")).answer
    assert found is not None
    return found


# What a preset states, in its own words, and whether it is so. All its digits stand in one of these phrases.
STATED = {
    "lowest": {
        "low, lower, newest, widest": lambda: re.findall("[a-z]+", params("lowest").words) == [
            "low", "lower", "newest", "widest"],
        "e s wins its tie because it is met first": lambda: (
            merges("lowest")[0] == ("e s", "es", 9) and result(params("lowest")).trace.tied[0] > 1
        ),
        "After six merges": lambda: params("lowest").step == 6,
        "a word never seen, lowest": lambda: "lowest" not in params("lowest").words,
        "is cut into low and est_": lambda: cut(params("lowest")) == [["low", "est_"]],
    },
    "wow": {
        "raw how how wow wow who": lambda: params("wow").text == "raw how how wow wow who",
        "The first merge makes w_ five times": lambda: merges("wow")[0] == ("w _", "w_", 5),
        "the second makes ow_ four times": lambda: merges("wow")[1] == ("o w_", "ow_", 4),
        "a third merge, h ow_, follows": lambda: [pair for pair, _, _ in merges("wow")[2:]] == ["h ow_"],
    },
    "runs": {
        "aaaa holds the pair a a three times": lambda: (
            result(Params(source="words", words="aaaa", merges=1, min_count=1)).trace.count.tolist() == [3]
        ),
        "only two can merge": lambda: (
            result(Params(source="words", words="aaaa", merges=1, min_count=1)).trace.replaced.tolist() == [2]
        ),
        "the count of a pair is not the number of tokens that its merge saves": lambda: (
            result(params("runs")).trace.count[0] > result(params("runs")).trace.replaced[0]
        ),
    },
    "no-mark": {
        "No end-of-word mark": lambda: params("no-mark").mark == "",
        "compare est in slowest and estuary": lambda: (
            all("est" in word for word in cut(params("no-mark")))
            and not any("est" in word for word in cut(dataclasses.replace(params("no-mark"), end_of_word="_"))[1:])
        ),
    },
    "gpt2": {
        "GPT-2's pattern": lambda: params("gpt2").pretokenizer == "gpt2",
        "GPT-2 keeps the space in front of a word": lambda: words("kept light") == ["kept", " light"],
        "at the start of a text is another token": lambda: words("light light") == ["light", " light"],
    },
    "wordpiece": {
        "WordPiece on raw how how wow wow who": lambda: params("wordpiece").text == "raw how how wow wow who",
        "r ##a wins with score 1": lambda: (
            merges("wordpiece")[0] == ("r ##a", "ra", 1) and result(params("wordpiece")).trace.winning_scores[0] == 1
        ),
        "stands only once": lambda: merges("wordpiece")[0][2] == 1,
        "##o ##w, which stands 4 times, has 0.16": lambda: leader("wordpiece", "##o ##w") == (4, 0.16),
    },
    "bytes": {
        "starts from the 256 bytes": lambda: result(params("bytes")).trace.vocabulary_size[0] == 256,
        "no character is unknown": lambda: not any(one.lost for one in result(params("bytes")).cuts),
        "An é is two bytes, and one merge joins them": lambda: merges("bytes")[0][1] == as_bytes("é"),
        "€ has three": lambda: len("€".encode()) == 3,
        "as it never came in the text they stay apart": lambda: (
            "€" not in params("bytes").text and len(result(params("bytes")).cuts[-1].at(99)) == 1 + 3
        ),
    },
    "unigram": {
        "begins with 324 pieces and ends with 59": lambda: (
            pruned("unigram").trained.size[[0, -1]].tolist() == [324, 59]),
        "first cut into ▁slowe and st": lambda: pruned("unigram").cuts[1].at(0) == ("▁slowe", "st"),
        "at the end into 6 pieces": lambda: len(pruned("unigram").cuts[1].at(99)) == 6,
    },
    "hug": {
        "hug, pug, pun, bun, hugs": lambda: re.findall("[a-z]+", params("hug").words) == [
            "hug", "pug", "pun", "bun", "hugs"],
        "followed by different signs": lambda: "hug" in pruned("hug").trained.pieces,
        "those that stand twice": lambda: "bu" not in pruned("hug").trained.pieces,
        "bun is none of its 13 first pieces": lambda: (
            pruned("hug").trained.size[0] == 13 and not {"bun", "▁bun"} & {*pruned("hug").trained.pieces}),
        "it stands 4 times": lambda: "bun:4" in params("hug").words,
    },
    "answer": {
        "The first two merges are right": lambda: [one.verdict for one in answer().marked[:2]] == ["right"] * 2,
        "The third is not": lambda: answer().marked[2].verdict == "wrong",
        "l o stands 7 times, and est _ stands 9 times": lambda: (
            (answer().marked[2].count, answer().marked[2].best, answer().marked[2].leads) == (7, 9, ("est", "_"))
        ),
    },
    "spans": {
        "Call 911!.": lambda: params("spans").text == "Call 911!",
        "before anything is learned": lambda: params("spans").merges == 0,
        # As Hugging Face's Whitespace pre-tokeniser cuts it.
        "Call 911! is Call, 911 and !": lambda: [word for word, _ in spans("spans")] == ["Call", "911", "!"],
        "0 to 4, 5 to 8 and 8 to 9": lambda: [span for _, span in spans("spans")] == [(0, 4), (5, 8), (8, 9)],
    },
}  # fmt: skip


@pytest.mark.parametrize("name", PRESET)
def test_what_a_preset_states_is_so(name: str) -> None:
    assert_stated(PRESET[name], STATED[name])
