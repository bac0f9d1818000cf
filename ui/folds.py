"""Folds whose content is sent to who opens them, and to nobody else: what takes a browser long stands in one."""

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

NAMES = ("snippet", "lesson", "theory")


def opened(slug: str, name: str, label: str, icon: str) -> DeltaGenerator | None:
    """The place for what the fold ``name`` of a page holds, one of ``NAMES``; None while it is closed."""
    fold = st.expander(label, icon=f":material/{icon}:", key=f"{slug}.{name}", on_change="rerun")
    return fold if fold.open else None
