"""The controls of a page, each tied to a field of Params, with its own place for what is wrong.

All but files are ours (``assets/js/control.js``): they take the short road (``ui/road.py``), so the picture follows the
hand. And they say when they were touched: a widget of Streamlit's repeats its value with every request, and one that
left the browser before the page's last word came there would undo it.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal

import streamlit as st

from core import link
from core.errors import InputError, MissingInput
from core.explorer import Preset
from core.text import visible
from ui import payload
from ui.assets import module_loader
from ui.state import File, State
from ui.words import say

_control = st.components.v2.component(
    "glassbox.control", html='<div class="gb-control"></div>', js=module_loader("control.js"), isolate_styles=False
)


class Controls:
    """Asks a reader for the fields of ``state``. Each method draws one control and returns its value."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.places: dict[str, Any] = {}
        self.labels: dict[str, str] = {}  # of the controls that have been drawn

    def _ask(
        self,
        name: str,
        kind: str,
        label: str,
        help: str,
        shown: Mapping[str, Any],
        width: int | Literal["content", "stretch"] = "content",
    ) -> Any:
        """A control of ours. What is typed and cannot be used stays in sight, with what is wrong below it."""
        key, params_type = f"{self.state.slug}-{name}", self.state.explorer.Params
        refused = self.state.refused.get(name)
        text = str(refused.value) if refused else link.write_by_hand(params_type, name, self.state.values[name])
        header = {"kind": kind, "label": label, "field": name, "value": text, "help": help, **shown}

        def answered() -> None:
            text = self.state.told(key, "value")
            if not isinstance(text, str):
                return  # nothing that a control of ours tells
            try:
                self.state.set(**{name: link.read_by_hand(params_type, name, text)})
            except InputError as error:
                self.state.touch()
                self.state.refused[name] = error

        self._mount(key, header, answered, width)
        self.places[name], self.labels[name] = st.empty(), label
        return self.state.values[name]

    def _mount(
        self, key: str, header: dict[str, Any], answered: Callable[[], None], width: int | Literal["content", "stretch"]
    ) -> None:
        """Draws a control, which calls ``answered`` when a hand has moved it."""
        data = payload.pack(header, {}, {"page": self.state.road, "heard": self.state.heard})
        mounted = _control(key=key, data=data, on_value_change=answered, width=width)
        if self.state.is_unheard(mounted.value):
            self.state.resume(answered)

    def presets(self, presets: Sequence[Preset], standing: Preset | None) -> None:
        """A row of presets, the one whose settings stand marked and explained."""
        key, by_name = f"{self.state.slug}-presets", {preset.name: preset for preset in presets}
        header = {
            "kind": "presets",
            "label": "Try this",
            "field": "preset",
            "value": standing.name if standing else "",
            "options": [[preset.name, preset.title, preset.why] for preset in presets],
            "rearranges": True,  # other settings may need other controls
        }

        def answered() -> None:
            if preset := by_name.get(str(self.state.told(key, "value"))):
                defaults = {name: self.state.default(name) for name in self.state.values}
                self.state.set(**{**defaults, **preset.values})

        self._mount(key, header, answered, "stretch")

    def row(self) -> Any:
        """Controls side by side, as many as fit."""
        return st.container(horizontal=True, vertical_alignment="top", gap="medium")

    def more(self, label: str) -> Any:
        """A fold for the controls that rarely matter."""
        return st.expander(label, icon=":material/tune:")

    def number(self, name: str, label: str, *, low: int, high: int, drag: bool = False, help: str = "") -> int:
        """A whole number. With ``drag`` there is a slider too."""
        shown = {"low": low, "high": high, "whole": True, "drag": drag}
        return int(self._ask(name, "number", label, help, shown, width=170))

    def real(
        self, name: str, label: str, *, low: float, high: float, drag: bool = False, log: bool = False, help: str = ""
    ) -> float:
        """A number. With ``drag`` there is a slider too, even in the logarithm with ``log``."""
        shown = {"low": low, "high": high, "drag": drag, "log": log}
        return float(self._ask(name, "number", label, help, shown, width=190))

    def choice(
        self, name: str, label: str, names: Mapping[str, str], *, rearranges: bool = False, help: str = ""
    ) -> str:
        """One of a few, all in sight. One that ``rearranges`` changes which controls there are."""
        options = [[name, shown] for name, shown in names.items()]
        return str(self._ask(name, "choice", label, help, {"options": options, "rearranges": rearranges}))

    def pick(self, name: str, label: str, options: Sequence[str] | Mapping[str, str], *, help: str = "") -> str:
        """One of many, from a list that unfolds; a mapping says what stands for each in the list."""
        named = options.items() if isinstance(options, Mapping) else zip(options, options, strict=True)
        words = {option: visible(word) for option, word in named}
        chosen = self.state.values[name]
        if chosen not in words and words:
            first = next(iter(words))
            self.state.put(**{name: first})
            if chosen != self.state.default(name):
                self.state.say(
                    InputError(name, chosen, "there is no such choice here", f"“{words[first]}” is used instead.")
                )
        return str(self._ask(name, "pick", label, help, {"options": list(words.items())}, width=260))

    def several(self, name: str, label: str, options: Sequence[str], *, help: str = "") -> tuple[str, ...]:
        """Some of many. Those that there are no longer are left out, which is said."""
        chosen = self.state.values[name]
        known = tuple(each for each in chosen if each in options)
        if known != chosen:
            self.state.put(**{name: known})
            rule = "there is no such choice here"
            for each in chosen:
                if each not in options:
                    self.state.say(InputError(name, each, rule, "It is left out."))
        shown = {"options": [[option, visible(option)] for option in options]}
        return tuple(self._ask(name, "several", label, help, shown, width="stretch"))

    def switch(self, name: str, label: str, help: str = "") -> bool:
        return bool(self._ask(name, "switch", label, help, {}))

    def line(self, name: str, label: str, *, placeholder: str = "", help: str = "") -> str:
        return str(self._ask(name, "line", label, help, {"placeholder": placeholder}, width="stretch"))

    def text(self, name: str, label: str, *, height: int = 160, placeholder: str = "", help: str = "") -> str:
        shown = {"height": height, "placeholder": placeholder}
        return str(self._ask(name, "text", label, help, shown, width="stretch"))

    def file(self, name: str, label: str, kinds: Sequence[str], *, megabytes: int = 20) -> File | None:
        """A file of at most so many megabytes, kept while the page lives, also when the control is out of sight."""
        key, forget = self.state.key(name), self._forget
        upload = st.file_uploader(
            label, type=list(kinds), key=key, on_change=forget, args=(name,), max_upload_size=megabytes
        )
        self.places[name] = st.empty()
        if upload is not None and name not in self.state.files:
            data = upload.getvalue()
            self.state.files[name] = File(upload.name, data, digest(data))
        if upload is not None and (readable := visible(upload.name)) != upload.name:
            say("remark", f"The name of the file holds characters that show nothing or turn the others: {readable}")
        return self.state.files.get(name)

    def recording(self, name: str, label: str, help: str | None = None) -> File | None:
        """A sound from the microphone, kept in a file's place: the last of the two that a reader brings counts."""
        key = f"{self.state.key(name)}.recording"
        sound = st.audio_input(label, sample_rate=48_000, key=key, on_change=self._forget, args=(name,), help=help)
        self.places[name] = st.empty()
        if sound is not None and name not in self.state.files:
            data = sound.getvalue()
            self.state.files[name] = File("recording.wav", data, digest(data))
        return self.state.files.get(name)

    def _forget(self, name: str) -> None:
        self.state.touch()
        self.state.files.pop(name, None)

    def complain(self, error: InputError) -> bool:
        """Says what is wrong at the control it concerns; False where that is not on the page."""
        place = self.places.get(error.field)
        if place is None:
            return False
        if error.field == "file" and isinstance(error, MissingInput) and self.state.resumed:
            rule = "This page was out of touch with the server for a while, and the server no longer has your file"
            error = MissingInput("file", None, rule, "Choose it again.")
        with place.container():
            say("notice" if isinstance(error, MissingInput) else "error", self.sentence(error))
        return True

    def sentence(self, error: InputError) -> str:
        """What is wrong, with the name that the reader sees at the control, where there is one on the page."""
        return error.at(self.labels.get(error.field, error.field))


def digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()
