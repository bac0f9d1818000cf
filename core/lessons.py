"""A lesson: scenarios in an order, each a page with its settings, a sentence, and what of it a student may touch.

A lesson is data of a stranger's: it is held against the same rules as a link, and its words are text.
"""

import contextlib
import html
import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any
from urllib.parse import parse_qsl

from core import fields, link, moved_parts, value_text
from core.errors import InputError, Unopened
from core.explorer import find, slugs
from core.text import visible

MOST_SCENARIOS = 12
LONGEST_NAME, LONGEST_TEXT, LONGEST_QUERY = 80, 1_000, 4_000  # characters
LONGEST_LESSON = 60_000  # characters of its JSON
LONGEST_LINK = 4_000  # characters of a lesson in a link, beside the settings of a page


@dataclass(frozen=True)
class Scenario:
    """A page by its ``slug``, its settings as a ``query``, and what stands above it. ``hidden`` and ``locked`` are
    fields whose controls are out of sight, or cannot be moved; ``question`` is the one that is open, or "". A setting
    that cannot be used is the page's to tell of, as of any link, and a page, a control or a question that there is not
    is told by ``problems``: they keep nobody from the rest of the lesson, which outlives what it names.
    """

    slug: str
    name: str
    text: str = ""
    query: str = ""
    hidden: tuple[str, ...] = ()
    locked: tuple[str, ...] = ()
    question: str = ""

    def __post_init__(self) -> None:
        for what, longest in (("name", LONGEST_NAME), ("text", LONGEST_TEXT)):
            _check_text(what, getattr(self, what), longest)
        if not isinstance(self.query, str) or len(self.query) > LONGEST_QUERY:
            rule = f"its settings must take at most {LONGEST_QUERY:,} characters of a link"
            raise InputError("lesson", self.name, rule)
        for what, rule in (("slug", "there is no such page"), ("question", "there is no such question")):
            if not isinstance(named := getattr(self, what), str) or len(named) > LONGEST_NAME:
                raise InputError("lesson", named, rule)

    @property
    def has_page(self) -> bool:
        return self.slug in slugs()

    @cached_property
    def usable(self) -> "Scenario":
        """Itself without the controls and the question that its page does not have."""
        if not self.has_page:
            return self
        known, questions = fields.declared(find(self.slug).Params), {one.name for one in find(self.slug).QUESTIONS}
        hidden, locked = (tuple(name for name in names if name in known) for names in (self.hidden, self.locked))
        return replace(self, hidden=hidden, locked=locked, question=self.question if self.question in questions else "")

    @property
    def problems(self) -> tuple[InputError, ...]:
        """What it names that there is not: one for all controls together."""
        if not self.has_page:
            return (InputError("scenario", self.slug, "there is no such page"),)
        there, problems = self.usable, []
        known = {*there.hidden, *there.locked}
        if unknown := ", ".join(dict.fromkeys(name for name in (*self.hidden, *self.locked) if name not in known)):
            problems.append(InputError("scenario", unknown, f"/{self.slug} has no such control"))
        if self.question != there.question:
            problems.append(InputError("scenario", self.question, f"/{self.slug} has no such question"))
        return tuple(problems)

    @property
    def settings(self) -> dict[str, str]:
        """The query, less what is no setting of the page."""
        query = dict(parse_qsl(self.query, keep_blank_values=True, errors="surrogatepass"))
        return {name: value for name, value in query.items() if name not in link.BESIDE}


@dataclass(frozen=True)
class Lesson:
    """A ``title`` and scenarios in their order."""

    title: str
    scenarios: tuple[Scenario, ...]

    def __post_init__(self) -> None:
        _check_text("title", self.title, LONGEST_NAME)
        if not 1 <= len(self.scenarios) <= MOST_SCENARIOS:
            raise InputError("lesson", len(self.scenarios), f"it must have from 1 to {MOST_SCENARIOS} scenarios")

    def nearest(self, places: Iterable[int]) -> int | None:
        """The first of those places whose scenario has a page."""
        return next((place for place in places if self.scenarios[place].has_page), None)


def write(lesson: Lesson) -> str:
    """A lesson as a file: JSON."""
    document = {"glassbox-lesson": 1, "title": lesson.title, "scenarios": [_sparse(one) for one in lesson.scenarios]}
    return json.dumps(document, ensure_ascii=True, separators=(",", ":"))


def read(text: str) -> Lesson:
    """The lesson of a file.

    Raises:
        InputError: it is none, or some part of it cannot be used.
    """
    damaged = Unopened("lesson", "this", "it must be a lesson of Glassbox, whole", "Make its link or its file again.")
    if len(text) > LONGEST_LESSON:
        raise Unopened("lesson", "this", f"it must have at most {LONGEST_LESSON:,} characters", "Shorten it.")
    try:
        document = json.loads(text)
        if document["glassbox-lesson"] != 1 or not isinstance(document["scenarios"], list):
            raise damaged
        return Lesson(document["title"], tuple(_scenario(one) for one in document["scenarios"][: MOST_SCENARIOS + 1]))
    except InputError:
        raise
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise damaged from error


def pack(lesson: Lesson) -> str:
    """A lesson as it stands in a link.

    Raises:
        InputError: it is too long for one.
    """
    packed = value_text.write(write(lesson), str)
    if len(packed) > LONGEST_LINK:
        rule = f"it must take at most {LONGEST_LINK:,} characters of a link, and takes {len(packed):,}"
        raise InputError("lesson", lesson.title, rule, "Keep it as a file.")
    return packed


def unpack(text: str) -> Lesson:
    """The lesson in a link. Raises ``InputError`` as ``read`` does."""
    if len(text) > LONGEST_LINK:
        rule = f"it must have at most {LONGEST_LINK:,} characters in a link"
        raise Unopened("lesson", "this", rule, "Ask for the lesson as a file.")
    try:
        return read(value_text.read(text, str, LONGEST_LESSON))
    except ValueError as error:
        if isinstance(error, InputError):
            raise
        raise Unopened("lesson", "this", str(error), "Ask for its link again.") from error


def placed(address: Mapping[str, str]) -> tuple[Lesson, int]:
    """The lesson that an address holds, and the place in it, counted from 0.

    Raises:
        InputError: it cannot be opened, or has no such place.
    """
    place = address.get(link.BEGIN, address.get(link.SCENARIO, "1"))
    lesson = unpack(address[link.LESSON])
    if not re.fullmatch("[0-9]{1,2}", place) or not 1 <= int(place) <= len(lesson.scenarios):
        raise InputError("scenario", place, f"it must be from 1 to {len(lesson.scenarios)}")
    return lesson, int(place) - 1


def led(slug: str, address: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """``moved_parts.led`` of an address, which may hold a lesson: that says which page its part is on.

    An address that names no page, or none that there is, has no ``slug``.
    """
    to = ""
    if link.LESSON in address and (not slug or moved_parts.of(slug)):
        with contextlib.suppress(InputError):  # the page will say so
            lesson, place = placed(address)
            to = lesson.scenarios[place].slug
            if not slug:
                return _beside(lesson, place, address)
    return moved_parts.led(slug, address, to)


def _beside(lesson: Lesson, place: int, address: Mapping[str, str]) -> tuple[str, dict[str, str]]:
    """Where a scenario begins whose page is not there, or is not the one that was asked for: on its own page, or on
    the nearest that there is, which says what is gone.
    """
    near = lesson.nearest([*range(place, len(lesson.scenarios)), *reversed(range(place))])
    if near is None:
        return "", dict(address)
    kept = {name: address[name] for name in (link.LESSON, link.LANGUAGE, "embed") if name in address}
    return lesson.scenarios[near].slug, {**kept, link.BEGIN: str(place + 1)}


def safe_html(text: str) -> str:
    """The safe part of Markdown as HTML: paragraphs, lists, *emphasis*, **strong**, `code`; all else is text.

    >>> safe_html("Two parts:\\n- one\\n- two")
    '<p>Two parts:</p><ul><li>one</li><li>two</li></ul>'
    """
    blocks: list[list[str]] = [[]]
    for line in map(str.strip, text.splitlines()):
        if not line or (blocks[-1] and line.startswith("- ") != blocks[-1][-1].startswith("- ")):
            blocks.append([])
        if line:
            blocks[-1].append(visible(line))
    return "".join(map(_block, filter(None, blocks)))


def _block(lines: list[str]) -> str:
    if all(line.startswith("- ") for line in lines):
        return "<ul>" + "".join(f"<li>{_inline(line[2:])}</li>" for line in lines) + "</ul>"
    return f"<p>{_inline(' '.join(lines))}</p>"


def _inline(text: str) -> str:
    """Marks within a line. Codes go first: nothing within one is marked."""
    parts = re.split(r"`([^`]*)`", text)
    return "".join(f"<code>{html.escape(part)}</code>" if place % 2 else _emphasised(html.escape(part))
                   for place, part in enumerate(parts))  # fmt: skip


def _emphasised(text: str) -> str:
    text = re.sub(r"\*\*([^*]+)\*\*", r"<strong>\1</strong>", text)
    return re.sub(r"\*([^*]+)\*", r"<em>\1</em>", text)


def _check_text(what: str, text: object, longest: int) -> None:
    if not isinstance(text, str) or len(text) > longest:
        raise InputError("lesson", what, f"its {what} must be text of at most {longest:,} characters")
    if what in ("name", "title") and not text.strip():
        raise InputError("lesson", what, f"it must have a {what}")


def _scenario(entry: Any) -> Scenario:
    given: dict[str, Any] = {name: tuple(value) if isinstance(value, list) else value for name, value in entry.items()}
    for name in ("hidden", "locked"):
        named = given.get(name, ())
        if not isinstance(named, tuple) or not all(isinstance(each, str) for each in named):
            raise InputError("lesson", name, "it must be a list of controls")
    return Scenario(**_led(given))


def _led(given: dict[str, Any]) -> dict[str, Any]:
    """A scenario on the page that has its settings now, or asks its question."""
    slug, query, question = (given.get(name, "") for name in ("slug", "query", "question"))
    if not isinstance(query, str) or (one := moved_parts.of(slug)) is None:
        return given
    settings = dict(parse_qsl(query, keep_blank_values=True, errors="surrogatepass"))
    slug, settings = moved_parts.led(slug, settings, moved_parts.asks(one, question))
    controls = {name: moved_parts.kept(one, slug, given.get(name, ())) for name in ("hidden", "locked")}
    return {**given, "slug": slug, "query": link.query_string(settings), **controls}


def _sparse(scenario: Scenario) -> dict[str, Any]:
    return {name: value for name, value in asdict(scenario).items() if value or name in ("slug", "name")}
