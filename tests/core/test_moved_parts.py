"""Parts that have become pages of their own: every old link, lesson and session file leads there with its settings."""

import base64
import json
import zlib
from dataclasses import asdict

import numpy as np
import pytest

from core import lessons, link, session_file, value_text
from core.__main__ import main
from core.explorer import as_used, find
from core.fields import literals
from core.moved_parts import MOVED, kept, led
from core.statistics import linear_regression, regression_assumptions
from core.tokens import decoding, generated_text, ngram_generation, ngram_language_model

OLD, NEW = "linear-regression", "regression-assumptions"
# Coverage of the classical interval at strength 0.5, simulated and exactly, as the old page had it (commit 969cc2f).
PRINTED = {
    "part=assumptions": (0.886, 0.8883236837452373),
    "part=assumptions&breaks=correlation&seed=3&level=90": (0.708, 0.7062933297273376),
    "preset=neighbours": (0.75975, 0.7594647316858066),
    "preset=longley&part=assumptions&quantile=z": (0.965, 0.9674426203509938),
}

WAYS, TEXT = "decoding", "generated-text"
# What the old page had (commit ef3b69c): bits for a token at T = 0.05, 1 and 2 and repetition at the first two, the
# cost of the wrong token at places 1, 3 and 6, and the acceptance at the first and the fourth draft, exactly and drawn.
WRITTEN = {
    "part=trap": (1.0915104887625005, 1.1161243524129543, 7.958802460653533, 0.0, 0.012345679012345678),
    "part=trap&text=The+dog&seed=3&top_p=0.9": (0.7499207497182261, 1.1945248914388609, 7.39338841291023,
                                                0.22839506172839505, 0.0),
    "preset=loop": (0.7491377552936554, 1.2614786929115087, 9.452616989255114, 0.4576719576719577,
                    0.011904761904761904),
    "preset=rescued": (0.7459953700675436, 1.1656506118078966, 1.1534979690993619, 0.5, 0.027777777777777776),
    "preset=tail&part=trap": (1.0915104887625005, 1.1161243524129543, 7.958802460653533, 0.0, 0.012345679012345678),
    "part=forcing": (11.083689827927332, 16.436658292156448, -0.08505880357961859),
    "part=forcing&wrong=drawn&seed=2": (16.561146551957478, 16.436658292156448, 0.10110765521182202),
    "preset=wrong": (11.083689827927332, 16.436658292156448, -0.08505880357961859),
    "part=speculative": (0.31668859819000833, 0.8255815528863385, 0.3159821428571429, 0.8246428571428571),
    "part=speculative&draft=temperature&draws=100": (0.8336604990593239, 0.8624935412784805, 0.8410714285714286,
                                                     0.8578571428571429),
    "preset=draft": (0.31668859819000833, 0.8255815528863385, 0.3159821428571429, 0.8246428571428571),
    "preset=hot-draft": (0.8336604990593239, 0.8624935412784805, 0.8300892857142858, 0.8654464285714286),
}  # fmt: skip

COUNTED, DRAWN = "ngram-language-model", "ngram-generation"
# How many words the old page wrote, its first and last one and their probabilities (commit 56f5ebc).
GENERATED = {
    "part=generation": (40, "you", "of", 0.011599916530628047, 0.07252711330911546),
    "part=generation&order=2&method=modified&seed=3&held=text&length=5": (5, "be", "duke", 0.08866451032497268,
                                                                          0.03539833886565685),
    "part=generation&unit=spaces&lines=true&size=40&method=katz&length=12": (12, "yet", "and", 0.0014874977387058165,
                                                                             0.12214344068147373),
    "preset=letters": (120, "r", "t", 0.8115537825995855, 0.2445248701799648),
    "preset=letters&seed=2&length=10": (10, "r", "␣", 0.8115537825995855, 0.8698870609431348),
    "preset=glasses&part=generation": (40, "you", "glasses", 0.05805038335158816, 0.13410999729070713),
}  # fmt: skip


def settings_of(query: str, page: str = OLD) -> tuple[str, dict[str, str]]:
    slug, settings = led(*link.read_address(f"{page}?{query}"))
    decoded = link.decode(find(slug).Params, settings, find(slug).PRESETS)
    assert not decoded.problems, decoded.problems
    return slug, link.encode(decoded.params)


@pytest.mark.parametrize("moved", MOVED)
def test_no_preset_and_no_question_of_the_two_pages_has_the_name_of_another(moved) -> None:
    for what in ("PRESETS", "QUESTIONS"):
        names = [one.name for slug in (moved.old, moved.new) for one in getattr(find(slug), what)]
        assert len({*names}) == len(names)
    parts = literals(find(moved.new).Params).get(moved.setting, moved.values)
    assert {*parts} == {*moved.values}
    old, new = asdict(find(moved.old).Params()), asdict(find(moved.new).Params())
    assert all(old[name] == new[name] for name in old.keys() & new.keys() - {moved.setting}), (
        "an old link leaves it out"
    )
    assert not {*moved.values} & {*literals(find(moved.old).Params)[moved.setting]}


@pytest.mark.parametrize("query", PRINTED)
def test_an_old_link_computes_on_the_new_page_what_it_computed_on_the_old_one(query: str) -> None:
    slug, settings = settings_of(query)
    assert slug == NEW
    found = regression_assumptions.compute(link.decode(regression_assumptions.Params, settings).params, device="cpu")
    share, exact = found.share[0, 10], found.exact[0, 10]
    np.testing.assert_allclose((share, exact), PRINTED[query], rtol=1e-12)


def numbers(its: object) -> np.ndarray:
    match its:
        case generated_text.trap.Trap():
            return np.concatenate([its.bits[[0, 8, 14]], its.repeated[[0, 8]]])
        case generated_text.forcing.Forcing():
            return its.extra[[0, 2, 5]]
    return np.concatenate([its.rate[[0, 3]], its.simulated[[0, 3]]])  # type: ignore[attr-defined]


@pytest.mark.parametrize("query", WRITTEN)
def test_an_old_link_of_one_of_several_moved_parts_computes_what_it_did(query: str) -> None:
    slug, settings = settings_of(query, WAYS)
    assert slug == TEXT
    params = as_used(link.decode(generated_text.Params, settings).params)
    found = numbers(generated_text.compute(params, device="cpu"))
    # Some are small differences of single-precision losses of 16 bits: every processor adds in an order of its own.
    np.testing.assert_allclose(found, WRITTEN[query], rtol=1e-5, atol=5e-5)


@pytest.mark.parametrize("query", GENERATED)
def test_an_old_link_writes_the_text_that_it_wrote(query: str) -> None:
    slug, settings = settings_of(query, COUNTED)
    assert slug == DRAWN
    its = ngram_generation.compute(as_used(link.decode(ngram_generation.Params, settings).params), device="cpu")
    words, first, last, *chances = GENERATED[query]
    assert (len(its.words), its.words[0], its.words[-1]) == (words, first, last)
    np.testing.assert_allclose(its.chance[[0, -1]], chances, rtol=1e-12)


@pytest.mark.parametrize(
    ("query", "slug", "settings"),
    [
        ("part=generation", DRAWN, {}),
        ("part=generation&step=4&place=2&seed=7&context=good&axis=order", DRAWN,
         {"context": "good", "step": "4", "seed": "7"}),
        ("preset=letters&part=context", COUNTED,
         {"part": "context", "unit": "characters", "order": "6", "method": "modified", "context": "my lo",
          "min_count": "1"}),
        ("preset=infinite&part=generation", DRAWN, {"min_count": "1", "floor": "false"}),
        ("preset=orders", COUNTED, {"axis": "order"}),
        ("part=context&place=3&length=9", COUNTED, {"part": "context", "place": "3"}),
    ],
)  # fmt: skip
def test_generation_stands_with_its_old_settings(query: str, slug: str, settings: dict[str, str]) -> None:
    assert settings_of(query, COUNTED) == (slug, settings)


def test_a_lesson_and_an_old_session_file_of_generation_open_the_new_page() -> None:
    told = {"glassbox-lesson": 1, "title": "One", "scenarios": [
        {"slug": COUNTED, "name": "a", "query": "part=generation&order=2", "hidden": ["part", "axis", "seed"]},
        {"slug": COUNTED, "name": "b", "query": "preset=letters"},
        {"slug": COUNTED, "name": "c", "query": "part=generation", "question": "before"},
    ]}  # fmt: skip
    first, second, third = lessons.read(json.dumps(told)).scenarios
    assert (first.slug, first.query, first.hidden) == (DRAWN, "order=2", ("seed",))
    assert second.slug == DRAWN
    assert (third.slug, third.question) == (COUNTED, "before")
    old = {**asdict(ngram_language_model.Params()), "part": "generation", "length": 9, "seed": 5, "step": 2}
    data = json.dumps({"glassbox": 1, "explorer": COUNTED, "params": old, "pinned": None}).encode()
    for page in (COUNTED, DRAWN):
        found = session_file.load(data, page)
        params = session_file.params_of(ngram_generation.Params, found.current.settings)
        assert (found.slug, params.length, params.seed, params.step) == (DRAWN, 9, 5, 2)


@pytest.mark.parametrize(
    ("query", "slug", "settings"),
    [
        ("part=trap", TEXT, {"part": "trap"}),
        ("part=trap&text=The+dog&samples=12&tokens=64&temperature=0.05&min_p=0.1&last=1", TEXT,
         {"part": "trap", "text": "The dog", "samples": "12", "tokens": "64", "temperature": "0.05", "min_p": "0.1"}),
        ("part=forcing&place=4&wrong=drawn&text=One+day", TEXT, {"place": "4", "wrong": "drawn"}),
        ("part=speculative&draft=temperature&heat=0.5", TEXT,
         {"part": "speculative", "draft": "temperature", "heat": "0.5"}),
        ("preset=loop", TEXT,
         {"part": "trap", "text": "The dog", "samples": "12", "tokens": "64", "temperature": "0.05"}),
        ("preset=wrong&place=6", TEXT, {"place": "6"}),
        ("preset=rescued&part=search", WAYS, {"part": "search", "text": "The dog", "tokens": "64"}),
        ("preset=draft&part=trap", TEXT, {"part": "trap"}),
        ("preset=hot-draft&part=next", WAYS, {}),
        ("preset=beam&part=trap", TEXT, {"part": "trap"}),
        ("preset=herself&part=trap", TEXT, {"part": "trap", "text": "One day"}),
        ("preset=beam", WAYS, {"part": "search"}),
        ("part=search&draft=temperature&place=9", WAYS, {"part": "search"}),
        ("temperature=3", WAYS, {"temperature": "3"}),
        ("part=search&way=samples&samples=4", WAYS, {"part": "search", "way": "samples", "samples": "4"}),
    ],
)  # fmt: skip
def test_each_of_several_moved_parts_stands_with_its_old_settings(
    query: str, slug: str, settings: dict[str, str]
) -> None:
    assert settings_of(query, WAYS) == (slug, settings)


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
        assert (found.slug, found.current.file) == (NEW, ("a.csv", b"y,a\n1,2\n"))
        params = session_file.params_of(regression_assumptions.Params, found.current.settings)
        assert (params.breaks, params.strength, params.quantile, params.target) == ("correlation", 0.25, "z", "y")
        assert found.pinned is not None
        assert found.pinned.settings["breaks"] == "tails"


def test_an_old_session_file_of_another_part_opens_as_before() -> None:
    found = session_file.load(session({**OLD_SESSION, "part": "fit", "row": 3}), OLD)
    params = session_file.params_of(linear_regression.Params, found.current.settings)
    assert (found.slug, params.part, params.row) == (OLD, "fit", 3)


def test_guesses_a_pinned_state_and_lessons_of_several_moved_parts_come_along() -> None:
    pinned = value_text.write("part=speculative&tokens=40", str)
    slug, settings = led(WAYS, {"part": "forcing", "guess": "order~one,accepted~40", "A": pinned})
    assert (slug, settings["part"], settings["guess"]) == (TEXT, "forcing", "accepted~40")
    pinned_then = as_used(link.decode(generated_text.Params, settings).pinned)
    assert pinned_then == generated_text.Params(part="speculative", tokens=40)
    told = {"glassbox-lesson": 1, "title": "One", "scenarios": [
        {"slug": WAYS, "name": "a", "query": "part=trap&seed=2", "hidden": ["part", "axis", "seed"]},
        {"slug": WAYS, "name": "b", "query": "part=search", "question": "accepted", "locked": ["width", "ahead"]},
        {"slug": WAYS, "name": "c", "query": "part=forcing", "question": "wider"},
    ]}  # fmt: skip
    first, second, third = lessons.read(json.dumps(told)).scenarios
    assert (first.slug, first.settings["part"], first.settings["seed"]) == (TEXT, "trap", "2")
    assert first.hidden == ("part", "seed")
    assert (second.slug, second.query, second.question, second.locked) == (TEXT, "", "accepted", ("ahead",))
    assert (third.slug, third.query, third.question) == (WAYS, "", "wider")


def test_an_old_session_file_of_any_of_several_moved_parts_opens_on_both_pages() -> None:
    of_both = {**asdict(decoding.Params()), "draft": "context", "context": 4, "heat": 2.0, "ahead": 4, "place": 3,
               "wrong": "likeliest", "story": generated_text.Params().story}  # fmt: skip
    for part in MOVED[1].values:
        data = json.dumps({"glassbox": 1, "explorer": WAYS, "params": {**of_both, "part": part, "seed": 5}}).encode()
        for page in (WAYS, TEXT):
            found = session_file.load(data, page)
            params = session_file.params_of(generated_text.Params, found.current.settings)
            assert (found.slug, params.part, params.seed) == (TEXT, part, 5)
            assert (params.text, params.temperature, params.samples, params.tokens) == ("Once Rose", 1.0, 6, 28)


def test_settings_kept_are_those_of_the_page_and_those_of_neither() -> None:
    assert kept(MOVED[0], NEW, ("row", "breaks", "source", "other")) == ("breaks", "source", "other")


def test_the_command_line_follows_an_old_link(capfd: pytest.CaptureFixture[str]) -> None:
    assert main([f"{OLD}?part=assumptions&breaks=correlation&replicates=200", "--json"]) == 0
    told = json.loads(capfd.readouterr().out)
    assert (told["explorer"], told["params"]["breaks"]) == (NEW, "correlation")


def test_the_command_line_follows_an_old_link_of_one_of_several_parts(capfd: pytest.CaptureFixture[str]) -> None:
    assert main([f"{WAYS}?part=trap&samples=2&tokens=8", "--json"]) == 0
    told = json.loads(capfd.readouterr().out)
    assert (told["explorer"], told["params"]["text"], told["params"]["tokens"]) == (TEXT, "Once Rose", 8)
