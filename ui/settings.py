"""What an operator may set, in the environment of the server; every setting has a default that is safe.

A value that cannot be used stops the server at its start, with a sentence.
"""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

import streamlit as st

PREFIX = "GLASSBOX_"


@dataclass(frozen=True)
class Settings:
    """``connections`` in all and ``connections_per_address`` (a class behind one router has one address) may be open at
    once, and ``arrivals_per_address`` begin in a minute. A session holds ``upload_mb`` of files, all of them hold
    ``uploads_mb``. Work that runs when the server is to end has ``drain_seconds``; a server that holds more than
    ``memory_mb`` ends, unless that is 0.

    ``frame_ancestors`` are the sites that may show the app in a frame of theirs, as a Content-Security-Policy writes
    them; ``presets`` has every preset computed once the server stands, before a reader asks; ``metrics`` opens the
    figures of the server, ours and Streamlit's, to everybody who reaches it. ``log`` is how events are written: as
    text, or each as one line of JSON. ``cluster`` is where Dask's scheduler is, on whose workers long computations run.
    """

    connections: int = field(default=400, metadata={"least": 1})
    connections_per_address: int = field(default=100, metadata={"least": 1})
    arrivals_per_address: int = field(default=240, metadata={"least": 1})
    upload_mb: int = field(default=480, metadata={"least": 1})
    uploads_mb: int = field(default=4_000, metadata={"least": 1})
    drain_seconds: int = field(default=20, metadata={"least": 0})
    memory_mb: int = field(default=0, metadata={"least": 0})
    frame_ancestors: str = "'self'"
    presets: bool = False
    metrics: bool = False
    cluster: str = field(default="none", metadata={"form": r"none|(tcp|tls)://[^\s/]+:\d+"})
    log: str = field(default="text", metadata={"choices": ("text", "json")})

    @classmethod
    def read(cls, environment: Mapping[str, str] = os.environ) -> "Settings":
        """The settings of an environment: ``GLASSBOX_CONNECTIONS=50`` and so on.

        Raises:
            ValueError: one that cannot be used, by its name.
        """
        given: dict[str, Any] = {}
        for one in fields(cls):
            name = PREFIX + one.name.upper()
            if name in environment:
                kind = next((kind for kind in _READ if kind in one.metadata), type(one.default))
                read = _READ[kind]
                given[one.name] = read(name, environment[name].strip(), one.metadata)
        return cls(**given)


def _whole(name: str, text: str, limits: Mapping[str, int]) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 9 and int(text) >= limits["least"]):
        raise ValueError(f"{name} = {text!r} cannot be used: it must be a whole number of {limits['least']} or more.")
    return int(text)


def _switch(name: str, text: str, _: Mapping[str, int]) -> bool:
    if text not in ("0", "1"):
        raise ValueError(f"{name} = {text!r} cannot be used: it must be 0 or 1.")
    return text == "1"


def _choice(name: str, text: str, limits: Mapping[str, Any]) -> str:
    if text not in limits["choices"]:
        raise ValueError(f"{name} = {text!r} cannot be used: it must be {' or '.join(limits['choices'])}.")
    return text


def _sources(name: str, text: str, _: Mapping[str, int]) -> str:
    if not text or not text.isascii() or not text.isprintable() or ";" in text or "," in text:
        raise ValueError(f"{name} = {text!r} cannot be used: it must be sites, such as https://example.org, or 'none'.")
    return text


def _address(name: str, text: str, limits: Mapping[str, Any]) -> str:
    if not re.fullmatch(limits["form"], text):
        raise ValueError(
            f"{name} = {text!r} cannot be used: it must be none, or an address such as tcp://10.0.0.1:8786."
        )
    return text


_READ = {int: _whole, bool: _switch, str: _sources, "choices": _choice, "form": _address}
st.secrets.load_if_toml_exists()  # where a host knows secrets alone: those at the top level join the environment
SETTINGS = Settings.read()
