"""The document that Streamlit serves, and what the house puts into it."""

import asyncio
import re
from importlib.resources import files
from typing import Any

from catalog import ROOT
from ui.document import Furnished, furnished

SCRIPTS = ROOT / "assets" / "js"
STREAMLITS = b"<html><head><title>Streamlit</title></head><body><div id='root'></div></body></html>"


def answer(
    headers: dict[bytes, bytes], body: bytes, asked: dict[bytes, bytes], path: str = "/fourier"
) -> tuple[dict[bytes, bytes], bytes]:
    """What a browser gets of an application that answers with ``headers`` and ``body``, in two pieces."""
    sent: list[Any] = []
    heard: list[Any] = []

    async def application(scope: Any, receive: Any, send: Any) -> None:
        heard.append(dict(scope["headers"]))
        await send({"type": "http.response.start", "status": 200, "headers": list(headers.items())})
        await send({"type": "http.response.body", "body": body[:30], "more_body": True})
        await send({"type": "http.response.body", "body": body[30:]})

    async def send(message: Any) -> None:
        sent.append(message)

    scope = {"type": "http", "method": "GET", "path": path, "headers": list(asked.items())}
    asyncio.run(Furnished(application)(scope, None, send))  # type: ignore[arg-type]
    return dict(sent[0]["headers"]), b"".join(part.get("body", b"") for part in sent[1:])


def test_style_comes_after_everything_in_the_head_and_before_the_first_picture() -> None:
    document = furnished(STREAMLITS)
    assert document.index(b"modulepreload") < document.index(b"</head>") < document.index(b'rel="stylesheet"')
    assert document.endswith(b"</body></html>")
    assert b"<title>Glassbox</title>" in document


def test_a_browser_that_preloads_our_scripts_has_nothing_to_wait_for_in_their_imports() -> None:
    preloaded = re.findall(rb'rel="modulepreload" href="[^"]*?/[0-9a-f]{12}/([^"]+)"', furnished(STREAMLITS))
    scripts = {(SCRIPTS / name.decode()).resolve() for name in preloaded}
    assert scripts
    assert len(scripts) == len(preloaded)
    for script in scripts:
        for imported in re.findall(r'from "([^"]+)"', script.read_text(encoding="utf-8")):
            assert (script.parent / imported).resolve() in scripts, script


def test_a_page_says_its_new_length_and_is_not_taken_for_streamlits() -> None:
    given = {b"content-type": b"text/html; charset=utf-8", b"content-length": b"90", b"etag": b'"x"'}
    headers, body = answer(given, STREAMLITS, {b"accept": b"text/html", b"if-none-match": b'"x"'})
    assert body == furnished(STREAMLITS)
    assert headers[b"content-length"] == str(len(body)).encode()
    assert b"etag" not in headers


def test_what_is_no_page_passes_as_it_is() -> None:
    given = {b"content-type": b"text/javascript", b"etag": b'"x"'}
    assert answer(given, STREAMLITS, {b"accept": b"text/html"}) == (given, STREAMLITS)
    assert answer({b"content-type": b"text/html"}, STREAMLITS, {b"accept": b"*/*"})[1] == STREAMLITS


def test_the_drawing_library_comes_first_where_something_is_drawn() -> None:
    drawn = answer({b"content-type": b"text/html"}, STREAMLITS, {b"accept": b"text/html"})[1]
    front = answer({b"content-type": b"text/html"}, STREAMLITS, {b"accept": b"text/html"}, "/")[1]
    assert drawn.index(b"data-plotly") < drawn.index(b"modulepreload")
    assert b"data-plotly" not in front


def test_streamlits_modules_that_are_asked_for_early_are_there_and_stand_once() -> None:
    named = re.findall(rb'href="\./static/js/([^"]+)"', furnished(STREAMLITS))
    assert len(set(named)) == len(named) > 4
    for name in named:
        assert files("streamlit").joinpath("static", "static", "js", name.decode()).is_file()
