"""What a pinned state A is told by: the names and the values that its controls show."""

import importlib

import pytest

from core import explorer
from core.signals import sampling
from ui import compare
from ui.state import State


def told(slug: str, **values: object) -> str:
    """The settings of A in words, which stand beside the number in focus."""
    page = explorer.find(slug)
    state = State(slug, page)
    state.views = importlib.import_module(explorer.home(page.Params).replace("core", "figures", 1)).views
    state.pinned = State(slug, page, values=vars(page.Params(**values)), beside=True)
    assert compare.prepare(state) == ""
    settings: str = state.pinned.still.settings
    return settings


@pytest.mark.parametrize(("values", "words"), [
    ({}, "the settings that the page opens with"),
    ({"n": 48, "window": "hann"}, "Samples N = 48, Window = Hann"),
    ({"rate": 500.0, "phase": -30.0}, "Sampling rate = 500 Hz, Phase = −30 degrees"),
    ({"part": "convolution", "a": "1 2"}, "View = Convolution, Signal a = 1 2"),
])  # fmt: skip
def test_the_settings_of_a_pinned_state_are_told_as_its_controls_show_them(
    values: dict[str, object], words: str
) -> None:
    assert told("fourier", **values) == words


def test_settings_on_paper_name_those_in_sight_too_where_they_count_and_are_not_empty() -> None:
    params = sampling.Params(phase=90.0)
    named = ("part", "frequency", "others", "band_rate")
    assert compare.settings_of(params, named) == "View = A tone, Tone = 600 Hz, Phase = 90 degrees"


def test_a_label_that_depends_on_other_settings_is_that_of_the_pinned_state() -> None:
    assert told("gradient-descent", part="noise", seed=3, seeds=20, steps=10).endswith("First seed = 3, Seeds = 20")


def test_a_place_in_a_list_is_told_as_a_reader_counts_it() -> None:
    assert told("cross-attention", layer=0, head=1, mean=False).startswith("Layer = 1, Head = 2")
