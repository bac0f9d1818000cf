"""/: what this is, the learning paths, and every explorer."""

import streamlit as st

from catalog import EXPLORERS, SECTIONS, Entry
from ui import paths, thumbnails
from ui.languages import worded
from ui.pages import link_to


def card(entry: Entry) -> None:
    """An explorer; the whole card is its link."""
    with st.container(border=True, key=f"gb-card-{entry.slug}"):
        st.html(thumbnails.image(entry))
        st.html(f'<p class="gb-section">{worded(SECTIONS[entry.section])}</p>')
        link_to(entry.slug, f"**{worded(entry.title)}**")
        st.html(f'<p class="gb-why">{worded(entry.summary)}</p>')


INTRODUCTION = (
    "Live explorers for the mathematics of machine learning. Open one, drag its control, bring your own data: every "
    "number on the page shows how it comes about."
)

st.html(
    '<div class="gb-hero"><div><h1 class="gb-title">Glassbox</h1><p class="gb-look">'
    f"{worded(INTRODUCTION)}</p></div>{thumbnails.film()}</div>"
)
with st.container(key="gb-gallery"):
    for entry in EXPLORERS:
        card(entry)
st.html(f'<h2 class="gb-part">{worded("Learning paths")}</h2>')
paths.show_all()
