"""The controls of a page: Streamlit's widgets, each tied to a field of Params, with its own place for what is wrong."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st

from core.errors import InputError, MissingInput
from ui.state import File, State
from ui.words import say


class Controls:
    """Asks a reader for the fields of ``state``. Each method draws one widget and returns its value."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.places: dict[str, Any] = {}

    def _ask(self, name: str, widget: Callable[..., Any], **options: Any) -> Any:
        key = self.state.key(name)
        if key not in st.session_state:  # Streamlit forgets a widget that was out of sight for a run
            st.session_state[key] = self.state.values[name]
        value = widget(key=key, on_change=self.state.touch, **options)
        self.state.values[name] = self.state.default(name) if value is None else value
        self.places[name] = st.empty()
        return self.state.values[name]

    def row(self) -> Any:
        """Controls side by side, as many as fit."""
        return st.container(horizontal=True, vertical_alignment="top", gap="medium")

    def more(self, label: str) -> Any:
        """A fold for the controls that rarely matter."""
        return st.expander(label, icon=":material/tune:")

    def number(self, name: str, label: str, *, low: int, high: int, help: str | None = None) -> int:
        return int(
            self._ask(
                name,
                st.number_input,
                label=label,
                min_value=low,
                max_value=high,
                step=1,
                help=help,
                width=150,
            )
        )

    def real(self, name: str, label: str, *, low: float, high: float, help: str | None = None) -> float:
        bounds = {"min_value": low, "max_value": high, "format": "%.10g"}
        return float(self._ask(name, st.number_input, label=label, **bounds, help=help, width=190))

    def choice(self, name: str, label: str, names: Mapping[str, str], help: str | None = None) -> str:
        """One of a few, all in sight."""
        choose = {"label": label, "options": list(names), "format_func": names.__getitem__, "help": help}
        return str(self._ask(name, st.segmented_control, required=True, **choose))

    def pick(self, name: str, label: str, options: Sequence[str], help: str | None = None) -> str:
        """One of many, from a list that can be searched."""
        if self.state.values[name] not in options and options:
            self.state.set(**{name: options[0]})
        return str(self._ask(name, st.selectbox, label=label, options=list(options), help=help))

    def switch(self, name: str, label: str, help: str | None = None) -> bool:
        return bool(self._ask(name, st.toggle, label=label, help=help))

    def line(self, name: str, label: str, *, placeholder: str = "", help: str | None = None) -> str:
        return str(self._ask(name, st.text_input, label=label, placeholder=placeholder, help=help))

    def text(self, name: str, label: str, *, height: int = 160, placeholder: str = "") -> str:
        return str(self._ask(name, st.text_area, label=label, height=height, placeholder=placeholder))

    def file(self, name: str, label: str, kinds: Sequence[str], help: str | None = None) -> File | None:
        """A file, kept while the page lives, also when the widget is out of sight."""
        key = self.state.key(name)
        upload = st.file_uploader(label, type=list(kinds), key=key, on_change=self._forget, args=(name,), help=help)
        self.places[name] = st.empty()
        if upload is not None and name not in self.state.files:
            data = upload.getvalue()
            self.state.files[name] = File(upload.name, data, digest(data))
        return self.state.files.get(name)

    def _forget(self, name: str) -> None:
        self.state.touch()
        self.state.files.pop(name, None)

    def complain(self, error: InputError) -> bool:
        """Says what is wrong at the control it concerns; False where that is not on the page."""
        place = self.places.get(error.field)
        if place is None:
            return False
        with place.container():
            say("notice" if isinstance(error, MissingInput) else "error", str(error))
        return True


def digest(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=16).hexdigest()
