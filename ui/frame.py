"""The frame of a page. A page script opens it and fills it in; order, links, errors and files are handled here."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, Protocol

import streamlit as st

from catalog import BY_SLUG
from core import fields
from core.errors import InputError, MissingInput, quoted
from core.explorer import Explorer, as_used, focused
from core.number_text import between_remarks
from core.numbers import quantity
from core.presets import standing
from figures.plot import Panel, Plot, Row, Sweep, Views
from ui import compare, extras, folds, languages, lessons, live_picture, paths, questions, road, symbols, takeaway
from ui import compute as computing
from ui import figure as figures
from ui.address import open_state, write_address
from ui.controls import VIEWS, Controls, Place, views_of
from ui.drawn import Drawn, drawn
from ui.glossary import explained
from ui.languages import worded
from ui.memory import Computed
from ui.state import File
from ui.words import say


class Pictures(Protocol):
    """The module of an explorer's figures, seen as an object; perhaps with ``downloads(result)``, its files to keep."""

    def views(self, result: Any, params: Any) -> Views:
        """Everything that is drawn of a result."""


class Page:
    """One run of one page. Places are laid out top to bottom when it opens, and filled in any order."""

    def __init__(self, slug: str, explorer: Explorer, pictures: Pictures) -> None:
        self.entry, self.explorer, self._pictures = BY_SLUG[slug], explorer, pictures
        self.state = open_state(slug, explorer)
        self.state.views = pictures.views
        road.enter(self.state)
        with _place("bench", slug):  # the style lays it out: the main picture in sight of every control
            with _place("head" if self.state.lesson is None else "head-taught", slug, gap="small"):
                lessons.bar(self.state)
                self._look_for = self.entry.sentence((*map(self.chosen, VIEWS), getattr(self.settings, "look", "")))
                look = explained(self._look_for, self.entry.section)
                st.html(f'<h1 class="gb-title">{worded(self.entry.title)}</h1><p class="gb-look">{look}</p>')
                takeaway.link_buttons(self.state)
                self._view = _place("view", slug)
                self._presets = _place("presets", slug)
                self._problems = _place("problems", slug, gap="small")
            self._main = _place("main", slug, gap="small")
            self._readout = _place("readout", slug)
            with _place("rail", slug):
                self._questions = _place("questions", slug)
                self._controls = st.container()
                self._question = st.container()
                self._remarks = st.container()
            self._rest = _place("rest", slug)
        with self._main:
            self._progress = _place("progress", slug)
        self._theory = _place("theory", slug)
        self._takeaway = _place("takeaway", slug, gap="small")
        self._path = _place("path", slug, gap="small")
        self._footer = _place("footer", slug)
        self.ask = Controls(self.state)
        self._errors: list[InputError] = []
        self._params: Any = None
        self._result: Any | None = None
        self._views: Views | None = None
        self._rows: list[str] = []  # the settings whose controls stand in sight
        self._unkept: list[str] = []  # what no live picture holds

    def run(
        self, *rows: Place, fold: Sequence[str] = (), question: Sequence[str] = (),
        more: Callable[[Any, Any], None] | None = None,
    ) -> None:  # fmt: skip
        """Draws the pictures and asks for the controls; the places on the screen do not depend on the order.

        The switch of views stands in the head. ``rows``, a reader's data first, and those of a ``fold`` after its label
        stand above the ``question``, what a reader asks of the result. The pictures leave for the browser first, before
        some fifty other messages, unless they are of a file: it and its columns are known only once asked for.
        ``more(result, params)`` draws what no figure can; without it the remarks of the result are said.
        """
        names = [name for row in rows if not callable(row) for name in ([row] if isinstance(row, str) else row)]
        self._rows = [*views_of(self.settings), *names]

        def ask() -> None:
            with self._controls:
                self.ask.rows(rows, fold)
            with self._question:
                self.ask(*question)

        if fields.brings(self.settings) is not None:
            ask()
            self._draw(more)
        else:
            self._draw(more)
            self.ask.wrong = {error.field for error in self._errors} | self.state.refused.keys()
            ask()
        with self._questions:
            questions.ask(self.ask, self._result, self._params)
        for error in (*self._errors, *self.state.refused.values()):
            is_folded = self.ask.complain(error)
            if not is_folded or error.field in fold[1:]:  # a closed fold would hide it
                with self._problems:
                    missing = isinstance(error, MissingInput)
                    say("notice" if missing else "error", self.ask.sentence(error), folded=is_folded)
        with self._problems:  # at the end: now the controls have said what they call each field
            for error in self.state.problems:
                say("notice", self.ask.sentence(error))
        self._close()
        if self.state.touched:  # while the page ran: a move that no callback took in
            st.rerun()

    def _draw(self, more: Callable[[Any, Any], None] | None) -> None:
        with self._view:
            self.ask(*views_of(self.settings))
        params = self._checked_params()
        if self.state.lesson is None:  # a teacher has chosen what students may set
            with self._presets:
                self.ask.presets(self.explorer.PRESETS, *standing(self.explorer, params))
        if (computed := self._compute(params)) is not None:
            result = self._result = focused(self.explorer, computed.result, params)
            self._prepare_pinned()
            self._show(drawn(self.state, computed, result, params))
        elif (last := computing.last(self.state)) is not None:
            computed, params = last
            result = focused(self.explorer, computed.result, params)
            self._show(drawn(self.state, computed, result, params), clamp=False)
            if not computing.previewed(self.state):
                return  # an earlier sound is not kept: its file may go before the browser has asked for it
        else:
            return
        self.remark(*between_remarks(params), *(() if more else getattr(result, "remarks", ())))
        if more:
            more(result, params)

    @property
    def file(self) -> File | None:
        """The file that the pictures are of."""
        return self.ask.brought

    @property
    def settings(self) -> Any:
        """Params that hold what is set, whether it can be used or not."""
        return fields.unchecked(self.explorer.Params, self.state.values)

    def chosen(self, name: str) -> Any:
        """The value of a control, also before it is drawn; ``None`` where the page has no such control."""
        return self.state.values.get(name)

    def _checked_params(self) -> Any:
        """Validated Params. What cannot be used is said at its control; the last usable value or the default stands."""
        values = dict(self.state.values)
        while True:
            try:
                return as_used(self.explorer.Params(**values))
            except InputError as error:
                self._errors.append(error.kept())
                usable = self.state.drawn.params if self.state.drawn is not None else self.explorer.Params()
                if values.get(error.field) == getattr(usable, error.field, None):
                    return as_used(usable)  # what stood there last does not fit what else is set
                values[error.field] = getattr(usable, error.field, None)

    def _compute(self, params: Any) -> Computed | None:
        """The result, or ``None`` when there is nothing new to draw yet; the page has said why."""
        try:
            if self.ask.unreadable is not None:
                raise self.ask.unreadable
            computed = None if self.ask.reading else computing.compute(self.state, params, self.file)
        except InputError as error:
            self._errors.append(self._named(error.kept()))
            self._say_that_nothing_is_new()
            computed = None
        else:
            if computed is None:
                with self._progress:
                    computing.watch(self.state)
        self.state.file = self.file
        if not self.ask.reading:  # until then a column that was not chosen is none, and no state to compare with
            self.state.answer_pinning(params)
        write_address(self.state, params)
        self._params = params
        if computed is not None:
            with self._footer:
                st.caption(worded(f"Computed in {quantity(computed.seconds, 's', 2)} on {computed.where}."))
        return computed

    def _prepare_pinned(self) -> None:
        problem, one = compare.prepare(self.state), self.state.pinned
        self.notice(problem)
        if one is not None and one.job is not None:
            one.address = self.state.address
            with self._progress:
                computing.watch(one)

    def _say_that_nothing_is_new(self) -> None:
        """What was drawn last stays, and is dimmed by the style as long as this stands above it."""
        with self._main:
            if computing.last(self.state) is None:
                say("notice", "There is nothing to draw yet. A note at a control says what to do.")
            else:
                st.html('<span class="gb-computing"></span>')
                say("notice", "These pictures are still of what stood here last. A note at a control says what to do.")

    def _named(self, error: InputError) -> InputError:
        """What is wrong with a file is told with its name, which the mathematics does not know."""
        if error.field != "file" or self.file is None or isinstance(error, MissingInput):
            return error
        return InputError("file", self.file.name, error.rule, error.remedy)

    def _show(self, its: Drawn, *, clamp: bool = True) -> None:
        """Draws; pictures of an earlier result, which stay until there is a new one, have no say in where axes end."""
        views = self._views = its.views
        for view in views.all():
            if clamp and isinstance(view, Plot) and view.sweep is not None and view.sweep.field:
                self._clamp(view.sweep)
        main, readout = (views.main, views.axis), (views.compared, views.readout)
        for place, pictures in (self._main, main), (self._readout, readout), (self._rest, (*views.opened, *views.more)):
            with place:
                for one in pictures:
                    if one is not None:
                        self._draw_view(one, its)

    def _draw_view(self, view: Plot | Panel | Row, its: Drawn) -> None:
        if isinstance(view, Row):
            for column, each in zip(st.columns(len(view.views)), view.views, strict=True):
                with column:
                    self._draw_view(each, its)
        else:
            figures.draw(view, its.packed(view), self.state)

    def _clamp(self, sweep: Sweep) -> None:
        """The sweep has no place so far out: told to who has just asked, not where the axis became shorter."""
        name = sweep.field
        wanted = self.state.values[name]
        at = self.state.values[name] = min(max(wanted, sweep.smallest), sweep.largest)
        if at != wanted and name in self.state.named:
            label, base = self.ask.called(name), fields.base(self.explorer.Params, name)
            outside, end = (quoted(value + base) for value in (wanted, at))
            beyond = f"{label} = {outside} lies beyond the axis; showing {end}, the largest on it."
            before = f"{label} = {outside} lies before the axis; showing {end}, the smallest on it."
            with self._problems:
                say("notice", beyond if wanted > at else before)

    def remark(self, *sentences: str) -> None:
        """Says under the controls what was read, or what was done with it."""
        for sentence in filter(None, sentences):
            with self._remarks:
                say("remark", sentence)

    def notice(self, sentence: str) -> None:
        """Says above the pictures that they are not of what was asked for."""
        if sentence:
            with self._problems:
                say("notice", sentence)

    def brush(self, linked: extras.Linked) -> None:
        """Observations with a linked selection, after the other pictures; it lives in the browser alone."""
        if linked.fits:
            self._unkept.append("the observations to brush")
            with self._rest:
                extras.brush(linked, self.state.slug)

    def play(self, sounds: Mapping[str, bytes]) -> None:
        """Sounds to hear (WAV), side by side under the controls."""
        if sounds:
            self._unkept.append("the sounds")
            with self._rest:
                extras.play(sounds)

    def _close(self) -> None:
        """Theory and take-away: the same on every page."""
        params, result = self._params, self._result
        with self._theory:
            self._show_theory()
        with self._takeaway:
            files = takeaway.downloads(self._pictures, self.state.slug, result)
            parts = self.state, self._pictures, result, params, self._look_for, self._unkept
            takeaway.offer(self.state, params, self.file, live_picture.added(files, *parts), self._rows)
        with self._path:
            paths.show_neighbours(self.state.slug)

    def _show_theory(self) -> None:
        # Its formulas take a browser as long as the first picture, which would wait.
        place = folds.opened(self.state.slug, "theory", worded("The theory"), "menu_book")
        if place is None:
            return
        theory = explained(languages.theory(self.entry), self.entry.section)
        there = symbols.targets(self.state.slug, self.settings, self.ask.places, self._views)
        place.markdown(symbols.touchable(theory, there), unsafe_allow_html=True)


def _place(name: str, slug: str, gap: Literal["small", "medium"] = "medium") -> Any:
    """A place on the page that the style finds by its name."""
    return st.container(key=f"gb-{name}-{slug}", gap=gap)
