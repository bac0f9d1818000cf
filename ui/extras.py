"""What a page may show besides its pictures: observations to brush, sounds to hear."""

import re
from collections.abc import Mapping
from typing import Any, Protocol

import streamlit as st

from ui.languages import spoken, worded

WORD = re.compile(r"'([a-z]{2}[a-z ]*)'")  # in an expression of Vega's
NUMBERS = {"fr": {"decimal": ",", "thousands": "\u202f", "grouping": [3], "currency": ["", "\u202f€"]}}


class Linked(Protocol):
    """A chart of Vega-Lite's with a selection."""

    @property
    def fits(self) -> bool:
        """Whether a browser follows the hand."""

    def spec(self, dark: bool) -> dict[str, Any]:
        """What Vega-Lite draws, on a ``dark`` ground or a light one."""


def brush(linked: Linked, slug: str) -> None:
    """Draws observations with a linked selection."""
    with st.container(key="gb-brushed"):
        st.caption(worded("Drag across the points: the histogram and the numbers below are of those in the brush."))
        dark = st.context.theme.type == "dark"
        spec = _worded(linked.spec(dark))
        if (numbers := NUMBERS.get(spoken())) is not None:
            spec["config"] = {**spec.get("config", {}), "locale": {"number": numbers}}
        st.vega_lite_chart(spec, width="stretch", key=f"{slug}.brush")


def _worded(node: Any, key: str = "") -> Any:
    """A chart of Vega-Lite's with its titles, and the words in its expressions, in the language that is spoken."""
    if isinstance(node, dict):
        return {name: _worded(each, name) for name, each in node.items()}
    if isinstance(node, list):
        return [_worded(each) for each in node]
    if isinstance(node, str) and key == "title":
        return worded(node)
    return WORD.sub(lambda found: f"'{worded(found[1])}'", node) if key == "calculate" and node else node


def play(sounds: Mapping[str, bytes]) -> None:
    """Draws a player for each sound (WAV) under its title, side by side."""
    columns = st.columns(len(sounds))
    for number, (title, sound) in enumerate(sounds.items()):
        with columns[number], st.container(key=f"gb-player-{number}"):  # its script names the player
            st.caption(worded(title))
            st.audio(sound, format="audio/wav")
