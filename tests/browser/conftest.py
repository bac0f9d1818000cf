"""A real server, a real browser, and a watch on both: a test fails if either of them complained meanwhile."""

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from serving import Server

HERE = Path(__file__).parent
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
SCREEN: Any = {"viewport": {"width": 1366, "height": 768}}
# Streamlit asks for these below the page's own path first, to learn whether it is served under a prefix.
PROBES = re.compile(r"/[^/]+/_stcore/(health|host-config)$")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """One worker runs them all: they share a server, and a browser slowed by another one would time out."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.xdist_group("browser"))


@pytest.fixture(scope="session")
def fresh_server() -> Iterator[Callable[[], Server]]:
    """Starts another server; it has answered nobody but the question whether it is there."""
    started: list[Server] = []

    def start() -> Server:
        started.append(Server())
        return started[-1].wait()

    yield start
    for server in started:
        server.stop()


@pytest.fixture(scope="session")
def server(fresh_server: Callable[[], Server]) -> Server:
    return fresh_server()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        pytest.fail(
            "These tests need Chromium or Chrome, and there is none on the PATH. On Debian: apt install chromium.",
            pytrace=False,
        )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=list(QUIET))
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def reader(browser: Browser, server: Server) -> Iterator[BrowserContext]:
    """One reader for most tests: the browser keeps the scripts, which saves a second at each visit."""
    context = browser.new_context(base_url=server.address, **SCREEN)
    yield context
    context.close()


@pytest.fixture
def watched(server: Server) -> Iterator[Callable[[Page], Page]]:
    """Watches pages: afterwards nothing may have gone wrong in any of them, nor on the server."""
    wrong: list[str] = []
    said_before = len(server.log())

    def watch(page: Page) -> Page:
        page.set_default_timeout(15_000)
        page.on("pageerror", lambda error: wrong.append(f"{error.name}: {error.message}\n{error.stack}"))
        page.on("console", lambda message: wrong.append(message.text) if _is_wrong(message) else None)
        return page

    yield watch
    assert not wrong, "the browser complained:\n" + "\n".join(wrong)
    log = server.log()[said_before:]
    assert "Traceback" not in log, log
    assert "Error" not in log, log


def _is_wrong(message: Any) -> bool:
    return message.type == "error" and not PROBES.search(message.location.get("url", ""))


@pytest.fixture
def page(reader: BrowserContext, watched: Callable[[Page], Page]) -> Iterator[Page]:
    page = watched(reader.new_page())
    yield page
    page.close()


@pytest.fixture
def new_page(browser: Browser, server: Server, watched: Callable[[Page], Page]) -> Iterator[Callable[..., Page]]:
    """Opens a page for another reader, with a browser that has never been here."""
    contexts: list[BrowserContext] = []

    def open_page(address: str = server.address, **options: Any) -> Page:
        contexts.append(browser.new_context(base_url=address, **{**SCREEN, **options}))
        return watched(contexts[-1].new_page())

    yield open_page
    for context in contexts:
        context.close()
