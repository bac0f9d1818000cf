"""A page's state as one file: its pictures as they are drawn, in 3 MB, and nothing of a reader's is markup."""

import base64
import dataclasses
import gzip
import importlib
import json
import re
from html.parser import HTMLParser
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from every_view import Case, case, names
from unpacking import unpack

from core import explorer, questions
from core.attention import attention
from core.questions import Goal
from figures.attention import attention as pictures_of_attention
from figures.plot import Panel, Plot
from figures.statistics import linear_regression as pictures_of_regression
from ui import compare, languages, live_picture
from ui import figure as figures
from ui import questions as asking
from ui.state import State

MOST = 3_000_000  # bytes, as decided
HOSTILE = "</script><b>Mary</b><!-- & gave /* data */ it to"


def file_of(one: Case, address: str | None = None) -> str:
    state = State(one.slug, one.page, views=one.pictures.views)
    words = ("What to look for", compare.settings_of(one.params))
    return live_picture.page(state, one.pictures, one.result, one.params, words, address)


def said(page: str) -> list[str]:
    return re.findall(r'gb-notice">([^<]*)<', page)


def contents(page: str) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """What the browser unpacks: the header, and the arrays as they lie in the file."""
    return unpack(gzip.decompress(base64.b64decode(re.findall(r'id="data">([^<]*)<', page)[0])))


def whole(kept: np.ndarray, kind: str, shape: list[int]) -> np.ndarray:
    if kept.dtype.str[1:] != kind:  # its bytes stand in rows
        kept = np.frombuffer(kept.T.tobytes(), f"<{kind}")
    return kept.reshape(shape)


@pytest.mark.parametrize(("slug", "name"), [*names()])
def test_every_part_of_every_page_fits_whole_into_three_megabytes(slug: str, name: str) -> None:
    one = case(slug, name)
    page = file_of(one)
    assert len(page.encode()) <= MOST
    assert not [sentence for sentence in said(page) if not sentence.startswith("This file holds")]
    header, kept = contents(page)
    pictures = {
        one["header"]["name"]: one for one in (header["pictures"][i] for i in header["settings"][0]["pictures"])
    }
    placed = [name for rows in header["places"].values() for row in rows for name in row]
    drawn = [
        view for view in one.views.all() if not isinstance(view, Panel) or view.module not in live_picture.CONTROLS
    ]
    assert sorted(placed) == sorted(view.name for view in drawn)
    assert header["step"] == (
        one.views.swept.index_of(getattr(one.params, one.views.swept.field)) if one.views.swept else 0
    )
    for view in drawn:
        told, arrays = figures.encoded(view)
        picture = pictures[view.name]
        if isinstance(view, Plot) and view.sweep is not None:
            told["sweep"]["scale"] = 0  # a number that is written is answered by a server alone
        for name, array in arrays.items():
            back = whole(kept[picture["arrays"][name]], *picture["kinds"][name])
            np.testing.assert_array_equal(back, array)
            assert back.dtype == array.dtype
        assert picture["header"].keys() == told.keys()


class Read(HTMLParser):
    """The elements of a page, and the text of each kind."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data if self.lasttag not in ("script", "style") else ""


def test_a_readers_text_is_no_markup_and_ends_no_script() -> None:
    params = attention.Params(text=HOSTILE)
    result = attention.focus(attention.compute(params), params)
    state = State("attention", explorer.find("attention"), views=pictures_of_attention.views)
    words = ('Look for "<i>this</i>"', compare.settings_of(params) + f"; the file {HOSTILE}")
    address = 'https://example.org/attention?text="><script>alert(1)</script>'
    page = live_picture.page(state, pictures_of_attention, result, params, words, address)
    read = Read(page)
    assert read.tags.count("script") == 4
    assert not {"b", "i"} & {*read.tags}
    assert HOSTILE in read.text
    assert '"><script>alert' not in page
    header, _ = contents(page)
    head = next(one["header"] for one in header["pictures"] if one["header"]["name"] == "attention-head")
    assert "".join(head["rows"]).startswith("</script>")


def test_a_file_names_what_it_leaves_out_and_keeps_the_main_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    one = case("sampling", "rate")
    monkeypatch.setattr(live_picture, "MOST_BYTES", len(file_of(one).encode()) - 20_000)
    page = file_of(one)
    assert len(page.encode()) <= live_picture.MOST_BYTES
    left = "“Spectrum of the samples and its copies”"
    assert said(page) == [f"Left out, because the file would be larger than 3\u00a0MB: {left}."]
    header, _ = contents(page)
    assert header["places"]["main"]
    monkeypatch.setattr(live_picture, "MOST_BYTES", 600_000)
    page = file_of(one)
    assert said(page) == [
        "The pictures of these settings are not in this file: the file would be larger than 3\u00a0MB."
    ]
    assert not any(contents(page)[0]["places"].values())


def test_choices_go_along_as_far_as_they_fit_those_of_the_layer_in_sight_first(monkeypatch: pytest.MonkeyPatch) -> None:
    one = case("attention", "")
    header, _ = contents(file_of(one))
    assert len(header["settings"]) == one.result.reading.changed.layers * one.result.reading.changed.heads
    assert header["settings"][0]["label"] == f"layer {one.result.layer + 1}, head {one.result.head + 1}"
    monkeypatch.setattr(live_picture, "MOST_BYTES", len(file_of(one).encode()) - 60_000)
    page = file_of(one)
    header, _ = contents(page)
    assert said(page) == [f"This file holds {len(header['settings'])} of 16 choices, the nearest: "
                          "with all the file would be larger than 3\u00a0MB."]  # fmt: skip
    assert {each["values"]["layer"] for each in header["settings"][:4]} == {str(one.result.layer)}


@pytest.mark.parametrize(
    ("slug", "first"), [("attention", "couche 1, tête 1"), ("cross-attention", "couche 1, moyenne de ses têtes")]
)
def test_the_choices_of_a_french_file_are_told_in_french(slug: str, first: str) -> None:
    one = case(slug, "")
    with languages.speaking("fr", slug):
        labels = [each["label"] for each in contents(file_of(one))[0]["settings"]]
    assert min(labels) == first
    assert not [label for label in labels if not label.startswith("couche ")]


def test_the_link_back_is_left_out_where_the_address_of_the_page_is_not_known() -> None:
    one = case("fourier", "")
    assert "<a " not in file_of(one)
    assert '<a href="https://example.org/fourier?a=1&amp;b=2"' in file_of(one, "https://example.org/fourier?a=1&b=2")


def test_a_file_allows_no_script_but_its_own_and_asks_nobody() -> None:
    page = file_of(case("fourier", ""))
    policy = re.findall(r'Content-Security-Policy" content="([^"]*)"', page)[0]
    assert policy.startswith("default-src 'none'; script-src 'sha256-")
    assert "unsafe-eval" not in policy
    assert not re.findall(r"(?:src|href)=|@import|url\((?!data:)", page.split("<script")[0])


def test_numbers_that_deflate_better_by_their_bytes_come_back_as_they_were() -> None:
    smooth = np.sin(np.linspace(0, 3, 4_000)).reshape(40, 100)
    small = live_picture._small(smooth)
    assert small.dtype == np.uint8
    np.testing.assert_array_equal(whole(small, "f8", [40, 100]), smooth)
    codes = np.arange(7, dtype=np.uint8)
    np.testing.assert_array_equal(live_picture._small(codes), codes)


@pytest.mark.parametrize("slug", explorer.slugs())
def test_a_file_of_the_settings_that_a_question_is_asked_of_asks_it_and_holds_its_answer(slug: str) -> None:
    page = explorer.find(slug)
    views = importlib.import_module(page.__name__.replace("core", "figures", 1)).views
    for question in page.QUESTIONS:
        params = questions.settings_of(question, page.Params)
        result = explorer.focused(page, page.compute(params, device="cpu"), params)
        sweep = views(result, params).swept
        kept = {one["name"]: one for one in asking.kept(State(slug, page), result, params, sweep)}
        json.dumps(list(kept.values()))
        held = kept.get(question.name, {}).get("held", {})
        if isinstance(question, Goal):
            for step in held.get("met", [])[:3]:
                at = dataclasses.replace(params, **{sweep.field: sweep.value_at(step)})
                assert question.met(explorer.focused(page, result, at), at)
        else:
            key = question.key(result, params)
            assert (held["truth"], held["theory"], held["near"]) == (key.truth, key.theory, question.near)
            assert held["step"] == (sweep.index_of(getattr(params, sweep.field)) if sweep and sweep.field else 0)


def test_a_goal_that_the_axis_meets_is_kept_with_the_steps_at_which_it_is_met() -> None:
    page = explorer.find("linear-regression")
    (goal,) = (one for one in page.QUESTIONS if one.name == "flat")
    params = page.Params(source="anscombe4", row=7)
    flat = dataclasses.replace(goal, values={"source": "anscombe4", "row": 7})
    state = State("linear-regression", SimpleNamespace(**{**vars(page), "QUESTIONS": (flat,)}))
    result = page.compute(params, device="cpu")
    sweep = pictures_of_regression.views(result, params).swept
    (kept,) = asking.kept(state, result, params, sweep)
    assert kept["held"]["met"] == np.flatnonzero(np.abs(result.fit.beta[:, 1]) < 0.02).tolist() != []
    assert kept["held"]["step"] == sweep.index_of(0.0)
