"""The drawing library is fetched once, kept for ever, and sent compressed to whoever can unpack it."""

import gzip
import re
from collections.abc import Callable, Iterator

import pytest
from driving import go_home, go_to, main_curves, visit
from playwright.sync_api import BrowserContext, Page, Route
from serving import Server


@pytest.fixture(scope="module")
def visitor(reader: BrowserContext, watched: Callable[[Page], Page]) -> Iterator[tuple[Page, list[str]]]:
    """A new tab on the tokenizer's page, and every address that it asks for."""
    fetched: list[str] = []
    page = watched(reader.new_page())
    page.on("request", lambda request: fetched.append(request.url))
    visit(page, "/tokenizer")
    yield page, fetched
    page.close()


@pytest.fixture
def fetched(visitor: tuple[Page, list[str]]) -> list[str]:
    return visitor[1]


def path_of(addresses: list[str], pattern: str) -> str:
    found = [address for address in addresses if re.search(pattern, address)]
    assert len(found) == 1, found
    return "/" + found[0].split("/", 3)[3]


def test_plotly_is_asked_for_once(visitor: tuple[Page, list[str]]) -> None:
    page, fetched = visitor
    path_of(fetched, r"/plotly[^/]*\.js$")
    go_home(page)
    go_to(page, "Tokens", "Tokenizer, merge by merge")
    page.wait_for_function("() => document.querySelector('.gb-figure[data-drawn]') !== null")
    path_of(fetched, r"/plotly[^/]*\.js$")


def test_the_server_is_not_looked_for_below_the_page(fetched: list[str]) -> None:
    """Streamlit's script would ask there first, be refused, and wait before it asks elsewhere."""
    assert [address for address in fetched if "/tokenizer/_stcore" in address] == []


def test_what_every_page_shows_is_asked_for_before_the_server_has_said_so(new_page: Callable[..., Page]) -> None:
    page = new_page()
    page.add_init_script(
        """const Plain = WebSocket;
        window.WebSocket = class extends Plain {
            constructor(...given) { super(...given); window.begun ??= performance.now(); }
        };"""
    )
    visit(page, "/tokenizer")
    early = page.evaluate(
        """() => performance.getEntriesByType("resource").filter((one) => one.startTime < window.begun)
            .map((one) => one.name.split("/").at(-1))"""
    )
    for name in ("plotly", "figure.js", "BidiComponent", "Html", "rehype-katex"):
        assert any(each.startswith(name) for each in early), name


def test_plotly_is_asked_for_again_when_it_did_not_come(new_page: Callable[..., Page], wrong: list[str]) -> None:
    page = new_page()
    asked: list[Route] = []

    def lose_the_first(route: Route) -> None:
        asked.append(route)
        if len(asked) == 1:
            route.abort()
        else:
            route.continue_()  # a route that ends after the first may leave the second one waiting

    page.route(re.compile(r"/plotly[^/]*\.js$"), lose_the_first)
    visit(page, "/tokenizer")
    assert len(asked) >= 2
    assert main_curves(page).count() == 2
    wrong.clear()  # the console tells of the first


def test_scripts_are_sent_compressed_or_plain_and_may_be_kept_for_ever(fetched: list[str], server: Server) -> None:
    for pattern, least in ((r"/plotly[^/]*\.js$", 1_000_000), (r"/figure\.js$", 2_000)):
        path = path_of(fetched, pattern)
        plain, packed = server.get(path), server.get(path, accept_encoding="gzip, deflate")
        assert plain.status == packed.status == 200
        assert "content-encoding" not in plain.headers
        assert packed.headers["content-encoding"] == "gzip"
        assert gzip.decompress(packed.body) == plain.body
        assert least < len(plain.body)
        assert len(packed.body) < 0.5 * len(plain.body)
        for answer in (plain, packed):
            assert "immutable" in answer.headers["cache-control"]
            assert "max-age=31536000" in answer.headers["cache-control"]
            assert answer.headers["x-content-type-options"] == "nosniff"
            assert answer.headers["content-type"].startswith("text/javascript")
            assert "accept-encoding" in answer.headers["vary"].lower()


def test_address_of_an_older_release_is_answered_but_not_kept(fetched: list[str], server: Server) -> None:
    path = path_of(fetched, r"/figure\.js$")
    older = re.sub(r"/[0-9a-f]{12}/", "/000000000000/", path)
    assert older != path
    answer = server.get(older)
    assert answer.status == 200
    assert answer.headers["cache-control"] == "no-cache"
    assert server.get(older.replace("figure", "nothing")).status == 404
    assert server.get("/glassbox/vendor/../../app.py").status in (400, 404)


def test_every_answer_forbids_guessing_its_type(server: Server) -> None:
    for path in ("/", "/tokenizer", "/_stcore/health"):
        assert server.get(path).headers["x-content-type-options"] == "nosniff"


def test_text_is_set_in_the_fonts_that_the_app_ships(visitor: tuple[Page, list[str]], server: Server) -> None:
    page, fetched = visitor
    answer = server.get(path_of(fetched, r"/inter[^/]*\.woff2$"), accept_encoding="gzip")
    assert answer.headers["content-type"] == "font/woff2"
    assert "immutable" in answer.headers["cache-control"]
    assert answer.body.startswith(b"wOF2")
    family = "(element) => getComputedStyle(element).fontFamily"
    for selector, name in ((".gb-title", "Inter"), (".gb-chip", "JetBrains Mono"), (".gb-canvas text", "Inter")):
        assert page.locator(selector).first.evaluate(family).strip('"').startswith(name), selector
        assert page.evaluate("(name) => document.fonts.check(`1rem '${name}'`)", name)
