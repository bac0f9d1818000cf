"""The pages of the app as Streamlit has them: the first, and one for each explorer."""

from base64 import b64encode
from copy import copy
from functools import cache
from typing import Any

import streamlit as st

from catalog import EXPLORERS, ROOT
from ui.languages import spoken, worded

# Whole in its address: of a file's name Streamlit would read the file, and keep what is in it, at each run.
ICON = "data:image/png;base64," + b64encode((ROOT / "assets" / "icon.png").read_bytes()).decode()
HOME = ""


def pages_in(language: str) -> dict[str, Any]:
    """By slug, ``HOME`` among them, for one run, which marks the one it shows."""
    return {slug: copy(page) for slug, page in _made(language).items()}


def link_to(slug: str, label: str, **look: Any) -> None:
    """A link to an explorer. Of a file's name instead Streamlit would ask the disk, each time, which page it is."""
    st.page_link(_made(spoken())[slug], label=label, **look)


@cache
def _made(_: str) -> dict[str, Any]:
    """Made once a language: Streamlit looks for the file of each, which took a tenth of what a run takes."""
    home = st.Page(ROOT / "pages" / "home.py", title=worded("All explorers"), default=True, icon=":material/grid_view:")
    return {HOME: home} | {
        entry.slug: st.Page(entry.page, title=worded(entry.title), url_path=entry.slug) for entry in EXPLORERS
    }
