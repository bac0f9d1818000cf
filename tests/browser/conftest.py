"""A real server, a real browser, and a watch on both: a test fails if either of them complained meanwhile."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import numpy as np
import pytest
from chromium import launch_options
from driving import headline, push, readout, settle, turn_to, visit
from overheard import LISTEN, overheard
from playwright.sync_api import Browser, BrowserContext, BrowserType, Error, Page, sync_playwright
from serving import Server
from together import Together

from core.sound.files import to_wav

HERE = Path(__file__).parent
# Files of few tests that wait for minutes: begun last, one worker would run the last of them alone.
WAITING = ("test_replicas", "test_server_restarts", "test_ending", "test_lessons")
SCREEN: Any = {"viewport": {"width": 1366, "height": 768}}
# Counts what is sent to the server and heard from it, and when; and can send late, as a slow line would.
SPY = (
    LISTEN
    + """
window.sent = window.heard = window.lag = 0;
window.sentAt = window.heardAt = window.toldAt = 0;
new MutationObserver(() => {
    if (!document.documentElement.hasAttribute("data-unsent")) window.toldAt = performance.now();
}).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-unsent"] });
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (...message) {
    window.sent += 1;
    window.sentAt = performance.now();
    window.overhear(true, message[0]);
    if (window.lag) setTimeout(() => send.apply(this, message), window.lag);
    else send.apply(this, message);
};
window.WebSocket = class extends WebSocket {
    constructor(...where) {
        super(...where);
        this.addEventListener("message", ({ data }) => {
            window.heard += 1;
            window.heardAt = performance.now();
            window.overhear(false, data);
        });
    }
};
"""
)
# From the first moment, and at every change: what was on the page, and when the right page came.
FLASHES = """
window.flashed = new Set();
const look = () => {
    const text = document.body?.innerText ?? "";
    for (const words of ["Page not found", "The page that you have requested", "Traceback"]) {
        if (text.includes(words)) window.flashed.add(words);
    }
};
new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
"""
# What moves while a page loads is drawn by the processor here, and takes a twentieth of all these tests' time. A rule
# for every ::before and ::after would cost that much again: the style of each is looked up for every element.
STILL = """
addEventListener("DOMContentLoaded", () => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("*, .gb-switch input::after { animation: none !important; transition: none !important; }");
    document.adoptedStyleSheets.push(sheet);
});
"""
FORGET = "() => { if (location.protocol === 'http:') sessionStorage.clear(); }"
TONE = 1_000.0  # Hz
PATIENCE = 45_000  # milliseconds
TABS: list[Page] = []  # that were opened in this process
TOLD = """() => {
    const app = document.querySelector("[data-testid=stApp]");
    const parts = ".gb-say, [data-testid=stFileUploaderFile], [data-testid=stProgress]";
    const sentences = [...document.querySelectorAll(parts)];
    return [app?.dataset.testConnectionState, app?.dataset.testScriptState,
        ...sentences.map((one) => one.textContent), document.body?.innerText.slice(0, 3000)].join("\\n");
}"""
# Streamlit asks for these below the page's own path first, to learn whether it is served under a prefix.
PROBES = re.compile(r"/[^/]+/_stcore/(health|host-config)$")
# A run may replace a sound before a busy browser has asked for it: then it is gone, and the next stands in its place.
REPLACED = re.compile(r"/media/[0-9a-f]+\.wav")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks them, so that they can be left out, and has those begin first that wait for minutes."""
    for item in items:
        if HERE in item.path.parents:
            item.add_marker(pytest.mark.browser)
    items.sort(key=lambda item: item.path.stem not in WAITING)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Together | None:
    """One worker runs what shares open tabs, in the order of the tests: xdist would begin last what has few of them."""
    if config.getoption("dist") != "loadgroup":
        return None
    config.option.loadscopereorder = False
    return Together(config, log)


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Says of a test that failed what its tabs showed then: what a busy machine shows once is not easily seen again."""
    outcome: Any = yield
    report = outcome.get_result()
    if report.failed and HERE in item.path.parents:
        report.sections += [("tab", _told_of(page)) for page in TABS if not page.is_closed()]


def _told_of(page: Page) -> str:
    try:
        return f"{page.url}\n{page.evaluate(TOLD)}\n{overheard(page)}"
    except Error as error:  # the tab is where it cannot be asked
        return f"{page.url}\n{error}"


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
def server(first_request: tuple[Server, BrowserContext, dict[str, Any]]) -> Server:
    return first_request[0]


@pytest.fixture(scope="session")
def chromium() -> Iterator[tuple[BrowserType, dict[str, Any]]]:
    """The kind of browser, and what to start it with."""
    try:
        started = launch_options()
    except FileNotFoundError as error:
        pytest.fail(str(error), pytrace=False)
    with sync_playwright() as playwright:
        yield playwright.chromium, started


@pytest.fixture(scope="session")
def browser(chromium: tuple[BrowserType, dict[str, Any]]) -> Iterator[Browser]:
    """For readers who have never been here."""
    kind, options = chromium
    browser = kind.launch(**options)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def first_request(
    chromium: tuple[BrowserType, dict[str, Any]],
    fresh_server: Callable[[], Server],
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[tuple[Server, BrowserContext, dict[str, Any]]]:
    """A new server, one reader for most tests, and what the server's first answer, to a deep link, showed.

    Only a browser with a profile keeps compiled scripts: half the time of each visit. A tone plays into its microphone.
    """
    kind, options = chromium
    profile = tmp_path_factory.mktemp("profile")
    tone = profile / "tone.wav"
    time = np.arange(4 * 48_000) / 48_000
    tone.write_bytes(to_wav((0.5 * np.sin(2 * np.pi * TONE * time)).astype(np.float32), 48_000))
    microphone = ("--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream",
                  f"--use-file-for-fake-audio-capture={tone}")  # fmt: skip
    options = {**options, "args": [*options["args"], *microphone], "permissions": ["microphone"], **SCREEN}
    server = fresh_server()
    context = kind.launch_persistent_context(profile, base_url=server.address, **options)
    context.add_init_script(SPY)
    context.add_init_script(STILL)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.add_init_script(FLASHES)
    visit(page, "/tokenizer?source=words&merges=7&step=3")
    links = page.locator("[data-testid^=stTopNav]").all_inner_texts()
    shown = {"title": page.locator(".gb-title").inner_text(), "links": links, "readout": readout(page),
             "headline": headline(page), "flashed": page.evaluate("() => [...window.flashed]"),
             "log": server.log()}  # fmt: skip
    page.close()
    yield server, context, shown
    context.close()


@pytest.fixture(scope="session")
def reader(first_request: tuple[Server, BrowserContext, dict[str, Any]]) -> BrowserContext:
    """One reader for most tests."""
    return first_request[1]


@pytest.fixture(scope="session")
def wrong() -> list[str]:
    """What the browser has complained of."""
    return []


@pytest.fixture(scope="session")
def watched(wrong: list[str]) -> Callable[[Page], Page]:
    """Watches a page from its first moment."""

    def watch(page: Page) -> Page:
        page.set_default_timeout(PATIENCE)
        TABS[:] = [*(tab for tab in TABS if not tab.is_closed()), page]
        page.on("pageerror", lambda error: wrong.append(f"{error.name}: {error.message}\n{error.stack}"))
        page.on("crash", lambda _: wrong.append("the browser's process of this tab died"))
        page.on("console", lambda message: wrong.append(message.text) if _is_wrong(message) else None)
        return page

    return watch


@pytest.fixture(autouse=True)
def nothing_goes_wrong(server: Server, wrong: list[str]) -> Iterator[None]:
    """Fails a test during which a script in the browser, or the server, met an error."""
    wrong.clear()
    said_before = len(server.log())
    yield
    log = server.log()[said_before:]
    assert not wrong, "the browser complained:\n" + "\n".join([*wrong, "the server said:", log])
    assert "Traceback" not in log, log
    assert "Error" not in log, log


def as_new(tab: Page) -> Page:
    """Forgets what a test has set on a tab. Scripts that it had added stay: such a test opens a tab of its own."""
    tab.unroute_all()
    tab.evaluate(FORGET)
    tab.emulate_media(media="null", color_scheme="null", reduced_motion="null", forced_colors="null")
    tab.set_viewport_size(SCREEN["viewport"])
    tab.mouse.up()
    tab.mouse.move(0, 0)
    return tab


def _is_wrong(message: Any) -> bool:
    url = message.location.get("url", "")
    return message.type == "error" and not (PROBES.search(url) or REPLACED.search(f"{url} {message.text}"))


@pytest.fixture(scope="session")
def at(reader: BrowserContext, watched: Callable[[Page], Page]) -> Callable[..., Page]:
    """Opens an address in a tab that stays open: for tests that do not care how they came there.

    ``drawn=False`` for an address at which there is nothing to draw yet.
    """
    kept: list[Page] = []  # one: tabs out of sight slow the one that is looked at

    def open_at(address: str, *, drawn: bool = True) -> Page:
        path, _, query = address.partition("?")
        if not kept or kept[0].is_closed():
            kept[:] = [watched(reader.new_page())]
        (tab,) = kept
        tab.bring_to_front()
        if urlsplit(tab.url).path != path:
            visit(as_new(tab), path)
        tab.evaluate("() => { window.lag = 0; document.querySelector('[data-testid=stMain]').scrollTo(0, 0); }")
        settle(tab, 50)  # what the last test did may not have been told yet
        (turn_to if drawn else push)(tab, query)
        return tab

    return open_at


@pytest.fixture
def tab(at: Callable[..., Page]) -> Page:
    """The tokenizer's page as it opens, in its tab that stays open."""
    return at("/tokenizer")


@pytest.fixture(scope="session")
def spare(reader: BrowserContext, watched: Callable[[Page], Page]) -> Callable[[], Page]:
    """A tab as a new one is. What it has compiled it keeps: a visit takes half to two thirds of that in a new one."""
    kept: list[Page] = []

    def give() -> Page:
        if not kept or kept[0].is_closed():
            kept[:] = [watched(reader.new_page())]
        kept[0].bring_to_front()
        return as_new(kept[0])

    return give


@pytest.fixture
def page(spare: Callable[[], Page]) -> Iterator[Page]:
    """A tab that shows nothing yet."""
    page = spare()
    yield page
    page.evaluate(FORGET)
    page.goto("about:blank")  # out of sight, it would slow the one that is looked at


@pytest.fixture
def new_page(browser: Browser, server: Server, watched: Callable[[Page], Page]) -> Iterator[Callable[..., Page]]:
    """Opens a page for another reader, with a browser that has never been here."""
    contexts: list[BrowserContext] = []

    def open_page(address: str = server.address, **options: Any) -> Page:
        contexts.append(browser.new_context(base_url=address, **{**SCREEN, **options}))
        contexts[-1].add_init_script(SPY)
        return watched(contexts[-1].new_page())

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture
def taken(browser: Browser, watched: Callable[[Page], Page], tmp_path: Path) -> Iterator[Callable[[Page], Page]]:
    """Takes a live picture of what a page shows, and opens the file where there is no network."""
    context = browser.new_context(**SCREEN)
    context.set_offline(True)

    def take(page: Page) -> Page:
        settle(page)
        with page.expect_download() as download:
            page.get_by_role("button", name="Live picture (HTML)").click()
        path = tmp_path / download.value.suggested_filename
        download.value.save_as(path)
        live = watched(context.new_page())
        live.goto(path.as_uri())
        live.locator("html[data-drawn]").wait_for()
        return live

    yield take
    context.close()
