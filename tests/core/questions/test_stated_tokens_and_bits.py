"""What the questions of /tokenizer and /quantization state holds, and no number stands in them that is not compared."""

import dataclasses
from functools import cache
from typing import Any

import numpy as np
import pytest
from stated import assert_asked

from core.adaptation import quantization
from core.adaptation.quantization.formats import E4M3
from core.adaptation.quantization.tensor_sources import LOUD
from core.explorer import find
from core.questions import Goal
from core.tokens import tokenizer

PAGES = ("tokenizer", "quantization")
ASKED = {(slug, one.name): one for slug in PAGES for one in find(slug).QUESTIONS}


@cache
def computed(slug: str, params: Any) -> Any:
    return find(slug).compute(params)


def params(slug: str, name: str, **changed: object) -> Any:
    return dataclasses.replace(find(slug).Params(**ASKED[slug, name].values), **changed)


def text(name: str, **changed: object) -> tokenizer.Result:
    return computed("tokenizer", params("tokenizer", name, **changed))  # type: ignore[no-any-return]


def rounds(**changed: object) -> Any:
    """The tokens of the text in each round of Unigram."""
    return computed("tokenizer", params("tokenizer", "rounds", **changed)).trained.tokens


def bits(name: str, **changed: object) -> Any:
    return computed("quantization", params("quantization", name, **changed))


def learned(**changed: object) -> list[str]:
    found = text("endings", **changed)
    return [found.trace.tokens[number] for number in found.trace.merged.tolist()]


def merges_to_one_token(end_of_word: str) -> int:
    """How many merges make the word of the goal one token, with its mark if it has one."""
    goal = ASKED["tokenizer", "three-merges"]
    chosen = tokenizer.Params(**{**goal.solution, "merges": 50, "end_of_word": end_of_word})  # type: ignore[arg-type]
    word = tokenizer.compute(chosen).segmentation[0]
    return next(made for made in range(50) if len(word.after(made - 1)) == 1)


def ratio(found: Any, value: float) -> float:
    return float(found.ratio_db[np.argmin(np.abs(found.values - value))])


def of_the_large_rows(name: str) -> float:
    """The SQNR of a format where one scale serves the whole tensor with large rows."""
    found = bits("formats", source="student")
    return float(found.ratio_db[-1, found.names.index(name)])


# What a question states, in its own words, and whether it is so. All its digits stand in one of these phrases.
STATED = {
    ("tokenizer", "row-of-a"): {
        "The letter “a” stands 64 times in a row": lambda: params("tokenizer", "row-of-a").words == 64 * "a" + ":1",
        "after each of six merges": lambda: text("row-of-a").trace.steps == 6,
        "each merge halves the row": lambda: (
            2 * text("row-of-a").trace.corpus_tokens[1:] == text("row-of-a").trace.corpus_tokens[:-1]).all(),
        "so the curve falls more slowly": lambda: (
            text("row-of-a", source="sample").trace.corpus_tokens[6]
            > text("row-of-a", source="sample").trace.corpus_tokens[0] / 2),
    },
    ("tokenizer", "never-met"): {
        "“low”, “lower”, “newest” and “widest”": lambda: params("tokenizer", "never-met").words
            == "low:5 lower:2 newest:6 widest:3",
        "None of the learned pairs stands in this word": lambda: not {"to", "oi", "il", "l_"} & {
            text("never-met").trace.tokens[number] for number in text("never-met").trace.merged.tolist()},
        "Write “slow” into": lambda: "low" in text("never-met", segment="slow").segmentation[0].after(6),
    },
    ("tokenizer", "endings"): {
        "“played” 4 times, “walked” 3 times, “jumped” 2 times and “player” once": lambda: params(
            "tokenizer", "endings").words == "played:4 walked:3 jumped:2 player:1",
        "The ending stands in three of the words": lambda: params("tokenizer", "endings").words.count("ed:") == 3,
        "until “walk” is learned before “played_”": lambda: learned(
            words="played:4 walked:9 jumped:2 player:1").index("walk") < learned(
            words="played:4 walked:9 jumped:2 player:1").index("played_"),
    },
    ("tokenizer", "rounds"): {
        "From the first to the last, does it cut the text": lambda: rounds()[-1] > rounds()[0],
        "each round drops those that are missed least": lambda: (np.diff(rounds()) >= 0).all(),
        "to 200: fewer pieces are dropped, and fewer tokens are needed": lambda: (
            rounds(size=200)[-1] < rounds()[-1]),
    },
    ("tokenizer", "three-merges"): {
        "a word of 8 letters one token with only 3 merges": lambda: merges_to_one_token("") == 3,
        "2, 4 and then 8 letters": lambda: [2**made for made in (1, 2, 3)] == [2, 4, 8],
        "count how many merges the same word needs": lambda: merges_to_one_token("_") > 3,
    },
    ("quantization", "threshold"): {
        "one of 8 codes (3 bits)": lambda: 2 ** params("quantization", "threshold").bits == 8,
        "Best is to clip some": lambda: 0 < bits("threshold").clipped[bits("threshold").balance[0]] < 0.1,
        "for thresholds from 0": lambda: bits("threshold").values[0] <= 0.01,
        "Set “Bits” to 4: the steps are finer, and the best threshold moves up": lambda: (
            bits("threshold", bits=4).values[bits("threshold", bits=4).balance[0]]
            > bits("threshold").values[bits("threshold").balance[0]] + 0.05),
    },
    ("quantization", "zero"): {
        "The 16 codes from −8 to 7": lambda: 7 + 8 + 1 == 16 == 2 ** params("quantization", "zero").bits,
        "numbers from −2.3 to 4.6": lambda: (bits("zero").x.min(), bits("zero").x.max()) == (-2.3, 4.6),
        "stands for 0?": lambda: bits("zero").numbers.code[3].min() == -8 and bits("zero").numbers.code[3].max() == 7,
        "6.9/15 = 0.46": lambda: np.isclose(bits("zero").scale[3], 0.46) and np.isclose(6.9 / 15, 0.46),
        "So 0 lies 5 steps above": lambda: np.isclose(2.3 / 0.46, 5),
        "the smallest code plus 5": lambda: bits("zero").zero[3] == -8 + 5,
        "5 is right for codes from 0 to 15": lambda: bits("zero", signed=False).zero[3] == 5,
        "gives that for codes from −8 too": lambda: bits("zero", zero_point="notes").zero[3] == 5,
        "the largest numbers are clipped": lambda: bits("zero", zero_point="notes").clipped[3] > 0,
    },
    ("quantization", "overhead"): {
        "kept in 4 bits": lambda: params("quantization", "overhead").bits == 4,
        "Each group of 16 numbers": lambda: params("quantization", "overhead").group == 16,
        "takes 32 bits": lambda: params("quantization", "overhead").scales == "fp32",
        "its scale costs less, and the SQNR falls": lambda: (
            (np.diff(bits("overhead").bits_per_number) < 0).all() and (np.diff(bits("overhead").ratio_db) < 0).all()),
    },
    ("quantization", "formats"): {
        "fp16 has 5 bits for the exponent": lambda: np.finfo(np.float16).iexp == 5,
        "bf16 has 8": lambda: np.finfo(np.float32).iexp == 8,  # bf16 is the upper half of a float32
        "and E4M3 has 4": lambda: E4M3.exponent == 4,
        "“Student’s t, 3 large rows”": lambda: LOUD == 3,
        "FP8 E4M3 comes before int8": lambda: of_the_large_rows("e4m3") > of_the_large_rows("int8") + 3,
    },
    ("quantization", "large-rows"): {
        "12 dB or more with at most 4.1 bits": lambda: (
            ratio(bits("large-rows", granularity="channel"), 4) >= 12
            and bits("large-rows", granularity="channel").bits_per_number[3] <= 4.1),
        "three rows of this tensor": lambda: ratio(bits("large-rows"), 4) < 12,
        "the format “NF4” as well": lambda: (
            bits("large-rows", granularity="channel", format="nf4").ratio_db[-1]
            > ratio(bits("large-rows", granularity="channel"), 4)),
    },
}  # fmt: skip


@pytest.mark.parametrize(("slug", "name"), ASKED)
def test_what_a_question_of_tokens_or_bits_states_is_so(slug: str, name: str) -> None:
    assert_asked(ASKED[slug, name], STATED[slug, name])


@pytest.mark.parametrize(
    "changed", [{"bits": 8}, {"calibration": "mse"}, {"affine": True}, {"format": "nf4"}, {"source": "normal"}]
)
def test_the_goal_of_the_large_rows_is_not_reached_while_all_share_one_scale(changed: dict[str, object]) -> None:
    goal, chosen = ASKED["quantization", "large-rows"], params("quantization", "large-rows", **changed)
    assert isinstance(goal, Goal)
    assert not goal.met(quantization.compute(chosen), chosen)
