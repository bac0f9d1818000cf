"""What a reader of /tokenizer guesses first."""

from typing import Any

import numpy as np

from core.questions import Axis, Goal, Order, Pick, Question, Sketch
from core.tokens.tokenizer.result import Result

_MOST_MERGES, _LONG = 3, 8  # of the goal

QUESTIONS: tuple[Question, ...] = (
    Sketch(
        name="row-of-a", x=Axis("merges made", 0.0, 6.0), y=Axis("tokens", 0.0, 64.0),
        values={"source": "words", "words": "a" * 64 + ":1", "merges": 6, "end_of_word": "", "min_count": 1,
                "segment": "aaaaaa", "step": 0},
        text="The letter “a” stands 64 times in a row. A merge takes the most frequent pair of neighbours and makes "
             "one token of it. Draw how many tokens are left after each of six merges.",
        truth=lambda its, params: (np.arange(its.trace.steps + 1), its.trace.corpus_tokens),
        theory=lambda its, params: (np.linspace(0, 6, 61), its.characters * 0.5 ** np.linspace(0, 6, 61)),
        why="A merge joins its pair everywhere in the text, not only once. Here each merge halves the row.",
        next="Choose “A sample” as the text. No pair is everywhere there, so the curve falls more slowly.",
    ),
    Pick(
        name="never-met", values={"source": "words", "merges": 7, "segment": "toil", "step": 7},
        options={"unknown": "One token for all unknown words", "nearest": "The most similar word that it knows",
                 "letters": "One token for each letter, and one for the end"},
        text="A tokenizer has learned from the words “low”, “lower”, “newest” and “widest”. It never met the word "
             "“toil”. What does it make of this word?",
        truth=lambda its, params: "letters" if _letter_by_letter(its, params) else "nearest",
        belief=("unknown", "Many expect a gap for new words, as in a dictionary. Byte-pair encoding needs none: the "
                           "single letters stay in its vocabulary."),
        why="None of the learned pairs stands in this word, so no merge touches it.",
        next="Write “slow” into “Segment a new word or sentence” and see which part of it is a token already.",
    ),
    Order(
        name="endings", ends=("learned", "learned"),
        values={"source": "words", "words": "played:4 walked:3 jumped:2 player:1", "segment": "plays walked",
                "step": 0},
        items={"walk": "walk", "ed_": "ed_", "played_": "played_", "play": "play"},
        text="A text holds “played” 4 times, “walked” 3 times, “jumped” 2 times and “player” once. The sign _ ends a "
             "word. In which order does byte-pair encoding learn these tokens?",
        truth=lambda its, params: sorted(("play", "walk", "played_", "ed_"), key=_learned(its).index),
        belief=("play.walk.ed_.played_", "Many expect stems before endings, as in a grammar. The tokenizer knows no "
                                         "grammar, it only counts, and an ending is shared by many words."),
        why="The most frequent pair comes first. The ending stands in three of the words, and a whole word that is "
            "frequent comes before the stem of a rarer one.",
        next="Change the count of “walked” in “Words with counts” until “walk” is learned before “played_”.",
    ),
    Pick(
        name="rounds", values={"algorithm": "unigram", "segment": "the slowest keeper", "step": 0},
        options={"fewer": "Fewer: pieces are joined", "same": "As many: only the list is put in order",
                 "more": "More: pieces are dropped"},
        text="Unigram is trained in rounds. From the first to the last, does it cut the text into fewer tokens or into "
             "more?",
        truth=lambda its, params: _compared(int(its.trained.tokens[-1]), int(its.trained.tokens[0])),
        belief=("fewer", "Many expect that Unigram merges, as byte-pair encoding does. It never joins anything: it "
                         "begins with many pieces, long ones too, and each round drops those that are missed least."),
        why="Where a piece was dropped, shorter ones have to take its place, so the same text needs more of them.",
        next="Set “Size of the vocabulary” to 200: fewer pieces are dropped, and fewer tokens are needed.",
    ),
    Goal(
        name="three-merges", values={"source": "words", "end_of_word": "", "step": 0},
        solution={"source": "words", "words": "abababab:2", "merges": 3, "end_of_word": "", "segment": "abababab",
                  "step": 3},
        text="A goal: make a word of 8 letters one token with only 3 merges. Invent the word, and write it into both "
             "“Words with counts” and “Segment a new word or sentence”.",
        met=lambda its, params: isinstance(its, Result) and min(params.step, its.steps) <= _MOST_MERGES and any(
            len(word.word) >= _LONG and len(word.after(params.step - 1)) == 1 for word in its.segmentation),
        why="Each merge can double a token where a word repeats itself: 2, 4 and then 8 letters.",
        next="Set the “End-of-word mark” back to _ and count how many merges the same word needs.",
    ),
)  # fmt: skip


def _compared(after: int, before: int) -> str:
    return "more" if after > before else "fewer" if after < before else "same"


def _letter_by_letter(its: Any, params: Any) -> bool:
    return all(word.after(params.step - 1) == list(word.symbols) for word in its.segmentation)


def _learned(its: Any) -> list[str]:
    """The tokens in the order in which merges made them."""
    return [its.trace.tokens[number] for number in its.trace.merged.tolist()]
