"""What a reader of /ngram-language-model guesses first."""

from typing import Any

from core.ngrams.settings import NAMES
from core.questions import Amount, Axis, Goal, Mark, Order, Pick, Question
from core.tokens.ngram_language_model.perplexity import Perplexity

_TEN = "zero one two three four five six seven eight nine"
_MOST = 225.0  # of the goal

QUESTIONS: tuple[Question, ...] = (
    Amount(
        name="nats", near=0.02,
        values={"source": "text", "text": _TEN, "held": "text", "held_text": _TEN, "order": 1, "method": "likelihood",
                "min_count": 1},
        text="A model finds 10 words equally probable, and its loss is 2.303 nats a word (nats are measured with the "
             "natural logarithm). What is its perplexity?",
        truth=lambda its, params: float(its.perplexity[its.chosen, 0]),
        belief=("4.934", "That is 2 to the power of the loss. The base 2 goes with bits; nats go with the base e."),
        why="The perplexity is the number of equally probable words, however the loss is measured: e to the power of "
            "nats, or 2 to the power of bits.",
        next="Read the same loss in bits below the picture.",
    ),
    Mark(
        name="unseen", values={"method": "likelihood"}, axis=Axis("held-out words", 0.0, 100.0, "%"),
        text="Models of n = 3 have learned from two plays of Shakespeare. For what share of the words of the last "
             "scenes had the word, after the two before it, never been seen?",
        truth=lambda its, params: 100 * float(its.zeros[its.chosen, 0]) / its.held,
        belief=("5", "Single words repeat themselves, groups of three hardly do: there are too many of them."),
        why="Most groups of three words are new in any text, and maximum likelihood gives each of them probability 0.",
        next="Choose “Order n” under “Drag” and see how the share grows with n.",
    ),
    Pick(
        name="before", values={"part": "context", "context": "i will not go"},
        options={"two": "The last 2", "three": "The last 3", "all": "All of them"},
        text="The text says “i will not go”, and a model of trigrams (n = 3) predicts the next word. How many of these "
             "words does it look at?",
        truth=lambda its, params: {2: "two", 3: "three"}.get(len(its.context), "all"),
        belief=("three", "The word that is predicted belongs to the n words. So n − 1 are left to look at."),
        why="An n-gram is n words in a row, of which the last one is predicted from the others.",
        next="Set “Order n” to 4 and see how many different words still follow.",
    ),
    Order(
        name="ranking", values={"order": 4}, ends=("lowest perplexity", "highest"),
        items={"added": "Add-k (k = 0.01)", "interpolation": "Interpolation (λ = 0.6)",
               "kneser_ney": "Kneser–Ney (D = 0.75)", "absolute": "Absolute discounting (D = 0.75)"},
        text="Four smoothers learn n-grams of 4 words from two plays. In which order does their perplexity on the last "
             "scenes stand?",
        truth=lambda its, params: _ranked(its),
        why="Add-k gives all unseen words the same share, where the others look at shorter n-grams. Interpolation "
            "takes the same part of every count, a discount little of a large one. And Kneser–Ney has better shorter "
            "n-grams.",
        next="Drag D and see which of them change places.",
    ),
    Goal(
        name="rescue", values={"method": "added", "axis": "added"},
        solution={"method": "added", "axis": "added", "order": 2, "added": 0.01},
        text="A goal: add-k has a perplexity near 800 with the order 3. Bring it down to 225 without touching the text "
             "or what counts as a word.",
        met=lambda its, params: isinstance(its, Perplexity) and params.axis == "added" and _plain(params) and bool(
            its.perplexity[NAMES.index("added")].min() <= _MOST),
        why="Add-k gives all unseen words the same, so it suffers most where much is unseen: shorter contexts help it.",
        next="Put the order back to 3 and see what the others make of the same counts.",
    ),
)  # fmt: skip


def _ranked(its: Any) -> list[str]:
    names = ("added", "interpolation", "kneser_ney", "absolute")
    step = int(abs(its.values - its.params.discount).argmin())
    return sorted(names, key=lambda name: its.perplexity[NAMES.index(name), step])


def _plain(params: Any) -> bool:
    settings = (params.source, params.unit, params.min_count, params.held, params.share)
    return settings == ("sample", "words", 2, "end", 10.0)
