"""The controls of a page, each tied to a field of Params, with its own place for what is wrong.

All but files are ours (``assets/js/control.js``): they take the short road (``ui/road.py``), so the picture follows the
hand. And they say when they were touched: a widget of Streamlit's repeats its value with every request, and one that
left the browser before the page's last word came there would undo it.
"""

import contextlib
import hashlib
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Literal

import streamlit as st

from catalog import BY_SLUG
from core import fields, link
from core.errors import InputError, MissingInput
from core.explorer import Preset
from core.text import Verbatim, visible
from ui import glossary, languages, payload, reading
from ui.component import Component
from ui.languages import worded
from ui.state import File, State
from ui.words import say

_control = Component("control", "control.js")

Place = str | Sequence[str] | Callable[[], None]  # a setting, several side by side, or what draws something else

# What a reader calls what is no field of Params.
OTHERS = {link.PINNED: "The pinned state", "file": "File", "guess": "A guess", "lesson": "The lesson",
          "scenario": "Part of the lesson", "session": "The session file"}  # fmt: skip
VIEWS = ("part", "show", "view")  # what a page calls the setting that chooses among its views


def views_of(settings: Any) -> list[str]:
    """The setting that chooses among the page's views, in a list; an empty one where there is one view."""
    return [name for name in VIEWS if name in fields.declared(type(settings))]


class Controls:
    """Asks a reader for the fields of ``state``, as they are declared: ``ask("n", "seed")``."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.places: dict[str, Any] = {}  # below each control, for what is wrong with it; None where nothing can be
        self.wrong: Collection[str] | None = None  # the settings that something is wrong with, once all are known
        self.brought: File | None = None  # the file that the chosen source reads
        self.unreadable: InputError | None = None  # why it is none of the kind that was asked for
        self.reading = False  # a worker is at its columns

    def __call__(self, *names: str) -> None:
        """Draws the controls of those settings that count for what else is set, side by side where they are several."""
        settings = fields.unchecked(self.state.explorer.Params, self.state.values)
        used = [name for name in names if self._counts(name, settings)]
        with self.row() if len(used) > 1 else contextlib.nullcontext():
            for name in used:
                self._draw(name, fields.declared(type(settings))[name], settings)

    def rows(self, rows: Sequence[Place], fold: Sequence[str] = ()) -> None:
        """Draws row by row; below, after its label, the ``fold`` for what rarely matters, where any of it counts."""
        for row in rows:
            if callable(row):
                row()
            else:
                self(*([row] if isinstance(row, str) else row))
        settings = fields.unchecked(self.state.explorer.Params, self.state.values)
        if any(self._counts(name, settings) for name in fold[1:]):
            with st.expander(worded(fold[0]), icon=":material/tune:"):
                self(*fold[1:])

    def _counts(self, name: str, settings: Any) -> bool:
        """Whether it counts for what else is set, and no lesson keeps it out of sight."""
        answer = self.brought.answer if self.brought else None
        return fields.is_used(settings, name, answer) and name not in self.state.hidden

    def _draw(self, name: str, declared: fields.Declared, settings: Any) -> None:
        label, help = fields.resolved(declared.label, settings), fields.resolved(declared.help, settings)
        unit = f" ({worded(declared.unit)})" if declared.unit else ""
        label = Verbatim(worded(label) + unit)
        match declared:
            case fields.Number(whole=whole):
                low, high = fields.resolved(declared.low, settings), fields.resolved(declared.high, settings)
                details: dict[str, Any] = {"low": low, "high": high, "whole": whole, "unit": worded(declared.unit)}
                details |= {"drag": declared.drag, "log": declared.log, "base": declared.base}
                self._ask(name, "number", label, help, details, width=170 if whole else 190)
            case fields.Choice():
                self._draw_choice(name, label, help, declared, settings)
            case fields.Switch():
                self._ask(name, "switch", label, help, {})
            case fields.Text(height=height):
                details = {"placeholder": declared.placeholder, "height": height, "base": declared.base}
                self._ask(name, "text" if height else "line", label, help, details, width="stretch")
            case fields.Column():
                self._draw_column(name, label, help, declared)

    def _draw_choice(self, name: str, label: str, help: str, declared: fields.Choice, settings: Any) -> None:
        """A list, or all in sight; under it the file that is asked for where the choice is to bring one."""
        options = fields.resolved(declared.options, settings)
        if self.state.values[name] not in options:
            if self.state.values[name] in fields.literals(type(settings)).get(name, ()):
                self.state.put(**{name: next(iter(options))})  # another part has it
            else:
                self._replace(name, options)
        listed = {"options": [[value, visible(worded(word))] for value, word in options.items()]}
        if declared.folded:
            self._ask(name, "pick", label, help, listed, width=260)
        else:
            self._ask(name, "choice", label, help, {**listed, "rearranges": declared.rearranges})
        if declared.file and self.state.values[name] == "file":
            self.brought = self._file("file", declared.file)
        if declared.recording and self.state.values[name] == "microphone":
            self.brought = self._recording("file", declared.recording)

    def _draw_column(self, name: str, label: str, help: str, declared: fields.Column) -> None:
        if self.brought is None:
            self._hold_place(name, label, help, declared)
            return
        besides = self.state.values.get(declared.besides)
        known = {column: visible(column) for column in self._columns(declared.columns) if column != besides}
        listed = {"options": [*known.items()]}
        if known and declared.several:
            self._leave_out(name, known)
            self._ask(name, "several", label, help, listed, width="stretch")
        elif known:
            if self.state.values[name] not in known:
                self._replace(name, known)
            self._ask(name, "pick", label, help, listed, width=260)
        elif self.reading or self.unreadable:
            self._hold_place(name, label, help, declared)
        else:  # a file without columns: what was chosen is of a table that was here before
            self.state.put(**{name: self.state.default(name)})

    def _hold_place(self, name: str, label: str, help: str, declared: fields.Column) -> None:
        """Takes the place of the columns beside another until they are known, so that nothing below jumps then.

        They are shown as a list without any. In the place of that other column the sentence at the file stands.
        """
        if declared.several and declared.besides:
            self._ask(name, "several", label, help, {"options": []}, width="stretch")
        else:
            st.empty()

    def _leave_out(self, name: str, options: Mapping[str, str]) -> None:
        """Keeps what there is of the chosen ones, and says what is left out."""
        chosen = self.state.values[name]
        self.state.put(**{name: tuple(each for each in chosen if each in options)})
        for each in chosen:
            if each not in options:
                self.state.say(InputError(name, each, "there is no such choice here", "It is left out."))

    def _columns(self, columns: fields.Columns) -> tuple[str, ...]:
        """The columns of the reader's file, read once for each file; none where it is no table, which is said, or while
        it is being read.
        """
        assert self.brought is not None
        try:
            found = None if self.reading or self.unreadable else reading.columns(self.state, self.brought, columns)
        except InputError as error:
            self.unreadable, found = error.kept(), ()
        self.reading = self.reading or (found is None and self.unreadable is None)
        return found or ()

    def _ask(
        self,
        name: str,
        kind: str,
        label: str,
        help: str,
        details: Mapping[str, Any],
        width: int | Literal["content", "stretch"] = "content",
    ) -> None:
        """A control of ours. What is typed and cannot be used stays in sight, with what is wrong below it."""
        key, params_type = f"{self.state.slug}-{name}", self.state.explorer.Params
        refused = self.state.refused.get(name)
        text = str(refused.value) if refused else link.write_by_hand(params_type, name, self.state.values[name])
        pieces = glossary.pieces(help, BY_SLUG[self.state.slug].section)
        header = {"kind": kind, "label": label, "field": name, "value": text, "help": pieces, **details}
        header["locked"] = name in self.state.locked
        header["default"] = link.write_by_hand(params_type, name, self.state.default(name))

        offered = dict(details.get("options", ())) if kind == "choice" else {}

        def answered() -> None:
            text = self.state.message(key, "value")
            if not isinstance(text, str) or (offered and text not in offered) or name in self.state.locked:
                return  # nothing that a control of ours tells
            try:
                self.state.set(**{name: link.read_by_hand(params_type, name, text)})
            except InputError as error:
                self.state.refuse(name, error)

        self.mount(key, header, answered, width)
        self.places[name] = st.empty() if self.wrong is None or name in self.wrong else None

    def mount(
        self, key: str, header: dict[str, Any], answered: Callable[[], None], width: int | Literal["content", "stretch"]
    ) -> None:
        """Draws a control, which calls ``answered`` when a hand has moved it."""
        data = payload.pack(languages.words_of(header), {}, self.state.received)
        hears = {"value": answered}
        self.state.resume(_control(key, data, hears, width), hears)

    def presets(self, presets: Sequence[Preset], standing: Preset | None, elsewhere: bool = False) -> None:
        """A row of presets, the one whose settings stand marked and explained, those of the chosen view first."""
        key, by_name = f"{self.state.slug}-presets", {preset.name: preset for preset in presets}
        header = {
            "kind": "presets",
            "label": "Try this",
            "field": "preset",
            "value": standing.name if standing else "",
            "options": [[preset.name, preset.title, preset.why] for preset in presets],
            "here": [preset.name for preset in presets if self._shares_view(preset)],
            "why": glossary.pieces(standing.why, BY_SLUG[self.state.slug].section) if standing else (),
            "elsewhere": elsewhere,
            "sets": [*standing.values] if standing and not standing.along else [],
            "rearranges": True,  # other settings may need other controls
        }

        def answered() -> None:
            if preset := by_name.get(str(self.state.message(key, "value"))):
                self.state.begin(preset.values)

        self.mount(key, header, answered, "stretch")

    def _shares_view(self, preset: Preset) -> bool:
        values = dict(preset.values)
        return all(values.get(name, self.state.default(name)) == self.state.values[name]
                   for name in VIEWS if name in self.state.values)  # fmt: skip

    def row(self) -> Any:
        """Controls side by side, as many as fit."""
        return st.container(horizontal=True, vertical_alignment="top", gap="medium")

    def _replace(self, name: str, options: Mapping[str, str]) -> None:
        """Takes the first of ``options``, which is said unless the page had chosen what stood there."""
        chosen, first = self.state.values[name], next(iter(options))
        self.state.put(**{name: first})
        unsaid = self.state.default(name), self.state.chosen.get(name)
        self.state.chosen[name] = first
        if chosen not in unsaid:
            remedy = f"“{options[first]}” is used instead."
            self.state.say(InputError(name, chosen, "there is no such choice here", remedy))

    def _file(self, name: str, kind: fields.FileKind) -> File | None:
        """A file of at most so many megabytes, kept while the page lives, also when the control is out of sight."""
        upload = st.file_uploader(
            worded(kind.title), type=list(kind.endings), key=self.state.key(name), on_change=self._forget, args=(name,),
            max_upload_size=kind.megabytes,
        )  # fmt: skip
        self.places[name] = st.empty()
        if upload is not None and (readable := visible(upload.name)) != upload.name:
            say("remark", f"The name of the file holds characters that show nothing or turn the others: {readable}")
        return self._brought(name, upload, upload.name if upload else "")

    def _recording(self, name: str, label: str) -> File | None:
        """A sound from the microphone, kept in a file's place: the last of the two that a reader brings counts."""
        key = f"{self.state.key(name)}.recording"
        sound = st.audio_input(worded(label), sample_rate=48_000, key=key, on_change=self._forget, args=(name,))
        self.places[name] = st.empty()
        return self._brought(name, sound, "recording.wav")

    def _brought(self, name: str, upload: Any, called: str) -> File | None:
        """The file that counts. Its field is empty where it came here in another way, or before the field was drawn."""
        if upload is None and name in self.state.files:
            say("remark", f"{visible(self.state.files[name].name)} still stands here. Another file takes its place.")
        elif upload is not None and name not in self.state.files:
            self.state.files[name] = File(called, data := upload.getvalue(), digest(data))
        return self.state.files.get(name)

    def _forget(self, name: str) -> None:
        self.state.touch()
        self.state.files.pop(name, None)

    def complain(self, error: InputError) -> bool:
        """Says what is wrong at the control it concerns; False where that is not on the page."""
        if (place := self.places.get(error.field)) is None:
            return False
        if error.field == "file" and isinstance(error, MissingInput) and self.state.resumed:
            rule = "This page was out of touch with the server for a while, and the server no longer has your file"
            error = MissingInput("file", None, rule, "Choose it again.")
        error = self.state.as_lacking(error)
        with place.container():
            say("notice" if isinstance(error, MissingInput) else "error", self.sentence(error))
        return True

    def sentence(self, error: InputError) -> str:
        """What is wrong, with the name that the reader sees at the control."""
        settings = fields.unchecked(self.state.explorer.Params, self.state.values)
        return languages.refusal(fields.for_reader(error, settings), worded(self.called(error.field)))

    def called(self, name: str) -> str:
        """What a reader calls a setting, or what else an address holds."""
        settings = fields.unchecked(self.state.explorer.Params, self.state.values)
        declared = fields.declared(type(settings)).get(name)
        return fields.resolved(declared.label, settings) if declared else OTHERS.get(name, name)


def digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()
