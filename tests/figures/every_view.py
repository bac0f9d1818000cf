"""The pictures of every page: of its default, of each preset that shows another part or view, and of other views."""

import importlib
from collections.abc import Iterator, Mapping
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

from core import explorer, fields
from figures.plot import Views

VIEWS = ("part", "show", "view")
PARTS = (*VIEWS, "sweep", "family", "alternative", "method")  # fields that choose other pictures


class Case(NamedTuple):
    """One state of a page. ``pictures`` is the module that draws it."""

    slug: str
    name: str
    page: Any
    pictures: ModuleType
    params: Any
    result: Any

    @property
    def views(self) -> Views:
        return self.pictures.views(self.result, self.params)


def names() -> Iterator[tuple[str, str]]:
    """Slug and preset of every case; the default has no name."""
    for slug in explorer.slugs():
        seen = set()
        for name, values in settings(explorer.find(slug)).items():
            part = tuple(values.get(field) for field in PARTS)
            if part not in seen:
                yield slug, name
            seen.add(part)


def settings(page: explorer.Explorer) -> dict[str, Mapping[str, Any]]:
    """What is set in each case, by its name."""
    known: dict[str, Mapping[str, Any]] = {"": {}, **{one.name: one.values for one in page.PRESETS}}
    for name in VIEWS:
        shown = {values.get(name, getattr(page.Params, name, "")) for values in known.values()}
        others = [one for one in fields.literals(page.Params).get(name, ()) if one not in shown]
        known |= {f"{name} {one}": {name: one} for one in others}
    return known


def pictures_of(slug: str, values: dict[str, Any]) -> Views:
    """All pictures of a page at these settings."""
    page: Any = explorer.find(slug)
    params = page.Params(**values)
    result = explorer.focused(page, page.compute(params), params)
    views: Views = importlib.import_module(page.__name__.replace("core", "figures", 1)).views(result, params)
    return views


@cache
def case(slug: str, name: str) -> Case:
    page: Any = explorer.find(slug)
    params = page.Params(**settings(page)[name])
    result = explorer.focused(page, page.compute(params), params)
    pictures = importlib.import_module(page.__name__.replace("core", "figures", 1))
    return Case(slug, name, page, pictures, params, result)
