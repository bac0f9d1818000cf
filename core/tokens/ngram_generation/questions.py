"""What a reader of /ngram-generation guesses first."""

from typing import Any

import numpy as np

from core.questions import Axis, Goal, Mark, Pick, Question

_COPIED: dict[str, object] = {"drawn": "followed", "order": 6, "length": 100}
_RUN, _PERPLEXITY, _WORDS = 12, 5.0, 100  # of the goal

QUESTIONS: tuple[Question, ...] = (
    Pick(
        name="come", values={"length": 20},
        options={"one": "The likeliest one alone", "followed": "Those that followed “i will” in the plays",
                 "all": "Every word of the vocabulary"},
        text="A model of trigrams, smoothed by Kneser–Ney, goes on after “i will”. Which words can come next?",
        truth=lambda its, params: _can_come(its.many),
        belief=("followed", "That would be so without smoothing. A smoother gives every word a share, and the draw "
                            "takes the shares as they are."),
        why="The model gives each word of its vocabulary a probability above 0, and a word is drawn by it. Only <unk>, "
            "which is no word, is left out.",
        next="Set “Draw from” to the words that followed, and see how many are left.",
    ),
    Mark(
        name="likeliest", values={"length": 200}, axis=Axis("words that were the likeliest", 0.0, 100.0, "%"),
        text="The model writes 200 words. For what share of them was the word that came the likeliest one at its "
             "place?",
        truth=lambda its, params: 100 * float(np.mean(its.below <= 0)),
        belief=("90", "A text of the likeliest words alone soon repeats itself. A draw takes each word as often as its "
                      "probability says."),
        why="The likeliest word rarely has much probability itself: there are thousands of others, and together they "
            "have more.",
        next="Drag along the text and look how long the uppermost bar is.",
    ),
    Mark(
        name="longest", values=_COPIED, axis=Axis("longest run", 0.0, 100.0, "words"),
        text="A model of n = 6 writes 100 words, each drawn from those that followed the 5 before it. How long is the "
             "longest run of words that stands in the plays just so?",
        truth=lambda its, params: float(its.run.max()),
        belief=("6", "Each 6 words in a row stand in the plays. But the run goes on wherever only one word had "
                     "followed."),
        why="Five words in a row hardly ever come twice in two plays. Then only one word has followed them, and the "
            "model has to write what Shakespeare wrote.",
        next="Take a smaller n and watch the bars of copied words shrink.",
    ),
    Goal(
        name="own", values=_COPIED, solution={"drawn": "followed", "order": 3, "length": 100},
        text="A goal: this text is copied. Write 100 words with no more than 12 in a row copied, and keep the "
             "perplexity of what is written below 5. Leave the text and what counts as a word as they are.",
        met=lambda its, params: bool(len(its.words) >= _WORDS and its.run.max() <= _RUN and _plain(params)
                                     and 2 ** its.mean[-1] < _PERPLEXITY),
        why="Shorter n-grams have more words to choose from. They copy less, and each word surprises more.",
        next="Now draw from all words and see what the perplexity of the text becomes.",
    ),
)  # fmt: skip


def _can_come(many: Any) -> str:
    return "one" if many.max() == 1 else "all" if many.min() == many.max() else "followed"


def _plain(params: Any) -> bool:
    return (params.source, params.unit, params.min_count, params.lowercase) == ("sample", "words", 2, True)
