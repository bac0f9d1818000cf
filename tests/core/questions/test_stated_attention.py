"""What the questions of the pages of attention state holds, and no number stands in them that is not compared."""

import dataclasses
from functools import cache
from typing import Any

import numpy as np
import pytest
from stated import assert_asked

from core.attention import attention, attention_by_hand, cross_attention
from core.attention.attention.presets import STORY
from core.explorer import Explorer, find

PAGES = ("attention", "attention-by-hand", "cross-attention")
ASKED = {(slug, one.name): one for slug in PAGES for one in find(slug).QUESTIONS}


@cache
def settings(slug: str, name: str) -> Any:
    return find(slug).Params(**ASKED[slug, name].values)


@cache
def computed(explorer: Explorer, params: Any) -> Any:
    return explorer.compute(params)


def result(slug: str, name: str, **changed: object) -> Any:
    return computed(find(slug), dataclasses.replace(settings(slug, name), **changed))


def lab(name: str, **changed: object) -> attention.Result:
    return result("attention", name, **changed)  # type: ignore[no-any-return]


def by_hand(name: str, **changed: object) -> Any:
    return result("attention-by-hand", name, **changed)


def cross(name: str, **changed: object) -> cross_attention.Result:
    return result("cross-attention", name, **changed)  # type: ignore[no-any-return]


def after(found: attention.Result) -> dict[str, float]:
    """The probabilities of the next words after the text, with what is changed."""
    predicted = found.reading.predictions
    assert predicted is not None
    words = [found.reading.words[int(token)].strip("␣") for token in predicted.tokens[-1]]
    return dict(zip(words, predicted.after[-1].tolist(), strict=True))


def heads_at(word: str, layer: int) -> list[bool]:
    found = cross("chat")
    place = found.english.index(word)
    return [bool(row.argmax() == place) for row in found.weights[layer, :, found.written.index("chat")]]


def shared(keys: str, scale: float) -> float:
    return float(by_hand("runner-up", K=keys, scale=repr(scale)).steps.weights[0, 1])


# What a question states, in its own words, and whether it is so. All its digits stand in one of these phrases.
STATED = {
    ("attention", "first"): {
        "A model with 16 heads": lambda: lab("first").reading.plain.layers * lab("first").reading.plain.heads == 16,
        "add up to 1": lambda: np.allclose(lab("first").weights.sum(1), 1),
        "the heads have a choice, and they differ": lambda: np.ptp(
            [lab("first").reading.plain.weights(layer, head)[1, 0] for layer in range(4) for head in range(4)]) > 0.9,
    },
    ("attention", "temperature"): {
        "looks at 17 tokens": lambda: len(lab("temperature").reading.labels) == 17,
        "At T = 1 the largest weight is about one half": lambda: abs(
            float(lab("temperature").temperatures.largest[80]) - 0.5) < 0.05,
        "from T = 1/32": lambda: lab("temperature").temperatures.values[0] == 1 / 32,
        "to T = 32": lambda: lab("temperature").temperatures.values[-1] == 32,
        "each key gets one part in 17": lambda: abs(lab("temperature").temperatures.largest[-1] - 1 / 17) < 0.01,
        "Set “Layer” to 1": lambda: (lab("temperature", layer=0).temperatures.largest
                                     >= lab("temperature").temperatures.largest - 1e-6).all(),
    },
    ("attention", "names-off"): {
        "Head 1 of layer 3": lambda: settings("attention", "names-off").off == "2.0",
        "looks back at both names": lambda: lab("names-off", off="").weights[-1, [0, 2, 8]].sum() > 0.9
            and (lab("names-off", off="").weights[-1, [0, 2]] > 0.05).all(),
        "nearly sure that Mary": lambda: after(lab("names-off", off=""))["Mary"] > 0.95,
        "no name is likely": lambda: max(after(lab("names-off")).values()) < 0.05,
        "write 3.2": lambda: abs(after(lab("names-off", off="2.1"))["Mary"] - after(lab("names-off", off=""))["Mary"])
            < 0.01,
    },
    ("attention", "again"): {
        "“kr7 Blume; #9 pf” are written twice": lambda: settings("attention", "again").text
            == "kr7 Blume; #9 pf kr7 Blume; #9 pf",
        "the bright line stays one place ahead": lambda: np.mean([
            lab("again").weights[place].argmax() == place - 13 + 1 for place in range(13, 26)]) > 0.7,
    },
    ("attention", "john"): {
        "John gives the book": lambda: "John had a red book and gave it to" in STORY,
        "the model predicts Mary": lambda: max(after(lab("john")), key=after(lab("john")).get) == "Mary",
        "finds no name at all": lambda: max(after(lab("john", mask="window", window=8)).values()) < 0.1,
    },
    ("attention-by-hand", "runner-up"): {
        "the scores 6, 5, 0, 0, 0, 0": lambda: by_hand("runner-up").steps.products.tolist() == [[6, 5, 0, 0, 0, 0]],
        "gain together": lambda: by_hand("runner-up").weights[:, :2].argmax(0).min() > 20,
        "write 6 in place of 5": lambda: all(
            abs(shared("6\n6\n0\n0\n0\n0", scale) - by_hand(
                "runner-up", K="6\n6\n0\n0\n0\n0", scale=repr(scale)).steps.weights[0, 0]) < 1e-12
            for scale in (0.1, 1.0, 10.0)),
    },
    ("attention-by-hand", "hundred"): {
        "the scores 100, 101 and 102": lambda: by_hand("hundred").steps.products.tolist() == [[100, 101, 102]],
        "which add up to 1": lambda: np.isclose(by_hand("hundred").steps.weights.sum(), 1),
        "about one third, since": lambda: abs(102 / (100 + 101 + 102) - 1 / 3) < 0.01,
        "0, 1 and 2 give the same weights": lambda: np.allclose(
            by_hand("hundred").steps.weights, by_hand("hundred", K="0\n1\n2").steps.weights),
        "A gap of 1 is a factor of e": lambda: np.allclose(
            by_hand("hundred").steps.weights[0, 1:] / by_hand("hundred").steps.weights[0, :-1], np.e),
        "about 2.7": lambda: round(np.e, 1) == 2.7,
        "Take 100 off each score": lambda: np.allclose(
            by_hand("hundred").steps.weights, by_hand("hundred", K="0\n1\n2").steps.weights),
    },
    ("attention-by-hand", "spread"): {
        "the mean 0": lambda: by_hand("spread").mean == 0,
        "the standard deviation 2": lambda: by_hand("spread").deviation == 2,
        "has the variance 4 times 4": lambda: by_hand("spread").variance_theory[0, 0] == 4 * 4,
        "to 1: the lower dashed line of the variance falls to 1 at every width": lambda: np.allclose(
            by_hand("spread", deviation=1.0).variance_theory[:, 1], 1),
        "Many expect 1, because": lambda: ASKED["attention-by-hand", "spread"].is_belief("1"),
        "1 needs coordinates of standard deviation 1": lambda: np.allclose(
            by_hand("spread", deviation=1.0).variance_theory[:, 1], 1),
    },
    ("attention-by-hand", "new-order"): {
        "The third row is moved to the front": lambda: (by_hand("new-order").made[0][0]
                                                        == by_hand("new-order", X="1 2\n3 4\n5 6").made[0][2]).all(),
        "There is no mask": lambda: not by_hand("new-order").masked,
        "the first token sees itself alone": lambda: by_hand("new-order", mask="causal").steps.weights[0].tolist()
            == [1, 0, 0],
    },
    ("attention-by-hand", "even"): {
        "the fourth query sees all four keys": lambda: by_hand("even").allowed[3].tolist() == [True] * 4,
        "A query of zeros scores 0 with every key": lambda: not (np.zeros(4) @ by_hand("even").keys.T).any(),
    },
    ("cross-attention", "white-cat"): {
        "“chat” comes before “blanc”": lambda: cross("white-cat").written.index("chat")
            < cross("white-cat").written.index("blanc"),
        "looks at the word that it is about to say": lambda: [
            cross("white-cat").english[place] for place in cross("white-cat").weights[1, 2, :5].argmax(1)
        ] == ["the", "small", "cat", "white", "sees"],
    },
    ("cross-attention", "first-word"): {
        "six words and an end mark, which makes seven places": lambda: len(cross("first-word").english) == 6 + 1,
        "Set “Layer” to 1 and “Head” to 2. For “la” this head looks at “woman”": lambda: (
            cross("first-word").written[0] == "la"
            and cross("first-word").english[int(cross("first-word").weights[0, 1, 0].argmax())] == "woman"),
    },
    ("cross-attention", "chat"): {
        "The model has 8 heads": lambda: cross("chat").weights.shape[0] * cross("chat").weights.shape[1] == 8,
        "the heads of layer 2 look at the word that is translated": lambda: all(heads_at("cat", 1)),
        "those of layer 1 look elsewhere": lambda: not any(heads_at("cat", 0)),
        "Set “Layer” to 1 and go through “Head” 1 to 4": lambda: cross("chat").weights.shape[:2] == (2, 4),
    },
    ("cross-attention", "no-verb"): {
        "“the girl the boy”": lambda: cross("no-verb").english[:-1] == ("the", "girl", "the", "boy"),
        "“regarde” means “watches”": lambda: cross("no-verb", sentence="the girl watches the boy").written[:-1]
            == ("la", "fille", "regarde", "le", "garçon"),
        "Go through “Head” 1 to 4": lambda: cross("no-verb").weights.shape[1] == 4,
        "while “regarde” is written": lambda: cross("no-verb").written[cross("no-verb").word] == "regarde",
    },
    ("cross-attention", "unsure"): {
        "a probability below 0.6": lambda: all(
            cross(name).probabilities[:, 0].min() > 0.6 for slug, name in ASKED if slug == "cross-attention"),
        "Outside of it nothing tells": lambda: cross("unsure", sentence="sees sees").probabilities[:, 0].min() < 0.6,
    },
}  # fmt: skip


@pytest.mark.parametrize(("slug", "name"), ASKED)
def test_what_a_question_of_attention_states_is_so(slug: str, name: str) -> None:
    assert_asked(ASKED[slug, name], STATED[slug, name])


@pytest.mark.parametrize(
    "settings_of_the_head", [{"mask": "window", "window": 15}, {"mask": "padding", "padding": "8"}]
)
def test_the_model_names_the_giver_where_he_or_the_other_name_is_hidden(
    settings_of_the_head: dict[str, object],
) -> None:
    found = after(lab("john", **settings_of_the_head))
    assert max(found, key=found.__getitem__) == "John"


def test_scores_in_proportion_are_what_no_softmax_makes() -> None:
    hand = attention_by_hand.compute(settings("attention-by-hand", "hundred"))
    assert isinstance(hand, attention_by_hand.MatrixSweep)
    assert abs(hand.steps.weights[0, 2] - 102 / 303) > 0.3
