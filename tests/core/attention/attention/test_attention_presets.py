"""What the sentence of a preset of /attention states comes out of the preset itself."""

import math
import re
from functools import cache

import numpy as np
import pytest

from core.attention import attention
from core.attention.attention import PRESETS, Params, Result

PRESET = {preset.name: preset for preset in PRESETS}


@cache
def result(name: str) -> Result:
    return attention.compute(Params(**PRESET[name].values))


def expected(name: str, word: str) -> float:
    """The probability of ``word`` after the last token, with what the preset changes."""
    found = result(name).reading.predictions
    assert found is not None
    words = [result(name).reading.words[int(token)] for token in found.tokens[-1]]
    return float(found.after[-1, words.index(f"␣{word}")])


def looked_at(name: str) -> str:
    """The token that the query of the preset looks at most."""
    found = result(name)
    return found.reading.labels[int(found.weights[found.query].argmax())].strip("␣")


# What a preset states, in its own words, and the number that it comes to.
STATED = {
    ("giver", "Mary, with a probability of 0.986"): lambda: expected("giver", "Mary"),
    ("switched-off", "David, who is not in the story, gets a probability of 0.35"): lambda: expected(
        "switched-off", "David"
    ),
    ("switched-off", "John gets 0.26"): lambda: expected("switched-off", "John"),
    ("switched-off", "Mary falls to 0.17"): lambda: expected("switched-off", "Mary"),
    ("by-mean", "Mary keeps 0.55"): lambda: expected("by-mean", "Mary"),
    ("saturated", "T = 1/√32 = 0.177"): lambda: 1 / math.sqrt(result("saturated").reading.plain.query.shape[-1]),
    ("saturated", "from 0.20"): lambda: result("saturated").temperatures.largest[80],
    ("saturated", "to 0.74"): lambda: np.interp(
        0.177, result("saturated").temperatures.values, result("saturated").temperatures.largest
    ),
}


@pytest.mark.parametrize(("name", "phrase"), STATED)
def test_a_number_that_a_preset_states_is_that_of_its_result(name: str, phrase: str) -> None:
    assert phrase in PRESET[name].why
    stated = re.findall(r"0\.\d+", phrase)[-1]
    assert f"{STATED[name, phrase]():.{len(stated) - 2}f}" == stated


def test_every_decimal_of_a_preset_is_held_against_its_result() -> None:
    for preset in PRESETS:
        stated = [each for name, phrase in STATED if name == preset.name for each in re.findall(r"0\.\d+", phrase)]
        assert sorted(stated) == sorted(re.findall(r"0\.\d+", preset.why)), preset.name


def test_the_head_of_the_giver_looks_at_john_and_the_one_of_names_at_names_alone() -> None:
    assert looked_at("giver") == "John"
    found = result("names")
    names = [place for place, label in enumerate(found.reading.labels) if label.strip("␣") in ("Mary", "John")]
    assert found.weights[-1, names].sum() > 0.9


def test_signs_that_never_met_are_looked_at_behind_their_earlier_occurrence() -> None:
    found, query = result("induction"), result("induction").query
    tokens, key = found.reading.plain.tokens, int(found.weights[result("induction").query].argmax())
    assert tokens[key - 1] == tokens[query]


def test_one_place_back_is_a_diagonal() -> None:
    assert np.diagonal(result("before").weights, -1).min() > 0.5


def test_a_name_that_is_hidden_is_not_the_one_that_the_model_names() -> None:
    assert "The first place" in PRESET["hidden"].why
    assert result("hidden").reading.labels[0] == "Mary"
    assert not result("hidden").reading.changed.rules[0].allowed[:, 0].any()


def test_a_window_of_four_hides_the_giver() -> None:
    reading = result("window").reading
    visible = reading.changed.rules[0].allowed[-1]
    assert visible.sum() == 4
    assert not {label.strip("␣") for label in np.array(reading.labels)[visible]} & {"John"}


def test_a_hebrew_letter_takes_two_tokens_and_an_emoji_four() -> None:
    spans, text = attention.encoded(Params(**PRESET["signs"].values).text)[0].spans, PRESET["signs"].values["text"]
    starts = [start for start, _ in spans]
    assert starts.count(str(text).index("ש")) == 2
    assert starts.count(str(text).index("👩")) == 4


def test_the_largest_weight_of_each_query_is_one_place_back_and_the_preset_points_at_what_its_view_shows() -> None:
    largest = result("before").weights.argmax(axis=1)
    assert list(largest[1:]) == list(range(len(largest) - 1))
    assert PRESET["before"].values["show"] == "steps"
    assert "the largest weight in the table" in PRESET["before"].why
