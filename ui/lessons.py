"""The bar above a page that is part of a lesson (``core.lessons``)."""

import html

import streamlit as st

from core import lessons, link
from core.lessons import Lesson
from core.text import visible
from ui import assets, languages
from ui.languages import worded
from ui.state import State


def bar(state: State) -> None:
    """Above a page that is part of a lesson: what it asks for, and the way to the next one.

    What it asks for on a page that there is not is of no use on this one.
    """
    lesson, at = state.lesson, state.place
    if lesson is None:
        return
    scenario = lesson.scenarios[at]
    embedded = bool(st.context.is_embedded)
    ways = "".join(
        f'<a class="gb-button" href="{html.escape(address(state.packed, lesson, to, embedded))}">{worded(word)}</a>'
        for to, word in (
            (lesson.nearest(range(at - 1, -1, -1)), "Back"),
            (lesson.nearest(range(at + 1, len(lesson.scenarios))), "Next"),
        )
        if to is not None
    )
    place = f"{html.escape(visible(lesson.title))} · {worded(f'{at + 1} of {len(lesson.scenarios)}')}"
    name, text = html.escape(visible(scenario.name)), lessons.safe_html(scenario.text) if scenario.has_page else ""
    st.html(f'<section class="gb-lesson" aria-label="{worded("Lesson")}"><p class="gb-why">{place}</p><h2>{name}</h2>'
            f'{text}<nav class="gb-row">{ways}</nav></section>')  # fmt: skip


def address(packed: str, lesson: Lesson, at: int, embedded: bool) -> str:
    """Where a scenario of a lesson, ``packed`` for a link, begins: from the site's root on."""
    language = {link.LANGUAGE: languages.spoken()} if languages.spoken() != "en" else {}
    query = {link.LESSON: packed, link.BEGIN: str(at + 1), **language, **({"embed": "true"} if embedded else {})}
    return f"{assets.base()}/{lesson.scenarios[at].slug}?{link.query_string(query)}"
