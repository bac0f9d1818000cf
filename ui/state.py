"""What a reader has set on one page; ``ui.address`` ties it to the address."""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, field
from typing import Any

from core import fields, lessons, link, questions
from core.errors import InputError, MissingInput, Unheld
from core.explorer import Explorer, as_used
from core.lessons import Lesson, Scenario
from figures.plot import Views
from ui import component

MOST_UNPINNED = 8  # a file of each may be held
MAX_TIME = 2**53  # milliseconds: whole numbers of a browser end here


@dataclass
class File:
    """A file that a reader brought."""

    name: str
    data: bytes
    digest: str
    columns: dict[Any, Any] = field(default_factory=dict)  # of a table, by what read them: names, or why there are none
    answers: dict[fields.Question, bool] = field(default_factory=dict)

    def answer(self, question: fields.Question) -> bool:
        """The answer of the bytes, which are asked once: to look through 20 MB takes as long as a picture."""
        if question not in self.answers:
            self.answers[question] = question(self.data)
        return self.answers[question]


def _no_views(result: Any, params: Any) -> Views:
    raise LookupError("no page has opened this state")


@dataclass
class State:
    """The values of one page in one session."""

    slug: str
    explorer: Explorer
    values: dict[str, Any] = field(default_factory=dict)
    files: dict[str, File] = field(default_factory=dict)
    problems: tuple[InputError, ...] = ()
    address: dict[str, str] | None = None
    touched: bool = False
    named: frozenset[str] = frozenset()  # the settings that a link or a hand named last
    new: bool = False  # this is the session's first run of the page
    resumed: bool = False  # the browser had the page from an earlier session: the server was away, or the reader was
    opened: int = 0  # how many session files
    left_out: tuple[str, ...] = ()
    arrived: str = ""  # the address, by its name, with which the session came to the page
    lacking: dict[str, str] = field(default_factory=dict)  # what the link names and does not hold, by their marks
    beyond: dict[str, dict[str, str]] = field(default_factory=dict)  # what was too long for an address, by its name
    job: Any = None
    drawn: Any = None  # which result the page drew last (ui.compute.LastDrawn)
    file: File | None = None  # the one that the pictures are of
    views: Callable[[Any, Any], Views] = field(default=_no_views)
    road: str = ""  # the page's name on the short road
    asking: asyncio.Lock = field(default_factory=asyncio.Lock, repr=False)  # held by the question under way there
    question: object = None  # the newest one there
    budget: Any = None  # of the session there (ui.guards.allowance.Allowance)
    last_message: int = 0  # when, by the browser's clock, a hand last told us something
    chosen: dict[str, Any] = field(default_factory=dict)  # by the page, in place of what there is not
    refused: dict[str, InputError] = field(default_factory=dict)  # what stands in a control and is no value
    pinned: "State | None" = None  # A, which a reader compares with: its values, its file and its own computation
    unpinned: tuple["State", ...] = ()  # what was pinned before, the last first
    pinning: str = ""  # "pin" or "unpin", as a hand has just asked
    still: Any = None  # of a pinned state, what stays of its pictures (figures.pinned.Still)
    guesses: dict[str, str] = field(default_factory=dict)  # by the name of the question
    lesson: Lesson | None = None  # that the page is part of
    packed: str = ""  # the lesson, as its link holds it
    place: int = 0  # of the page there
    room: str = ""  # in which the reader's class answers a question, as the link says
    language: str = "en"  # that the page speaks
    answers: dict[str, Any] = field(default_factory=dict)  # to those that the page has shown
    beside: bool = False  # this is a pinned state: what a page shows is not of it

    def key(self, name: str) -> str:
        """Of a widget for files: no two pages share one. One that named a file of an earlier session, or of before a
        session file was opened, is not kept.
        """
        return f"{self.slug}{'.again' if self.resumed else ''}{f'.{self.opened}' if self.opened else ''}.{name}"

    def touch(self) -> None:
        """A reader has moved on: what was wrong with the link no longer concerns them."""
        self.touched, self.problems, self.named = True, (), frozenset()

    def say(self, problem: InputError) -> None:
        """Has the page say what could not be used, until the reader moves on."""
        if str(problem) not in map(str, self.problems):
            self.problems = (*self.problems, problem.kept())

    def as_lacking(self, error: InputError) -> InputError:
        """The same of a text that the link names and does not hold, which is said once: where it is missed."""
        if error.field not in self.lacking or not isinstance(error, MissingInput):
            return error
        error = Unheld.by_link(error.field)
        self.problems = tuple(one for one in self.problems if str(one) != str(error))
        return error

    def refuse(self, name: str, error: InputError) -> None:
        """A hand has moved that control to what is no value: it stays in sight, with what is wrong."""
        self.touch()
        self.refused[name] = error.kept()

    def set(self, **values: Any) -> None:
        """Sets values from a callback (a control, a preset, the scrub, a session file), before the run that follows."""
        if self.pinning:  # a hand asked for it before: A is what stood then
            with suppress(InputError):
                self.answer_pinning(self.params())
        self.touch()
        # A preset and a session file name all settings: nobody asks for what stands at its default.
        self.named = frozenset(name for name, value in values.items() if value != self.default(name))
        self.lacking = {name: mark for name, mark in self.lacking.items() if name not in values}
        self.chosen = {name: value for name, value in self.chosen.items() if name not in values}
        for name, value in tuple(values.items()):
            values = {**fields.begun(self.explorer.Params, name, value), **values}
        self.put(**values)
        start = fields.starts(self.explorer.Params).get(values.get("source"))
        if start is not None and not self.values[values["source"]]:
            self.put(**{values["source"]: start()})

    def begin(self, values: Mapping[str, object]) -> None:
        """Sets values from a callback, and all others to their defaults: a preset, a question."""
        self.set(**{**{name: self.default(name) for name in self.values}, **values})

    def put(self, **values: Any) -> None:
        """Sets values while the page runs, before their controls. No hand has moved, so an address may still win."""
        self.values.update(values)
        self.refused = {name: error for name, error in self.refused.items() if name not in values}

    def message(self, key: str, what: str) -> Any:
        """The value in what a component of ours has just told; it comes with the time, by the browser's clock.

        A hand may be quicker than the run that takes the component away: what it set is not lost either.
        """
        message: Any = component.messages(key).get(what)
        if not _is_message(message):
            return None
        self.last_message = max(self.last_message, message["sent"])
        return message.get("value")

    @property
    def received(self) -> dict[str, Any]:
        """What a script compares with when its own hand last moved: of which page, and until when we have received."""
        return {"page": self.road, "received": self.last_message}

    def resume(self, messages: Mapping[str, Any], hears: Mapping[str, Callable[[], None]]) -> None:
        """Does what a component tells of a page that stood in the browser before this session began.

        Streamlit calls back only for what an earlier run of the same session drew. The frame runs the page again.
        """
        for what, change in hears.items():
            if self.new and _is_message(messages.get(what)):
                self.resumed = True
                change()

    def pin(self, params: Any, file: File | None = None) -> None:
        """Pins settings, with the file that they are of; ``None`` unpins."""
        values = None if params is None else asdict(params)
        if self.pinned is None or file is not None or self.pinned.values != values:
            self._put_away(self.pinned)
            self.pinned = None if values is None else State(self.slug, self.explorer, values, file=file, beside=True)

    def pin_as_linked(self, params: Any) -> None:
        """Pins what an address says. It carries no file, but the Back button brings what had one here."""
        self.pin(params)
        if self.pinned and self.pinned.file is None:
            same = (one for one in self.unpinned if one.values == self.pinned.values)
            self.pinned = next(same, self.pinned)

    def _put_away(self, *pinned: "State | None") -> None:
        others = (one for one in self.unpinned if all(one is not each for each in pinned))
        self.unpinned = (*filter(None, pinned), *others)[:MOST_UNPINNED]

    def go_on(self, earlier: "State") -> None:
        """Goes on with what no address carries of the page as it stood in the same tab in an earlier session."""
        self.files = earlier.files | self.files
        self.beyond = earlier.beyond | self.beyond
        self._put_away(earlier.pinned, *earlier.unpinned)

    def answer_pinning(self, params: Any) -> None:
        """Does what a hand has asked, with the settings and the file that the page shows now."""
        if self.pinning:
            self.pin(as_used(params) if self.pinning == "pin" else None, self.file)
            self.pinning = ""

    def take_guesses(self, text: str) -> tuple[InputError, ...]:
        """Takes the guesses of an address; returns what of it cannot be used. Goals that were met stay met."""
        had, (self.guesses, problems) = self.guesses, questions.read(self.explorer.QUESTIONS, text)
        for name in had:
            if had[name] != self.guesses.get(name):
                self.answers.pop(name, None)
        return problems

    def take_lesson(self, address: Mapping[str, str]) -> tuple[InputError, ...]:
        """Takes the lesson of an address, and the place in it; returns why there is none."""
        self.lesson = None
        if link.LESSON not in address:
            return ()
        try:
            lesson, place = lessons.placed(address)
            scenario = lesson.scenarios[place]
            if scenario.has_page and scenario.slug != self.slug:
                rule = f"this part of the lesson is on the page /{scenario.slug}"
                raise InputError("scenario", str(place + 1), rule, "Open it from the link of the lesson.")
        except InputError as error:
            return (error.kept(),)
        self.lesson, self.packed, self.place = lesson, address[link.LESSON], place
        return scenario.problems

    @property
    def scenario(self) -> Scenario | None:
        """What a lesson says of the page, as far as the page has it; nothing of one that there is not."""
        begun = self.lesson and self.lesson.scenarios[self.place].usable
        return begun if begun and begun.has_page else None

    @property
    def hidden(self) -> tuple[str, ...]:
        """Controls that a lesson keeps out of sight."""
        return self.scenario.hidden if self.scenario else ()

    @property
    def locked(self) -> tuple[str, ...]:
        """Controls that a lesson keeps as they are."""
        return self.scenario.locked if self.scenario else ()

    def params(self) -> Any:
        """The values as validated Params; ``InputError`` names the field at fault."""
        return self.explorer.Params(**self.values)

    def default(self, name: str) -> Any:
        return self.explorer.Params.__dataclass_fields__[name].default


def _is_message(value: Any) -> bool:
    """Whether it is what our components tell: a value, and when by the browser's clock."""
    return isinstance(value, Mapping) and type(value.get("sent")) is int and 0 < value["sent"] < MAX_TIME
