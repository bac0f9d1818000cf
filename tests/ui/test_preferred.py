"""Which language a request is answered in, and what leads from one to another."""

import re

import pytest
import streamlit
from hypothesis import given
from hypothesis import strategies as st
from starlette.testclient import TestClient

from catalog import ROOT
from ui import languages
from ui.guards.admission import Admission
from ui.languages import preferred, streamlits
from ui.settings import Settings


@pytest.mark.parametrize(("accepted", "language"), [
    ("fr", "fr"), ("fr-CA,fr;q=0.9,en;q=0.8", "fr"), ("en-US,en;q=0.9,fr;q=0.8", "en"), ("de,fr;q=0.5", "fr"),
    ("en;q=0.3, FR;q=0.7", "fr"), ("fr;q=0, en;q=0", "en"), ("fr;q=x", "en"), ("fr;q=nan", "en"), ("frr", "en"),
    ("*", "en"), ("", "en"),
])  # fmt: skip
def test_a_browsers_preference_is_read_by_its_weights(accepted: str, language: str) -> None:
    assert preferred.preferred(accepted) == language


@given(st.text())
def test_whatever_a_browser_prefers_is_a_language_of_ours(accepted: str) -> None:
    assert preferred.preferred(accepted) in languages.NAMES


def test_the_address_decides_before_the_browser() -> None:
    def scope(query: bytes) -> dict[str, object]:
        return {"query_string": query, "headers": [(b"Accept-Language", b"fr")]}

    assert [preferred.of_request(scope(query)) for query in (b"n=3&lang=en", b"lang=fr", b"lang=xx", b"")] == [
        "en", "fr", "fr", "fr"]  # fmt: skip
    assert preferred.of_query("n=3") == "en"


def test_each_page_leads_to_the_other_language_and_invites_who_prefers_it() -> None:
    with languages.speaking("en", "fourier"):
        assert re.sub("<[^>]*>", "", preferred.ways("en")) == "Français"
        assert re.sub("<[^>]*>", "", preferred.ways("fr")) == "Lire en français"
    with languages.speaking("fr", "fourier"):
        assert re.sub("<[^>]*>", "", preferred.ways("fr")) == "English"


@pytest.mark.parametrize(("query", "headers", "title"), [
    ("", {}, "Glassbox is busy"), ("?lang=fr", {}, "Glassbox est au complet"),
    ("", {"accept-language": "fr"}, "Glassbox est au complet"),
    ("?lang=en", {"accept-language": "fr"}, "Glassbox is busy"),
])  # fmt: skip
def test_who_finds_no_room_is_told_so_in_their_language(query: str, headers: dict[str, str], title: str) -> None:
    full = Admission(streamlit_of_nothing, Settings(connections=0))
    page = TestClient(full).get(f"/fourier{query}", headers={"accept": "text/html", **headers})
    language = "fr" if "est" in title else "en"
    assert f"<h1>{title}</h1>" in page.text
    assert f'<html lang="{language}">' in page.text
    assert page.text.count(" 10 ") == 1


async def streamlit_of_nothing(scope: object, receive: object, send: object) -> None:
    raise AssertionError("a full server lets nobody in")


def test_streamlit_still_says_what_is_put_into_other_languages() -> None:
    static = ROOT.joinpath(streamlit.__file__).parent / "static" / "static" / "js"
    said = "\n".join(path.read_text(encoding="utf-8") for path in static.glob("*.js"))
    for text in streamlits.TEXTS:
        for piece in re.split(r"\{\}(?:MB)?|apply$|(?<=exist)\.", text):
            assert piece.strip(" •.") in said, text
