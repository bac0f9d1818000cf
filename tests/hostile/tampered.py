"""Tampered links, read without a server: each is a state that its own link gives again, and a result or a sentence."""

import importlib
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from hostile import inputs

from catalog import BY_SLUG
from core import costs, link
from core.errors import InputError
from core.explorer import as_used, find, focused


@dataclass
class Read:
    """How many links of a page were read, and how many of them had to be mended. Of those that were to be drawn: how
    many were, gave a sentence instead, or take longer than a page computes at once. ``faults`` are sentences."""

    links: int = 0
    mended: int = 0
    drawn: int = 0
    refused: int = 0
    longer: int = 0
    faults: Counter[str] = field(default_factory=Counter)

    def __str__(self) -> str:
        return (f"{self.links:,} links, {self.mended:,} of them mended; {self.drawn:,} different ones drawn, "
                f"{self.refused:,} refused, {self.longer:,} left out that take long; "
                f"{sum(self.faults.values())} faults")  # fmt: skip


def read(slug: str, count: int, seed: int, pictures: int) -> Read:
    """What came of so many links of a page, of which so many different ones are drawn."""
    chance, told, done = random.Random(f"{slug} {seed}"), Read(), set[Any]()
    for _ in range(count):
        query = inputs.query(chance, slug)
        told.links += 1
        try:
            params = _settled(slug, query, told)
            if params not in done and len(done) < pictures:
                done.add(params)
                _draw(slug, params, told)
        except Exception as error:
            told.faults[f"{type(error).__name__}: {error}"[:150] + f", of {slug}?{query[:300]}"] += 1
    return told


def _settled(slug: str, query: str, told: Read) -> Any:
    """The settings of a link; that their own link does not give them again is a fault."""
    explorer = find(slug)
    found = link.decode(explorer.Params, link.read_address(f"{slug}?{query}")[1], explorer.PRESETS)
    told.mended += bool(found.problems)
    params, pinned = as_used(found.params), found.pinned and as_used(found.pinned)
    own = link.encode(params) | ({link.PINNED: link.encode_pinned(pinned)} if pinned else {})
    again = link.decode(explorer.Params, link.read_address(f"{slug}?{link.query_string(own)}")[1], explorer.PRESETS)
    if (again.params, again.pinned, again.problems) != (params, pinned, ()):
        told.faults[f"{slug}?{query[:300]} is another state than its own link"] += 1
    return params


def _draw(slug: str, params: Any, told: Read) -> None:
    explorer, entry = find(slug), BY_SLUG[slug]
    if not costs.is_quick(slug, costs.work_of(explorer, params, None)):
        told.longer += 1
        return
    try:
        result = focused(explorer, explorer.compute(params, None), params)
    except InputError:
        told.refused += 1
        return
    importlib.import_module(f"figures.{entry.section}.{entry.stem}").views(result, params)
    told.drawn += 1
