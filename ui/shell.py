"""The shell around every page: sections, search, style. Streamlit runs it for each reader, each time."""

import streamlit as st

from catalog import EXPLORERS, ROOT, SECTIONS
from ui import metrics, search
from ui.state import arrive


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
        search.box(pages)
    st.set_page_config(page_title=f"{chosen.title} · Glassbox" if chosen.url_path else "Glassbox")
    arrive(chosen.url_path)
    with metrics.RUNS.labels(chosen.url_path or "home").time():
        chosen.run()


if __name__ == "__main__":  # a worker that is spawned while a page runs takes this for its main module
    main()
