"""Whatever a reader can set in a link, a page lets them set by hand: no field is declared that nothing offers."""

import dataclasses
import runpy
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from every_view import case, names

from catalog import EXPLORERS, Entry
from core import fields
from figures.plot import Panel, Plot
from ui import frame
from ui.controls import views_of


class Places:
    """In the stead of a page's frame: what the page places where the settings are these."""

    settings: Any
    placed: list[str]

    def __init__(self, slug: str, explorer: Any, pictures: Any) -> None: ...

    def chosen(self, name: str) -> Any:
        return getattr(self.settings, name, None)

    def run(
        self,
        *rows: str | Sequence[str] | Callable[[], None],
        fold: Sequence[str] = (),
        question: Sequence[str] = (),
        more: Any = None,
    ) -> None:
        beside = [name for row in rows if not callable(row) for name in ([row] if isinstance(row, str) else row)]
        type(self).placed = [*beside, *fold[1:], *question]


def moved_in_pictures(slug: str, name: str) -> Iterator[str]:
    """The fields whose control is the axis under a picture, or a selection on it."""
    for view in case(slug, name).views.all():
        if isinstance(view, Plot) and view.sweep is not None and view.sweep.control:
            yield view.sweep.field
        if isinstance(view, Panel) and view.zoom is not None:
            yield from view.zoom.fields


def carries_data(settings: Any, name: str) -> bool:
    """Whether a reader brings data by this control: where they come from, with or without a file, or a field."""
    one = fields.declared(type(settings))[name]
    is_text = isinstance(one, fields.Text)
    return name == "source" or (is_text and str(fields.resolved(one.label, settings)).startswith("Your "))


@pytest.mark.parametrize("entry", EXPLORERS, ids=lambda entry: entry.slug)
def test_a_page_offers_every_setting_that_its_explorer_declares(entry: Entry, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frame, "Page", Places)
    offered: set[str] = set()
    for name in (name for slug, name in names() if slug == entry.slug):
        Places.settings = case(entry.slug, name).params
        runpy.run_path(str(entry.page))
        offered |= {*views_of(Places.settings), *Places.placed, *moved_in_pictures(entry.slug, name)}
    assert {field.name for field in dataclasses.fields(Places.settings)} == offered


@pytest.mark.parametrize("entry", EXPLORERS, ids=lambda entry: entry.slug)
def test_the_data_that_a_reader_brings_is_the_first_control(entry: Entry, monkeypatch: pytest.MonkeyPatch) -> None:
    """In every view that takes data; the switch of views stands in the page's head."""
    monkeypatch.setattr(frame, "Page", Places)
    for name in (name for slug, name in names() if slug == entry.slug):
        settings = Places.settings = case(entry.slug, name).params
        runpy.run_path(str(entry.page))
        used = [field for field in Places.placed if fields.is_used(settings, field)]
        assert not {*views_of(settings)} & {*used}
        if any(carries_data(settings, field) for field in used):
            assert carries_data(settings, used[0]), (name, used)
