"""A value beyond the end of a swept axis is told to who asked for it, by a link or by hand, and to nobody else."""

import pytest
from conftest import Open
from streamlit.testing.v1 import AppTest

from catalog import BY_SLUG

BEYOND = "lies beyond the axis"


def said(app: AppTest) -> str:
    return " ".join(element.proto.body for element in app.get("html"))


@pytest.mark.parametrize("by_hand", [False, True])
def test_a_top_k_beyond_the_axis_is_said_to_be_shown_as_the_largest_on_it(open_page: Open, by_hand: bool) -> None:
    link = {"axis": "top_k"} if by_hand else {"axis": "top_k", "top_k": "60"}
    app = open_page(BY_SLUG["decoding"].page, link)
    state = app.session_state["glassbox.state.decoding"]
    if by_hand:
        assert BEYOND not in said(app)
        state.set(top_k=60)
        app.run()
    assert "Top-k = 60 lies beyond the axis; showing 40, the largest on it." in said(app)
    assert state.values["top_k"] == 40
    state.set(top_k=0)  # all, which stands behind 40
    assert BEYOND not in said(app.run())
    assert state.values["top_k"] == 0


def test_a_length_beyond_the_axis_is_written_as_other_numbers_are(open_page: Open) -> None:
    app = open_page(BY_SLUG["spectrogram"].page, {"length": "1000"})
    assert "Window length = 1,000 lies beyond the axis; showing 512, the largest on it." in said(app)


def test_a_size_before_the_axis_is_said_to_be_shown_as_the_smallest_on_it(open_page: Open) -> None:
    app = open_page(BY_SLUG["estimators"].page, {"n": "1"})
    assert "Sample size n = 1 lies before the axis; showing 3, the smallest on it." in said(app)
    assert app.session_state["glassbox.state.estimators"].values["n"] == 3


def test_an_axis_that_becomes_shorter_takes_its_place_along_without_a_word(open_page: Open) -> None:
    app = open_page(BY_SLUG["tokenizer"].page, {"step": "150"})
    state = app.session_state["glassbox.state.tokenizer"]
    state.set(merges=31)
    assert BEYOND not in said(app.run())
    assert state.values["step"] == 31


def test_a_preset_shows_the_end_of_its_axis_without_a_word(open_page: Open) -> None:
    app = open_page(BY_SLUG["decoding"].page)
    state = app.session_state["glassbox.state.decoding"]
    state.begin({"part": "search"})  # the text ends before the 28 tokens at which the slider stands by default
    assert BEYOND not in said(app.run())
    assert state.values["step"] < 28


def test_a_place_on_the_axis_of_a_plan_is_told_as_the_multiple_that_it_is(open_page: Open) -> None:
    app = open_page(BY_SLUG["t-test-power"].page, {"times": "10"})
    told = "Multiple of the planned effect or n = 10 lies beyond the axis; showing 2, the largest on it."
    assert told in said(app)


def test_a_whole_number_beyond_the_axis_is_told_in_its_digits(open_page: Open) -> None:
    app = open_page(BY_SLUG["quantization"].page, {"part": "formats", "group": "16777216"})
    assert "Numbers in a group = 16,777,216 lies beyond the axis; showing 32,768, the largest on it." in said(app)
