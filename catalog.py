"""Every explorer, as assets/explorers.toml lists them. Page, figures and mathematics follow from the slug."""

import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent


@dataclass(frozen=True)
class Entry:
    """One explorer. ``look_for`` is the sentence under its title: what to look for, first of all.

    ``keywords`` are what else the search finds it by, between commas. ``looks`` is what to look for in its other views,
    by the value of the setting that chooses one.
    """

    section: str
    slug: str
    title: str
    summary: str
    look_for: str
    keywords: str
    looks: Mapping[str, str] = field(default_factory=dict, hash=False)

    @property
    def stem(self) -> str:
        return self.slug.replace("-", "_")

    def sentence(self, views: Iterable[str]) -> str:
        """What to look for in the first of the ``views`` that has a sentence of its own, or on the page."""
        return next((self.looks[view] for view in views if view in self.looks), self.look_for)

    @property
    def page(self) -> Path:
        return ROOT / "pages" / self.section / f"{self.stem}.py"

    @property
    def theory(self) -> Path:
        return ROOT / "assets" / "theory" / f"{self.stem}.md"


@dataclass(frozen=True)
class LearningPath:
    """Explorers in an order that builds up. ``minutes`` holds how long each takes, by its slug."""

    title: str
    summary: str
    minutes: dict[str, int]


SECTIONS: dict[str, str] = {
    "tokens": "Tokens",
    "vectors": "Word vectors",
    "sequences": "Sequences",
    "attention": "Attention",
    "pretraining": "Pretraining",
    "adaptation": "Adaptation",
    "optimization": "Optimisation",
    "networks": "Networks",
    "signals": "Signals",
    "statistics": "Statistics",
}

_ENTRIES = tomllib.loads((ROOT / "assets" / "explorers.toml").read_text(encoding="utf-8"))["explorer"]
EXPLORERS: tuple[Entry, ...] = tuple(Entry(**entry) for entry in _ENTRIES)

BY_SLUG: dict[str, Entry] = {entry.slug: entry for entry in EXPLORERS}

_PATHS = json.loads((ROOT / "assets" / "paths.json").read_text(encoding="utf-8"))
PATHS: tuple[LearningPath, ...] = tuple(LearningPath(**path) for path in _PATHS)
