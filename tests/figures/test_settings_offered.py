"""Whatever a reader can set in a link, a page lets them set by hand: no field is declared that nothing offers."""

import dataclasses
import runpy
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import pytest
from every_view import case, names

from catalog import EXPLORERS, Entry
from figures.plot import Panel, Plot
from ui import frame


class Places:
    """In the stead of a page's frame: what the page places where the settings are these."""

    settings: Any
    placed: set[str]

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
        single = {row for row in rows if isinstance(row, str)}
        beside = {name for row in rows if not isinstance(row, str) and not callable(row) for name in row}
        type(self).placed = {*single, *beside, *fold[1:], *question}


def moved_in_pictures(slug: str, name: str) -> Iterator[str]:
    """The fields whose control is the axis under a picture, or a selection on it."""
    for view in case(slug, name).views.all():
        if isinstance(view, Plot) and view.sweep is not None and view.sweep.control:
            yield view.sweep.field
        if isinstance(view, Panel) and view.zoom is not None:
            yield from view.zoom.fields


@pytest.mark.parametrize("entry", EXPLORERS, ids=lambda entry: entry.slug)
def test_a_page_offers_every_setting_that_its_explorer_declares(entry: Entry, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frame, "Page", Places)
    offered: set[str] = set()
    for name in (name for slug, name in names() if slug == entry.slug):
        Places.settings = case(entry.slug, name).params
        runpy.run_path(str(entry.page))
        offered |= {*Places.placed, *moved_in_pictures(entry.slug, name)}
    assert {field.name for field in dataclasses.fields(Places.settings)} == offered
