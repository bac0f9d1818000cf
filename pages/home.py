"""/: every explorer, by section."""

import streamlit as st

from catalog import EXPLORERS, SECTIONS, Entry

ACROSS = 3


def card(entry: Entry) -> None:
    """An explorer; the whole card is its link."""
    with st.container(border=True, key=f"gb-card-{entry.slug}", height="stretch"):
        st.page_link(entry.page, label=f"**{entry.title}**")
        st.html(f'<p class="gb-why">{entry.summary}</p>')


st.html(
    '<h1 class="gb-title">Glassbox</h1><p class="gb-look">Live explorers for the mathematics of machine learning. '
    "Open one, drag its control, bring your own data: every number on the page shows how it comes about.</p>"
)
for section, title in SECTIONS.items():
    entries = [entry for entry in EXPLORERS if entry.section == section]
    if not entries:
        continue
    st.html(f'<h2 class="gb-part">{title}</h2>')
    for column, entry in zip(st.columns(ACROSS), entries, strict=False):
        with column:
            card(entry)
