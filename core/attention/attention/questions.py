"""What a reader of /attention guesses first."""

from typing import Any

from core.attention.attention.presets import STORY
from core.questions import Amount, Axis, Goal, Mark, Pick, Question, Sketch

_SIGNS = "kr7 Blume; #9 pf "
_ALL = 0.999  # of a weight that is 1 but for rounding

QUESTIONS: tuple[Question, ...] = (
    Amount(
        name="first", unit="heads", near=0.01,
        values={"text": "Rose and David went to the garden. Rose had a kite and gave it to", "query": 0},
        text="A model with 16 heads reads a text from left to right. In how many of the heads does the first word give "
             "all of its weight to itself?",
        truth=lambda its, params: float(_to_itself(its)),
        theory=lambda its, params: float(its.reading.changed.layers * its.reading.changed.heads),
        why="A word may look at itself and at what came before it. For the first word that leaves a single place, and "
            "the weights of a word always add up to 1.",
        next="Drag the query to the second word: now the heads have a choice, and they differ.",
    ),
    Sketch(
        name="temperature", x=Axis("temperature T", 1 / 32, 32.0, log=True), y=Axis("largest weight", 0.0, 1.0),
        values={"show": "softmax", "layer": 2, "head": 0},
        text="The last word looks at 17 tokens. Its scores are divided by a temperature T before the softmax. At T = 1 "
             "the largest weight is about one half. Draw it from T = 1/32 to T = 32.",
        truth=lambda its, params: (its.temperatures.values, its.temperatures.largest),
        why="A small T makes the gaps between the scores large, and the best key takes all. A large T makes all scores "
            "alike, and each key gets one part in 17.",
        next="Set “Layer” to 1: the gaps between the scores of this head are wider, so its best key holds out longer.",
    ),
    Mark(
        name="names-off", axis=Axis("probability of Mary", 0.0, 1.0),
        values={"show": "off", "off": "2.0", "layer": 2, "head": 0},
        text="Head 1 of layer 3 looks back at both names, Mary and John. With it the model is nearly sure that Mary "
             "comes next. This head is switched off. What probability has Mary then?",
        truth=lambda its, params: _probability(its, "Mary"),
        belief=("0.5", "Many expect one half, since two names are left. But without this head the end of the text has "
                       "heard of neither name."),
        why="This head carries the names to the last word. Without it any name that the model knows would do, and no "
            "name is likely.",
        next="Open “The model, masks and heads that are off” and write 3.2 into “Heads off”. Without that head the "
             "model is as sure of Mary as with it.",
    ),
    Pick(
        name="again", values={"text": (2 * _SIGNS).rstrip(), "layer": 2, "head": 2, "query": 22},
        options={"same": "At the first #", "next": "At the 9 after the first #", "itself": "At the second # itself"},
        text="The signs “kr7 Blume; #9 pf” are written twice. One head of the model has learned to continue such a "
             "row. It reads the second #. Where does it look?",
        truth=lambda its, params: _looked_at(its),
        belief=("same", "Many expect it to look for the same sign. But that sign only says where the row was before, "
                        "not how it goes on."),
        why="What came after the first # tells what comes after the second one. The model can now copy it.",
        next="Drag the query through the second half of the text: the bright line stays one place ahead.",
    ),
    Goal(
        name="john", values={"show": "masks"}, solution={"show": "masks", "mask": "window", "window": 15},
        text="A goal: John gives the book, and the model predicts Mary. Leave the text as it is, and make the model "
             "predict John.",
        met=lambda its, params: params.text == STORY and _predicted(its) == "John",
        why="The model names someone whom it can see and who is not the giver. A mask or a missing head can hide "
            "either of these facts.",
        next="Choose the mask “A window” and make “Window (tokens)” shorter, until the model finds no name at all.",
    ),
)  # fmt: skip


def _to_itself(its: Any) -> int:
    """The heads in which the first token has all of its weight on itself."""
    cache = its.reading.changed
    heads = [(layer, head) for layer in range(cache.layers) for head in range(cache.heads)]
    return sum(bool(cache.weights(*each)[0, 0] > _ALL) for each in heads)


def _probability(its: Any, name: str) -> float:
    """Of a name as the next word, with what is changed."""
    found = its.reading.predictions
    words = [its.reading.words[int(token)] for token in found.tokens[-1]]
    return float(found.after[-1, words.index(f"␣{name}")])


def _predicted(its: Any) -> str:
    """The likeliest next word; none where the model predicts nothing."""
    found = its.reading.predictions
    if found is None:
        return ""
    return str(its.reading.words[int(found.tokens[-1, found.after[-1].argmax()])].strip("␣"))


def _looked_at(its: Any) -> str:
    """Whether the query looks at its own token earlier in the text, at what followed that, or at itself."""
    tokens, query, key = its.reading.changed.tokens, its.query, int(its.weights[its.query].argmax())
    if key and tokens[key - 1] == tokens[query]:
        return "next"
    return "itself" if key == query else "same"
