"""The shell around every page: sections, search, style. Streamlit runs it for each reader, each time."""

import streamlit as st

from catalog import BY_SLUG, EXPLORERS, ROOT, SECTIONS
from ui.state import arrive


def search_label(slug: str) -> str:
    """What the search looks through: Streamlit filters options by their label, in the browser."""
    entry = BY_SLUG[slug]
    return f"{entry.title} ({', '.join(entry.keywords)})"


def search(pages: dict[str, st.Page]) -> None:
    def go() -> None:
        st.session_state["glassbox.found"] = st.session_state["glassbox.search"]
        st.session_state["glassbox.search"] = None

    st.selectbox(
        "Search explorers",
        [entry.slug for entry in EXPLORERS],
        index=None,
        format_func=search_label,
        placeholder="Search explorers",
        label_visibility="collapsed",
        key="glassbox.search",
        on_change=go,
    )
    if found := st.session_state.pop("glassbox.found", None):
        st.switch_page(pages[found])


def main() -> None:
    st.set_page_config(page_title="Glassbox", page_icon=str(ROOT / "assets" / "icon.png"), layout="wide")
    home = st.Page(ROOT / "pages" / "home.py", title="All explorers", default=True, icon=":material/grid_view:")
    pages = {entry.slug: st.Page(entry.page, title=entry.title, url_path=entry.slug) for entry in EXPLORERS}
    sections = {
        title: [pages[entry.slug] for entry in EXPLORERS if entry.section == section]
        for section, title in SECTIONS.items()
    }
    chosen = st.navigation({"": [home]} | {title: found for title, found in sections.items() if found}, position="top")
    with st.container(key="gb-search"):
        search(pages)
    st.set_page_config(page_title=f"{chosen.title} · Glassbox" if chosen.url_path else "Glassbox")
    arrive(chosen.url_path)
    chosen.run()


main()
