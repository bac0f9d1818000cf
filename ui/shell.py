"""The shell around every page: sections, search, style. Streamlit runs it for each reader, each time."""

from collections.abc import Mapping
from importlib.machinery import ModuleSpec
from typing import Any

import streamlit as st

from catalog import EXPLORERS, SECTIONS
from core import lessons, link
from ui import languages, metrics, search, turns
from ui.address import TURNED, arrive
from ui.languages import preferred, worded
from ui.pages import HOME, ICON, pages_in


def main() -> None:
    """A run of whatever page, in its turn."""
    with turns.taken():
        _run()


def _run() -> None:
    """What the shell says is of the house, in whichever section the page stands."""
    language = _language()
    languages.speak(language)
    # Before the navigation, or a browser would ask another site for the icon of the page.
    st.set_page_config(page_title="Glassbox", page_icon=ICON, layout="wide")
    pages = pages_in(language)
    home = pages.pop(HOME)
    sections = {
        worded(title): [pages[entry.slug] for entry in EXPLORERS if entry.section == section]
        for section, title in SECTIONS.items()
    }
    chosen = st.navigation({"": [home]} | {title: found for title, found in sections.items() if found}, position="top")
    with st.container(key="gb-search"):
        search.box(pages)
        if languages.OFFERED or language != "en":
            st.html(preferred.ways(st.context.headers.get("Accept-Language", "")))
    _follow_moved(chosen.url_path, pages)
    st.set_page_config(page_title=f"{chosen.title} · Glassbox" if chosen.url_path else "Glassbox")
    languages.speak(language, chosen.url_path)
    arrive(chosen.url_path)
    if language != "en" and not st.query_params:  # coming from another page; explorers write their whole address
        st.query_params[link.LANGUAGE] = language
    with metrics.RUNS.labels(chosen.url_path or "home").time():
        chosen.run()


def _follow_moved(slug: str, pages: Mapping[str, Any]) -> None:
    """Turns to the page that has now what an old address or an old session file names (``core.moved_parts``)."""
    if (turned := st.session_state.pop(TURNED, slug)) != slug:
        st.switch_page(pages[turned])
    address = st.query_params.to_dict()
    now, settings = lessons.led(slug, address)
    if now != slug:
        st.switch_page(pages[now], query_params=settings)
    if settings != address:
        st.query_params.from_dict(settings)


def _language() -> str:
    """Of the document that the browser shows, which is one session long: that of the address it was asked for with."""
    wanted = st.query_params.get(link.LANGUAGE, "en")
    return str(st.session_state.setdefault("glassbox.language", wanted if wanted in languages.NAMES else "en"))


if __name__ == "__main__":
    # A worker that begins once a page has run loads its main module, and Streamlit with it, unless that is a package's.
    __spec__ = ModuleSpec("ui.__main__", None)
    main()
