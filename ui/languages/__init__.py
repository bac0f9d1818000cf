"""The language in which a page speaks, from the address (``lang=fr``) to the last word that leaves for the browser.

The mathematics speaks English, since its results are shared by all readers. A text is put into the reader's language
where it leaves: ``worded`` for a text of ours, also one with numbers and names in it; ``words_of`` for all texts in
what a picture or a control is told. A reader's own words are ``core.text.Verbatim`` or stand in a hole that is known
to hold them (``ui.languages.matching``). In English nothing is looked up.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

from catalog import BY_SLUG, ROOT, SECTIONS, Entry
from core.errors import InputError, MissingInput, Unheld, Unopened, quoted
from core.numbers import joined
from core.text import Verbatim
from ui.languages.matching import Catalogue, singulars
from ui.languages.script_texts import words_in

T = TypeVar("T")
NAMES = {"en": "English", "fr": "Français"}
OFFERED = True  # whether English pages show the way to the others: no text of theirs is missing
HOUSE = "house"  # the file of what every page shows
FOLDER = ROOT / "assets" / "languages"

# Keys under which a header holds what scripts read, not readers; and the lists of pairs that begin with such.
MACHINES = frozenset({
    "kind", "field", "value", "default", "page", "slug", "room", "opened", "guess", "digest", "module", "follow",
    "path", "substitution", "whole", "truth", "name", "axis", "type", "mode", "id", "array", "colours", "tilesOf", "of",
    "scale", "measure", "here",
})  # fmt: skip
PAIRS = frozenset({"options", "said"})
# Keys of Plotly's whose texts are read.
PLOTLYS = frozenset(
    ("text", "name", "title", "hovertemplate", "hovertext", "ticktext", "customdata", "label", "labels")
)

_spoken: ContextVar[Catalogue | None] = ContextVar("language", default=None)


@cache
def catalogue(language: str, section: str) -> Catalogue:
    """What a language knows of a section and of the house."""
    return Catalogue(language, {**texts(language, HOUSE), **texts(language, section)})


@cache
def texts(language: str, section: str) -> dict[str, str]:
    """One file of a language, without what is not translated yet; empty where there is none."""
    path = FOLDER / language / f"{section}.json"
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return {key: text for key, text in known.items() if text}


def speak(language: str, slug: str = "") -> None:
    """Has all that follows in this run speak ``language``, with the words of the section of a page."""
    section = BY_SLUG[slug].section if slug in BY_SLUG else HOUSE
    _spoken.set(catalogue(language, section) if language in NAMES and language != "en" else None)


@contextmanager
def speaking(language: str, slug: str) -> Iterator[None]:
    """The same for a while, where no run begins: on the short road."""
    before = _spoken.get()
    speak(language, slug)
    try:
        yield
    finally:
        _spoken.set(before)


def bound(make: Callable[[], T]) -> Callable[[], T]:
    """``make`` for later and elsewhere, in the language that is spoken here and now."""
    spoken = _spoken.get()

    def made() -> T:
        before = _spoken.get()
        _spoken.set(spoken)
        try:
            return make()
        finally:
            _spoken.set(before)

    return make if spoken is None else made


def spoken() -> str:
    """The language that is spoken."""
    return "en" if (known := _spoken.get()) is None else known.language


def translated(words: str) -> str:
    """A text of ours in the language that is spoken; what is a reader's own stays."""
    known = _spoken.get()
    return words if known is None or isinstance(words, Verbatim) else known.text(words)


def worded(words: str) -> str:
    """A text of ours in the language that is spoken, its numbers with their units; what is a reader's own stays."""
    return words if isinstance(words, Verbatim) else joined(translated(words))


def words_of(node: T, skipped: frozenset[str] = MACHINES) -> T:
    """What a picture or a control is told, with every text in it that a reader sees put into the language."""
    return node if _spoken.get() is None else _walked(node, lambda key: key not in skipped)


def figure(node: T) -> T:
    """A figure of Plotly's, with the texts in it that a reader sees put into the language."""
    return node if _spoken.get() is None else _in_figure(node)


def _walked(node: Any, is_read: Callable[[str], bool], key: str = "") -> Any:
    if isinstance(node, str):
        return worded(node)
    if isinstance(node, Mapping):
        return {name: _walked(each, is_read, name) if is_read(name) else each for name, each in node.items()}
    if isinstance(node, list | tuple):
        if key in PAIRS and all(isinstance(each, list | tuple) and each for each in node):
            return [[each[0], *(_walked(one, is_read) for one in each[1:])] if isinstance(each[0], str)
                    else _walked(each, is_read, key) for each in node]  # fmt: skip
        return [_walked(each, is_read) for each in node]
    return node


def _in_figure(node: Any) -> Any:
    """Only what stands under a key of PLOTLYS is read, also in the lists and titles below it."""
    if isinstance(node, Mapping):
        return {key: _walked(each, PLOTLYS.__contains__) if key in PLOTLYS else _in_figure(each)
                for key, each in node.items()}  # fmt: skip
    return [_in_figure(each) for each in node] if isinstance(node, list | tuple) else node


def theory(entry: Entry) -> str:
    """The theory of a page; in English where it is in no other language yet."""
    path = translated_theory(spoken(), entry.stem)
    return Verbatim((path if path.exists() else entry.theory).read_text(encoding="utf-8"))


def translated_theory(language: str, stem: str) -> Path:
    return FOLDER / language / "theory" / f"{stem}.md"


@cache
def keywords(language: str) -> dict[str, str]:
    """The words by which a reader of a language may look for a page, by its slug."""
    known: dict[str, str] = json.loads((FOLDER / language / "keywords.json").read_text(encoding="utf-8"))
    return known


@cache
def script_words(language: str) -> dict[str, str]:
    """What scripts write in a language, by the English words; and by “1 {} cases” how less than two are written."""
    known = {key: text for section in (HOUSE, *SECTIONS) for key, text in texts(language, section).items()}
    sources = (
        key for path in sorted((ROOT / "assets" / "js").rglob("*.js")) for key in words_in(path.read_text("utf-8"))
    )
    one = {f"1 {several}": text for several, text in singulars(known).items()}
    return {key: known[key] for key in sources if key in known} | one


def refusal(error: InputError, label: str) -> str:
    """What is wrong with a value, in the language that is spoken; ``label`` is what that calls the setting."""
    known = _spoken.get()
    if known is None:
        return error.at(label)
    rule, remedy = known.text(error.rule), known.text(error.remedy)
    if isinstance(error, Unheld):
        return Verbatim(known.filled("“{}” did not come with the link: {}. {}", label, rule, remedy).rstrip())
    if isinstance(error, MissingInput):
        return Verbatim(type(error)(error.field, error.value, rule, remedy).at(label))
    if isinstance(error, Unopened):
        return Verbatim(known.filled("{} cannot be opened: {}. {}", label, rule, remedy).rstrip())
    value = known.text(quoted(error.value))
    if isinstance(error.value, str):
        value = known.filled("“{=}”", quoted(error.value)[1:-1])
    return Verbatim(known.filled("{} = {=} cannot be used: {}. {}", label, value, rule, remedy).rstrip())
