"""A page that is part of a lesson: what stands above it, what of it a student may touch, and what is refused."""

import random
import re
import string
from typing import Any

import pytest

from catalog import BY_SLUG
from core import lessons, link
from core.lessons import Lesson, Scenario
from core.tokens import tokenizer

FIRST = Scenario("fourier", "Leakage", "Drag the *tone* <b>.", "frequency=125&n=40", ("n",), ("window",), "linear")
LESSON = Lesson("Spectra", (FIRST, Scenario("sampling", "Folding", query="frequency=900")))
PACKED = lessons.pack(LESSON)


@pytest.fixture
def page(open_page: Any) -> Any:
    def open_it(slug: str, **query: str) -> Any:
        return open_page(BY_SLUG[slug].page, {"lesson": PACKED, **query})

    return open_it


def said(app: Any) -> str:
    return "\n".join(element.proto.body for element in app.get("html") if not element.proto.body.startswith("<style>"))


def test_a_scenario_begins_with_its_settings_and_words(page: Any) -> None:
    app = page("fourier", begin="1")
    state = app.session_state["glassbox.state.fourier"]
    assert (state.values["frequency"], state.values["n"]) == (125.0, 40)
    assert "Spectra · 1 of 2" in said(app)
    assert "<em>tone</em> &lt;b&gt;." in said(app)
    assert "sampling?lesson=~" in said(app)
    assert "begin=2" in said(app)
    assert state.address == {"frequency": "125", "n": "40", "lesson": PACKED, "scenario": "1"}
    assert (state.hidden, state.locked) == (("n",), ("window",))


def test_what_a_student_has_set_stays_when_the_scenario_goes_on(page: Any) -> None:
    app = page("fourier", scenario="1", frequency="200")
    state = app.session_state["glassbox.state.fourier"]
    assert state.values["frequency"] == 200.0
    assert state.values["n"] == 32


def test_a_part_of_a_lesson_that_is_on_another_page_is_told_with_that_page_and_the_way_to_it(page: Any) -> None:
    told = "this part of the lesson is on the page /fourier. Open it from the link of the lesson."
    assert told in said(page("sampling", begin="1"))


@pytest.mark.parametrize(("slug", "query"), [
    ("fourier", {"begin": "3"}), ("fourier", {"begin": "0"}), ("fourier", {"scenario": "x"}),
    ("fourier", {"begin": "²"}),
    ("sampling", {"begin": "1"}),
])  # fmt: skip
def test_a_part_that_is_not_of_this_page_is_told_and_the_page_stands(
    page: Any, slug: str, query: dict[str, str]
) -> None:
    app = page(slug, **query)
    assert not app.exception
    assert "Part of the lesson" in said(app)
    assert "gb-lesson" not in said(app)


def test_a_scenario_without_a_page_is_told_by_the_name_of_that_page(open_page: Any) -> None:
    packed = lessons.pack(Lesson("Spectra", (FIRST, Scenario("gone\ud83d", "Nowhere"))))
    app = open_page(BY_SLUG["fourier"].page, {"lesson": packed, "begin": "2"})
    assert not app.exception
    assert re.search("Part of the lesson = “gone.*” cannot be used: there is no such page", said(app))
    assert re.search(r"Spectra · 2 of 2.*Nowhere.*/fourier\?lesson=~.*begin=1", said(app), re.DOTALL)


def test_controls_and_a_question_that_there_are_not_are_told_and_reach_no_control(open_page: Any) -> None:
    lost = Scenario("fourier", "Lost", "", "frequency=125", ("n", "u\ud83d"), ("v",), "what")
    app = open_page(BY_SLUG["fourier"].page, {"lesson": lessons.pack(Lesson("Spectra", (lost,))), "begin": "1"})
    assert not app.exception
    assert said(app).count("/fourier has no such") == 2
    state = app.session_state["glassbox.state.fourier"]
    assert (state.hidden, state.locked, state.scenario.question) == (("n",), (), "")


def test_a_lesson_that_is_none_is_told_and_the_page_stands(open_page: Any) -> None:
    app = open_page(BY_SLUG["fourier"].page, {"lesson": "~AAAA", "begin": "1", "frequency": "125"})
    assert not app.exception
    assert "The lesson" in said(app)
    assert app.session_state["glassbox.state.fourier"].values["frequency"] == 125.0
    assert link.LESSON not in app.session_state["glassbox.state.fourier"].address


def test_beside_long_texts_a_link_keeps_the_lesson(open_page: Any) -> None:
    chance = random.Random(1)
    words = ["".join(chance.choices(string.ascii_letters, k=size)) for size in (*[900] * 4, 2_500, 2_600)]
    packed = lessons.pack(Lesson("Long", tuple(Scenario("tokenizer", text[:10], text) for text in words[:4])))
    *_, now, before = (tokenizer.Params(source="text", text=text) for text in words)
    query = {**link.encode(now), link.PINNED: link.encode_pinned(before), link.LESSON: packed, link.SCENARIO: "1"}
    assert len(packed) > max(map(len, link.encode(now).values()))
    app = open_page(BY_SLUG["tokenizer"].page, query)
    state = app.session_state["glassbox.state.tokenizer"]
    assert (state.address[link.LESSON], state.left_out) == (packed, (link.PINNED,))
