"""What a reader of /cross-attention guesses first."""

from typing import Any

import numpy as np

from core.questions import Amount, Goal, Order, Pick, Question

_UNSURE = 0.6
_WITHOUT_VERB = {"word": "la fille le garçon", "short": "la fille", "verb": "la fille regarde le garçon"}

QUESTIONS: tuple[Question, ...] = (
    Order(
        name="white-cat", values={"sentence": "the small white cat sees the red flower", "word": 2},
        items={"small": "small", "white": "white", "cat": "cat", "sees": "sees"}, ends=("looked at", "looked at"),
        text="“the small white cat sees …” is written in French, word by word. French puts colours after the noun and "
             "“small” in front of it. In which order does the model look at these English words?",
        truth=lambda its, params: sorted(("small", "white", "cat", "sees"), key=lambda word: _looked_at(its, word)),
        belief=("small.white.cat.sees", "Many expect a translator to read on from left to right. It has read the whole "
                                        "sentence, and looks at the word that it needs next."),
        why="This head looks at the word that it is about to say: “chat” comes before “blanc” in French, so “cat” "
            "comes before “white”.",
        next="Drag the French word from left to right and watch where two lines cross.",
    ),
    Amount(
        name="first-word", unit="places", near=0.01, values={"sentence": "the woman wants the green book", "word": 0},
        text="An English sentence has six words and an end mark, which makes seven places. The first French word is "
             "being written. At how many of the seven places may the decoder look?",
        truth=lambda its, params: float((its.weights[:, :, 0] > 0).any(axis=(0, 1)).sum()),
        theory=lambda its, params: float(len(its.english)),
        belief=("1", "Many expect a mask that hides what comes later; some lecture notes even call masked attention "
                     "cross-attention. Such a mask hides the French that is not yet written, never the English."),
        why="The English sentence was read as a whole before the first French word.",
        next="Set “Layer” to 1 and “Head” to 2. For “la” this head looks at “woman”, which is a later word and tells "
             "the gender.",
    ),
    Amount(
        name="chat", unit="heads", near=0.01, values={"sentence": "the white cat sleeps", "word": 1},
        text="The model has 8 heads that look at the English words. It writes “chat”, the French word for cat. In how "
             "many of the heads does “cat” get the largest weight?",
        truth=lambda its, params: float((its.weights[:, :, params.word].argmax(-1) == its.english.index("cat")).sum()),
        belief=("8", "Many expect every head to look at the word that is being translated. No formula asks for that."),
        why="Only training decides what a head is for. Here the heads of layer 2 look at the word that is translated, "
            "and those of layer 1 look elsewhere.",
        next="Set “Layer” to 1 and go through “Head” 1 to 4: where do these heads look?",
    ),
    Pick(
        name="no-verb", values={"sentence": "the girl the boy", "word": 2}, options=_WITHOUT_VERB,
        text="“the girl the boy” lacks a verb. The model was trained on whole sentences only. What French does "
             "it write? The word “regarde” means “watches”.",
        truth=lambda its, params: {said: key for key, said in _WITHOUT_VERB.items()}[" ".join(its.written[:-1])],
        belief=("word", "Many expect a word for a word. But each French word also depends on the French before it, and "
                        "every sentence in its training had a verb."),
        why="The model writes the likeliest next word, and that is a verb even where the English has none.",
        next="Go through “Head” 1 to 4: where does each look while “regarde” is written?",
    ),
    Goal(
        name="unsure", values={}, solution={"sentence": "sees sees"},
        text="A goal: find English words that make the model unsure. Some French word should get a probability below "
             "0.6. The help beside “Your sentence” lists the words that it knows.",
        met=lambda its, params: bool(its.probabilities[:, 0].min() < _UNSURE),
        why="The model met only sentences of a small grammar. Outside of it nothing tells which word comes next.",
        next="Drag the French word to the unsure one and switch on “Mean of the layer’s heads”.",
    ),
)  # fmt: skip


def _looked_at(its: Any, word: str) -> int:
    """The French word for which the head in sight looks most at an English one."""
    return int(np.argmax(its.weights_of(its.layer, its.head, its.mean)[:, its.english.index(word)]))
