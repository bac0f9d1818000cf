"""A lesson is data of a stranger's: a whole one comes back as it was, and anything else is refused with a sentence."""

import json
import random
import re
import string
from typing import Any
from urllib.parse import parse_qsl

import pytest
from hostile.injections import STRINGS
from hypothesis import given
from hypothesis import strategies as st

from core import lessons, value_text
from core.errors import InputError
from core.lessons import LONGEST_LESSON, Lesson, Scenario, pack, read, safe_html, unpack, write

FIRST = Scenario(
    "fourier", "Leakage", "Drag the tone.\n\n- *slowly*\n- **twice**", "frequency=125", ("n",), ("window",), "leak"
)
LESSON = Lesson("Spectra", (FIRST, Scenario("sampling", "Folding", query="frequency=900")))


def test_a_lesson_comes_back_from_its_file_and_from_its_link() -> None:
    assert read(write(LESSON)) == LESSON
    assert unpack(pack(LESSON)) == LESSON
    assert re.fullmatch(r"~[-_A-Za-z0-9]+", pack(LESSON))


def test_a_scenario_holds_settings_and_nothing_else_of_an_address() -> None:
    scenario = Scenario("fourier", "A", query="frequency=125&guess=leak~12&A=x&room=ABCDE&lesson=x&begin=2")
    assert scenario.settings == {"frequency": "125"}


def changed(**parts: Any) -> str:
    """The file of a lesson whose first scenario has other parts."""
    told = json.loads(write(LESSON))
    told["scenarios"][0] |= parts
    return json.dumps(told)


def test_a_setting_that_cannot_be_used_keeps_nobody_from_the_rest_of_a_lesson() -> None:
    for query in ("frequency=-1&n=64", "colour=red"):
        first, second = read(changed(query=query)).scenarios
        assert (first.name, first.settings, second) == ("Leakage", dict(parse_qsl(query)), LESSON.scenarios[1])


def test_settings_too_long_for_a_link_are_told_by_the_name_of_their_scenario() -> None:
    with pytest.raises(InputError, match=r"Leakage.* its settings must take at most 4,000 characters of a link"):
        read(changed(query="values=" + "1" * 4_000))


NAMELESS = {
    "a page": ({"slug": "admin"}, ["“admin” cannot be used: there is no such page."]),
    "a page elsewhere": ({"slug": "https://example.org"}, ["“https://example.org” cannot be used: there is no"]),
    "a control": ({"hidden": ["__class__", "n"]}, ["“__class__” cannot be used: /fourier has no such control."]),
    "two controls": ({"hidden": ["u"], "locked": ["v", "u"]}, ["“u, v” cannot be used: /fourier has no such control."]),
    "a question": ({"question": "what"}, ["“what” cannot be used: /fourier has no such question."]),
    "a control and a question": (
        {"locked": ["u"], "question": "what"},
        ["“u” cannot be used: /fourier has no", "“what” cannot"],
    ),
    "many controls": ({"hidden": [f"c{place}" for place in range(5_000)]}, ["“c0, c1, c2,"]),
}


@pytest.mark.parametrize(("parts", "told"), NAMELESS.values(), ids=NAMELESS)
def test_what_a_scenario_names_and_there_is_not_keeps_nobody_from_the_rest_of_a_lesson(
    parts: dict[str, Any], told: list[str]
) -> None:
    lesson = read(changed(**parts))
    first, second = lesson.scenarios
    assert [words in str(problem) for words, problem in zip(told, first.problems, strict=True)] == [True] * len(told)
    assert all(len(str(problem)) < 200 for problem in first.problems)
    assert {*first.usable.hidden, *first.usable.locked} <= {"n", "window"} or not first.has_page
    assert (first.name, second, second.problems) == ("Leakage", LESSON.scenarios[1], ())
    assert read(write(lesson)) == lesson


HOSTILE = {
    "no JSON": "{",
    "a number": "3",
    "a list": "[]",
    "nothing": "",
    "null": "null",
    "deep": "[" * 20_000,
    "another kind": '{"glassbox": 1, "params": {}}',
    "another version": write(LESSON).replace('lesson":1', 'lesson":2'),
    "no scenario": '{"glassbox-lesson":1,"title":"A","scenarios":[]}',
    "scenarios that are a text": '{"glassbox-lesson":1,"title":"A","scenarios":"abc"}',
    "scenarios that are numbers": '{"glassbox-lesson":1,"title":"A","scenarios":[1,2]}',
    "a scenario that is a list": '{"glassbox-lesson":1,"title":"A","scenarios":[[]]}',
    "too many scenarios": json.dumps(
        {**json.loads(write(LESSON)), "scenarios": json.loads(write(LESSON))["scenarios"] * 7}
    ),
    "no title": json.dumps({**json.loads(write(LESSON)), "title": "  "}),
    "a title that is a number": json.dumps({**json.loads(write(LESSON)), "title": 7}),
    "a long title": json.dumps({**json.loads(write(LESSON)), "title": "a" * 81}),
    "a long page": changed(slug="a" * 81),
    "a page that is a list": changed(slug=["fourier"]),
    "no name": changed(name=""),
    "a name that is an object": changed(name={}),
    "a long sentence": changed(text="a" * 1_001),
    "a sentence that is a list": changed(text=["a"]),
    "settings that are a number": changed(query=5),
    "long settings": changed(query="values=" + "1" * 4_000),
    "controls that are a text": changed(locked="window"),
    "controls that are numbers": changed(locked=[1]),
    "controls that are an object": changed(hidden={"n": 1}),
    "a long question": changed(question="a" * 81),
    "a question that is a number": changed(question=0),
    "a question that is a list": changed(question=["leak"]),
    "a part that there is not": changed(script="alert(1)"),
    "a long file": " " * (LONGEST_LESSON + 1),
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_lesson_is_refused_with_a_sentence(text: str) -> None:
    assert len(HOSTILE) >= 30
    with pytest.raises(InputError) as caught:
        read(text)
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize("text", ["~", "~AAAA", "~!!", "x" * 10_000, "~" + "A" * 8_000, "", "~eJw"])
def test_what_is_no_packed_lesson_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        unpack(text)


KEYS = st.sampled_from(["glassbox-lesson", "title", "scenarios", "slug", "name"])
PLAIN = st.none() | st.booleans() | st.floats() | st.text(max_size=5)


@given(st.recursive(PLAIN, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner)))
def test_no_json_is_more_than_a_sentence(told: Any) -> None:
    with pytest.raises(InputError):
        read(json.dumps(told))


def test_a_lesson_too_long_for_a_link_is_told_and_kept_as_a_file() -> None:
    chance = random.Random(1)
    words = ["".join(chance.choices(string.ascii_letters, k=1_000)) for _ in range(12)]
    long = Lesson("Long", tuple(Scenario("fourier", text[:10], text) for text in words))
    with pytest.raises(InputError, match="Keep it as a file"):
        pack(long)
    with pytest.raises(InputError, match="characters in a link"):
        unpack(value_text.write(write(long), str))
    assert read(write(long)) == long


@pytest.mark.parametrize("text", STRINGS)
def test_no_words_of_a_teacher_are_markup(text: str) -> None:
    allowed = r"</?(p|ul|li|em|strong|code)>"
    assert "<" not in re.sub(allowed, "", safe_html(text))


def test_emphasis_lists_and_code_are_shown() -> None:
    assert safe_html("One *two* **three** `*4* <b>`\nfive\n\n- six\n- seven") == (
        "<p>One <em>two</em> <strong>three</strong> <code>*4* &lt;b&gt;</code> five</p>"
        "<ul><li>six</li><li>seven</li></ul>"
    )
    assert safe_html("") == ""
    assert safe_html("Two:\n- six\n - seven\neight") == "<p>Two:</p><ul><li>six</li><li>seven</li></ul><p>eight</p>"
    assert lessons.safe_html("[a](javascript:b)") == "<p>[a](javascript:b)</p>"
