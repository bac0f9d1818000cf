"""The learning paths: on the front page, and from one of their explorers to the next."""

import streamlit as st

from catalog import BY_SLUG, PATHS, LearningPath
from ui.languages import worded
from ui.pages import link_to


def show_all() -> None:
    """The paths side by side, each with its explorers in order and their minutes."""
    with st.container(key="gb-paths"):
        for number, path in enumerate(PATHS):
            with st.container(border=True, key=f"gb-path-{number}"):
                total = worded(f"{sum(path.minutes.values())} minutes")
                st.html(
                    f'<h2 class="gb-path-title">{worded(path.title)}</h2>'
                    f'<p class="gb-why">{worded(path.summary)} <span class="gb-minutes">{total}</span></p>'
                )
                for step, (slug, minutes) in enumerate(path.minutes.items(), 1):
                    link_to(slug, f"{step}. {worded(BY_SLUG[slug].title)} · {minutes}\u00a0min")


def path_of(slug: str) -> LearningPath:
    """The path that an explorer stands on."""
    return next(path for path in PATHS if slug in path.minutes)


def neighbours(slug: str) -> tuple[str | None, str | None]:
    """The explorers before and after this one on its path; ``None`` at an end."""
    stops = list(path_of(slug).minutes)
    at = stops.index(slug)
    return (stops[at - 1] if at else None), (stops[at + 1] if at + 1 < len(stops) else None)


def show_neighbours(slug: str) -> None:
    """Where the page stands on its path, with links to the explorers before and after it."""
    path = path_of(slug)
    stops = list(path.minutes)
    st.html(f'<p class="gb-why">{worded(f"{path.title}: {stops.index(slug) + 1} of {len(stops)}")}</p>')
    before, after = neighbours(slug)
    with st.container(horizontal=True):
        if before is not None:
            link_to(before, worded(BY_SLUG[before].title), icon=":material/arrow_back:")
        if after is not None:
            label = f"{worded(BY_SLUG[after].title)} · {path.minutes[after]}\u00a0min"
            link_to(after, label, icon=":material/arrow_forward:", icon_position="right")
