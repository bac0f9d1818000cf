"""The pictures of every page: of its default and of each preset that shows another part or view of it."""

import importlib
from collections.abc import Iterator
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

from core import explorer
from figures.plot import Views

PARTS = ("part", "show", "view", "sweep", "family", "alternative", "method")  # fields that choose other pictures


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
        for name, values in (("", {}), *((one.name, one.values) for one in explorer.find(slug).PRESETS)):
            part = tuple(values.get(field) for field in PARTS)
            if part not in seen:
                yield slug, name
            seen.add(part)


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
    params = page.Params(**next((one.values for one in page.PRESETS if one.name == name), {}))
    result = explorer.focused(page, page.compute(params), params)
    pictures = importlib.import_module(page.__name__.replace("core", "figures", 1))
    return Case(slug, name, page, pictures, params, result)
