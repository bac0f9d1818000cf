"""What a pinned state A is told by: the names and the values that its controls show."""

import importlib

import pytest

from core import explorer
from core.signals import sampling
from ui import compare
from ui.state import State


def told(slug: str, present: dict[str, object], **values: object) -> str:
    """The settings of A in words, which stand beside the number in focus of the ``present`` state."""
    page = explorer.find(slug)
    state = State(slug, page)
    state.views = importlib.import_module(explorer.home(page.Params).replace("core", "figures", 1)).views
    state.pinned = State(slug, page, values=vars(page.Params(**values)), beside=True)
    assert compare.prepare(state) == ""
    params = page.Params(**present)
    found = compare.views(state, explorer.focused(page, page.compute(params), params), params)
    settings: str = found.compared.header["settings"]
    return settings


@pytest.mark.parametrize(("present", "values", "words"), [
    ({}, {}, "Tone = 109.375\u00a0Hz"),
    ({}, {"n": 48, "window": "hann"}, "Samples N = 48, Tone = 109.375\u00a0Hz, Window = Hann"),
    ({"n": 48, "window": "hann"}, {}, "Samples N = 32, Tone = 109.375\u00a0Hz, Window = None (rectangular)"),
    ({"n": 48, "rate": 500.0}, {"n": 48, "rate": 500.0, "phase": -30.0}, "Tone = 109.375\u00a0Hz, Phase = −30 degrees"),
    ({}, {"part": "convolution", "a": "1 2"}, "View = Convolution, Signal a = 1 2"),
])  # fmt: skip
def test_of_a_pinned_state_is_told_what_is_set_otherwise_now_and_where_the_axis_stood(
    present: dict[str, object], values: dict[str, object], words: str
) -> None:
    assert told("fourier", present, **values) == words


def test_what_stood_when_it_was_pinned_is_pinned_whatever_is_set_before_the_page_has_run() -> None:
    state = State("sampling", sampling, values=vars(sampling.Params(frequency=300.0)))
    state.pinning = "pin"
    state.begin({"frequency": 700.0})
    state.answer_pinning(state.params())
    assert state.pinned is not None
    assert (state.pinned.params().frequency, state.params().frequency) == (300.0, 700.0)


def test_a_pinned_state_of_a_page_without_an_axis_that_is_as_now_has_the_same_settings() -> None:
    params = sampling.Params()
    assert compare.differing(params, params, "") == "the same settings"


def test_settings_on_paper_name_those_in_sight_too_where_they_count_and_are_not_empty() -> None:
    params = sampling.Params(phase=90.0)
    named = ("part", "frequency", "others", "band_rate")
    assert compare.settings_of(params, named) == "View = A tone, Tone = 600\u00a0Hz, Phase = 90 degrees"


def test_a_long_text_among_the_settings_ends_where_it_is_cut_with_an_ellipsis() -> None:
    short, long = "Mary and John went to the market, and it", "Mary and John went to the market, and it rained."
    assert len(short) == 40
    assert told("attention", {"text": "Mary"}, text=short) == f"Your text = {short}, Query = 17"
    assert told("attention", {"text": "Mary"}, text=long) == f"Your text = {short[:39]}…, Query = 17"


def test_a_label_that_depends_on_other_settings_is_that_of_the_pinned_state() -> None:
    assert told("gradient-descent", {}, part="noise", seed=3, seeds=20, steps=10).endswith("First seed = 3, Seeds = 20")


def test_a_place_in_a_list_is_told_as_a_reader_counts_it() -> None:
    assert told("cross-attention", {"layer": 1}, layer=0, head=1, mean=False).startswith("Layer = 1, Head = 2")
