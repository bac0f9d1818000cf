"""What a page may show besides its pictures: observations to brush, sounds to hear."""

from collections.abc import Mapping
from typing import Any, Protocol

import streamlit as st

from ui.languages import worded


class Linked(Protocol):
    """A chart of Vega-Lite's with a selection."""

    @property
    def fits(self) -> bool:
        """Whether a browser follows the hand."""

    def spec(self, dark: bool) -> dict[str, Any]:
        """What Vega-Lite draws, on a ``dark`` ground or a light one."""


def brush(shown: Linked, slug: str) -> None:
    """Draws observations with a linked selection."""
    with st.container(key="gb-brushed"):
        st.caption(worded("Drag across the points: the histogram and the numbers below are of those in the brush."))
        dark = st.context.theme.type == "dark"
        st.vega_lite_chart(shown.spec(dark), width="stretch", key=f"{slug}.brush")


def play(sounds: Mapping[str, bytes]) -> None:
    """Draws a player for each sound (WAV) under its title, side by side."""
    columns = st.columns(len(sounds))
    for number, (title, sound) in enumerate(sounds.items()):
        with columns[number], st.container(key=f"gb-player-{number}"):  # its script names the player
            st.caption(worded(title))
            st.audio(sound, format="audio/wav")
