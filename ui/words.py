"""Sentences on the page. What a reader wrote is shown as the characters it is, wherever it stands: never as markup."""

import html
from typing import Literal

import streamlit as st

from core.numbers import joined
from core.text import visible
from ui.languages import translated

Kind = Literal["error", "notice", "remark"]


def say(kind: Kind, sentence: str, *, folded: bool = False) -> None:
    """A plain sentence in a box. It may quote a reader: Streamlit's own boxes would read Markdown in it.

    One that stands ``folded`` at a control, too, is out of sight here while the fold is open.
    """
    role, fold = "alert" if kind == "error" else "status", " gb-folded" if folded else ""
    escaped = html.escape(joined(visible(translated(sentence))))
    st.html(f'<div class="gb-say gb-{kind}{fold}" role="{role}">{escaped}</div>')
