"""A server that is told to end turns new readers away, lets running work end, and ends with status 0."""

import json
import os
import signal
import time
from collections.abc import Iterator

import pytest
from driving import visit
from playwright.sync_api import Browser, Page
from serving import Server

# Some seconds in a worker, asked for as the Back button does.
LONGER = """() => {
    history.pushState(null, "", "/cramer-rao?error=0.6");
    dispatchEvent(new PopStateEvent("popstate"));
}"""
PAGE = {"accept": "text/html"}


@pytest.fixture
def ending() -> Iterator[Server]:
    server = Server(
        GLASSBOX_LOG="json", GLASSBOX_DRAIN_SECONDS="150", STREAMLIT_LOGGER_HIDE_WELCOME_MESSAGE="true"
    ).wait(path="/healthz")
    yield server
    server.stop()


@pytest.fixture
def here(ending: Server, browser: Browser) -> Iterator[Page]:
    """A page that may complain: its server goes away."""
    page = browser.new_page(base_url=ending.address)
    page.set_default_timeout(120_000)
    yield page
    page.close()


def test_a_server_that_is_told_to_end_turns_readers_away_and_finishes_their_work(ending: Server, here: Page) -> None:
    visit(here, "/cramer-rao")
    here.evaluate(LONGER)
    here.locator(".gb-computing").wait_for(state="attached")
    assert ending.get("/healthz").status == 200
    os.kill(ending.pid, signal.SIGTERM)
    time.sleep(0.2)
    for path in ("/healthz", "/_stcore/health", "/tokenizer"):
        assert ending.get(path, **PAGE).status == 503, path
    assert ending.get("/glassbox/qr.svg?link=a").status == 200  # what a page still needs
    here.locator(".gb-computing").wait_for(state="detached")
    assert ending.status() == 0
    events = [json.loads(line) for line in ending.log().splitlines()]
    assert [one["event"] for one in events if one["logger"] == "glassbox"][-2:] == [
        "The server takes no more readers: SIGTERM", "The server ends"]  # fmt: skip
    assert {tuple(one)[:4] for one in events} == {("time", "level", "logger", "event")}


def test_a_server_without_work_ends_at_once_though_pages_are_open(ending: Server, here: Page) -> None:
    visit(here, "/tokenizer")
    began = time.monotonic()
    os.kill(ending.pid, signal.SIGTERM)
    assert ending.status() == 0
    assert time.monotonic() - began < 10
