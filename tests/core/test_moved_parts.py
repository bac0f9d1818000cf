"""A part that has become a page of its own: every old link, lesson and session file leads there with its settings."""

import base64
import json
import zlib
from dataclasses import asdict

import numpy as np
import pytest

from core import lessons, link, session_file, value_text
from core.__main__ import main
from core.explorer import find
from core.moved_parts import MOVED, kept, led
from core.statistics import linear_regression, regression_assumptions

OLD, NEW = "linear-regression", "regression-assumptions"
# Coverage of the classical interval at strength 0.5, simulated and exactly, as the old page had it (commit 969cc2f).
PRINTED = {
    "part=assumptions": (0.886, 0.8883236837452373),
    "part=assumptions&breaks=correlation&seed=3&level=90": (0.708, 0.7062933297273376),
    "preset=neighbours": (0.75975, 0.7594647316858066),
    "preset=longley&part=assumptions&quantile=z": (0.965, 0.9674426203509938),
}


def settings_of(query: str) -> tuple[str, dict[str, str]]:
    slug, settings = led(*link.read_address(f"{OLD}?{query}"))
    decoded = link.decode(find(slug).Params, settings, find(slug).PRESETS)
    assert not decoded.problems, decoded.problems
    return slug, link.encode(decoded.params)


@pytest.mark.parametrize("moved", MOVED)
def test_no_preset_and_no_question_of_the_two_pages_has_the_name_of_another(moved) -> None:
    for what in ("PRESETS", "QUESTIONS"):
        names = [one.name for slug in (moved.old, moved.new) for one in getattr(find(slug), what)]
        assert len({*names}) == len(names)
    assert moved.setting not in find(moved.new).Params.__dataclass_fields__


@pytest.mark.parametrize("query", PRINTED)
def test_an_old_link_computes_on_the_new_page_what_it_computed_on_the_old_one(query: str) -> None:
    slug, settings = settings_of(query)
    assert slug == NEW
    found = regression_assumptions.compute(link.decode(regression_assumptions.Params, settings).params, device="cpu")
    share, exact = found.share[0, 10], found.exact[0, 10]
    np.testing.assert_allclose((share, exact), PRINTED[query], rtol=1e-12)


@pytest.mark.parametrize(
    ("query", "slug", "settings"),
    [
        ("part=assumptions", NEW, {}),
        ("part=assumptions&breaks=tails&strength=1", NEW, {"breaks": "tails", "strength": "1"}),
        ("part=assumptions&row=4&moves=x", NEW, {}),  # neither counted there
        ("preset=eleven", NEW, {"strength": "0"}),
        ("preset=eleven&level=90", NEW, {"strength": "0", "level": "90"}),
        ("preset=neighbours&part=spread", OLD, {"part": "spread", "n": "100", "replicates": "4000"}),
        ("preset=longley&part=assumptions", NEW, {"source": "longley", "feature": "1"}),
        ("preset=longley", OLD, {"source": "longley", "feature": "1", "row": "15"}),
        ("part=spread&breaks=tails", OLD, {"part": "spread"}),
        ("part=assumptions&source=typed&xs=1 2 3 4&ys=2 3 5 4", NEW,
         {"source": "typed", "xs": "1 2 3 4", "ys": "2 3 5 4"}),
        ("shift=-2.1", OLD, {"shift": "-2.1"}),
    ],
)  # fmt: skip
def test_every_old_setting_stands_where_its_part_does(query: str, slug: str, settings: dict[str, str]) -> None:
    assert settings_of(query) == (slug, settings)


def test_a_setting_that_neither_page_has_is_still_refused_in_words() -> None:
    slug, settings = led(OLD, {"part": "assumptions", "nonsense": "1"})
    (problem,) = link.decode(find(slug).Params, settings, find(slug).PRESETS).problems
    assert "no such setting" in str(problem)


def test_other_pages_and_the_new_one_itself_are_left_alone() -> None:
    for slug in (NEW, "tokenizer", ""):
        assert led(slug, {"part": "assumptions", "A": "x"}) == (slug, {"part": "assumptions", "A": "x"})


def test_guesses_a_pinned_state_a_room_and_the_language_come_along_as_far_as_they_are_of_the_page() -> None:
    pinned = value_text.write("part=assumptions&breaks=curve", str)
    beside = {"guess": "onto~0.9,eleven~92", "room": "QWERTY", "lang": "fr", "A": pinned}
    slug, settings = led(OLD, {"part": "assumptions", **beside})
    assert (slug, settings["guess"], settings["room"], settings["lang"]) == (NEW, "eleven~92", "QWERTY", "fr")
    decoded = link.decode(regression_assumptions.Params, settings)
    assert decoded.pinned == regression_assumptions.Params(breaks="curve")
    slug, settings = led(OLD, {**beside})
    assert (slug, settings) == (OLD, {"guess": "onto~0.9", "room": "QWERTY", "lang": "fr"})


@pytest.mark.parametrize("packed", ["~", "~!!", "part=assumptions&A=part%3Dassumptions", "~AAAA", "%ff"])
def test_a_pinned_state_that_cannot_be_read_is_left_for_the_page_to_tell_of(packed: str) -> None:
    slug, settings = led(OLD, {"part": "assumptions", "A": packed})
    link.decode(find(slug).Params, settings)
    assert slug == NEW


def test_a_scenario_of_an_old_lesson_is_on_the_new_page_with_its_controls_and_its_question() -> None:
    told = {"glassbox-lesson": 1, "title": "One", "scenarios": [
        {"slug": OLD, "name": "a", "query": "part=assumptions&breaks=tails", "hidden": ["part", "row", "seed"],
         "locked": ["breaks"]},
        {"slug": OLD, "name": "b", "query": "shift=-2.1", "hidden": ["breaks", "row"]},
        {"slug": OLD, "name": "c", "question": "eleven"},
        {"slug": OLD, "name": "d", "query": "part=assumptions", "question": "onto"},
    ]}  # fmt: skip
    first, second, third, fourth = lessons.read(json.dumps(told)).scenarios
    assert (first.slug, first.query, first.hidden, first.locked) == (NEW, "breaks=tails", ("seed",), ("breaks",))
    assert (second.slug, second.query, second.hidden) == (OLD, "shift=-2.1", ("row",))
    assert (third.slug, third.question) == (NEW, "eleven")
    assert (fourth.slug, fourth.query, fourth.question) == (OLD, "", "onto")


def test_the_link_of_an_old_lesson_leads_to_the_page_of_its_part() -> None:
    packed = value_text.write(json.dumps({"glassbox-lesson": 1, "title": "One", "scenarios": [
        {"slug": OLD, "name": "a"}, {"slug": OLD, "name": "b", "query": "preset=robust"}]}), str)  # fmt: skip
    for place, slug in (("1", OLD), ("2", NEW)):
        for key in (link.BEGIN, link.SCENARIO):
            address = {link.LESSON: packed, key: place}
            assert lessons.led(OLD, address) == (slug, address)
    for address in ({link.LESSON: "~nothing", link.BEGIN: "2"}, {link.LESSON: packed, link.BEGIN: "9"}):
        assert lessons.led(OLD, address) == (OLD, address)


def session(params: dict[str, object], **more: object) -> bytes:
    return json.dumps({"glassbox": 1, "explorer": OLD, "params": params, "pinned": None, **more}).encode()


OLD_SESSION = {
    **asdict(linear_regression.Params()), "part": "assumptions", "source": "file", "target": "y", "row": 0,
    "breaks": "correlation", "strength": 0.25, "quantile": "z",
}  # fmt: skip


def test_an_old_session_file_opens_on_both_pages_with_its_settings_and_its_file() -> None:
    file = {"name": "a.csv", "data": base64.b64encode(zlib.compress(b"y,a\n1,2\n")).decode()}
    pinned = {"params": {**OLD_SESSION, "breaks": "tails"}, "file": True}
    for page in (OLD, NEW):
        found = session_file.load(session(OLD_SESSION, file=file, pinned=pinned), page)
        assert (found.slug, found.shown.file) == (NEW, ("a.csv", b"y,a\n1,2\n"))
        params = session_file.params_of(regression_assumptions.Params, found.shown.settings)
        assert (params.breaks, params.strength, params.quantile, params.target) == ("correlation", 0.25, "z", "y")
        assert found.pinned is not None
        assert found.pinned.settings["breaks"] == "tails"


def test_an_old_session_file_of_another_part_opens_as_before() -> None:
    found = session_file.load(session({**OLD_SESSION, "part": "fit", "row": 3}), OLD)
    params = session_file.params_of(linear_regression.Params, found.shown.settings)
    assert (found.slug, params.part, params.row) == (OLD, "fit", 3)


def test_settings_kept_are_those_of_the_page_and_those_of_neither() -> None:
    assert kept(MOVED[0], NEW, ("row", "breaks", "source", "other")) == ("breaks", "source", "other")


def test_the_command_line_follows_an_old_link(capfd: pytest.CaptureFixture[str]) -> None:
    assert main([f"{OLD}?part=assumptions&breaks=correlation&replicates=200", "--json"]) == 0
    told = json.loads(capfd.readouterr().out)
    assert (told["explorer"], told["params"]["breaks"]) == (NEW, "correlation")
