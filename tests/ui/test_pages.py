"""The pages of the app as Streamlit has them."""

import base64

import pytest
import streamlit as st
from streamlit.testing.v1 import AppTest

from catalog import BY_SLUG, ROOT
from ui import pages


def listed() -> None:
    import streamlit as st

    from ui import pages

    for _ in range(2):
        found = pages.pages_in("en")
        shown = st.navigation(list(found.values()), position="hidden")
        st.session_state.setdefault("runs", []).append((found, shown))


@pytest.fixture
def runs() -> list[tuple[dict[str, st.Page], st.Page]]:
    """The pages of two runs, and the one that each shows."""
    pages._made.cache_clear()
    ran = AppTest.from_function(listed).run()
    assert not ran.exception
    return list(ran.session_state["runs"])


def test_there_is_a_page_for_each_explorer_and_the_home_page(runs: list[tuple[dict[str, st.Page], st.Page]]) -> None:
    for found, shown in runs:
        assert {slug: page.url_path for slug, page in found.items()} == {"": "", **{slug: slug for slug in BY_SLUG}}
        assert shown is found[pages.HOME]


def test_a_run_that_marks_its_page_leaves_those_of_others(runs: list[tuple[dict[str, st.Page], st.Page]]) -> None:
    (first, shown), (second, _) = runs
    shown._can_be_called = False  # as a page is left that has run
    assert second[pages.HOME]._can_be_called
    assert all(first[slug] is not second[slug] for slug in first)


def test_the_icon_is_that_of_the_file() -> None:
    kind, _, data = pages.ICON.partition(",")
    assert kind == "data:image/png;base64"
    assert base64.b64decode(data) == (ROOT / "assets" / "icon.png").read_bytes()
