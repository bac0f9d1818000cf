"""What stands in a reader's browser outlives the server, and the line to it: the first change afterwards counts.

``GLASSBOX_AWAY_SECONDS`` (5) says for how long the line is down, or the server hears nothing.
"""

import os
import signal
from collections.abc import Callable, Iterator

import pytest
from driving import DRAWN, choose, control, fill, readout, settle, visit, wait_for_query, wait_for_sentence
from playwright.sync_api import Browser, Page
from serving import Server
from test_bringing_text import upload

Restart = Callable[[], None]


@pytest.fixture(scope="module")
def restarting() -> Iterator[list[Server]]:
    servers = [Server().wait()]
    yield servers
    servers[-1].stop()


@pytest.fixture
def restart(restarting: list[Server]) -> Restart:
    """Stops the server and starts another in its place."""

    def restart() -> None:
        port = restarting[-1].port
        restarting[-1].stop()
        restarting[:] = [Server(port=port).wait()]

    return restart


@pytest.fixture
def here(restarting: list[Server], browser: Browser) -> Iterator[Page]:
    page = browser.new_page(base_url=restarting[-1].address)
    page.set_default_timeout(45_000)
    yield page
    page.close()


AWAY_SECONDS = float(os.environ.get("GLASSBOX_AWAY_SECONDS", "5"))


def is_back(page: Page) -> None:
    page.wait_for_function(
        "() => document.querySelector('[data-testid=stApp]').dataset.testConnectionState === 'CONNECTED'"
    )


def test_first_change_of_a_control_after_a_restart_counts(here: Page, restart: Restart) -> None:
    visit(here, "/tokenizer?merges=7&step=3")
    restart()
    is_back(here)
    fill(here, "merges", "31")
    wait_for_query(here, "merges=31")
    settle(here)
    assert readout(here) == "3 of 31 merges made"
    restart()
    is_back(here)
    here.locator(".gb-preset").first.click()
    wait_for_query(here, "^(?!.*merges=31)")


def test_a_change_made_while_the_server_is_away_counts_when_it_is_back(here: Page, restarting: list[Server]) -> None:
    visit(here, "/tokenizer?merges=7&step=3")
    port = restarting[-1].port
    restarting[-1].stop(at_once=True)  # some seconds later Streamlit lays a sentence over the page
    here.wait_for_function(
        "() => document.querySelector('[data-testid=stApp]').dataset.testConnectionState !== 'CONNECTED'"
    )
    merges = control(here, "merges").locator("input").first
    merges.fill("31")
    merges.blur()
    here.wait_for_timeout(1_500)  # longer than the hand's rest, after which the page would have been told
    restarting[:] = [Server(port=port).wait()]
    wait_for_query(here, "merges=31")
    settle(here)
    assert readout(here) == "3 of 31 merges made"


@pytest.mark.parametrize("away", ["the line is down", "the server hears nothing"])
def test_a_change_made_meanwhile_counts_afterwards_and_the_page_can_be_used(
    here: Page, restarting: list[Server], away: str
) -> None:
    visit(here, "/tokenizer?merges=7&step=3")
    line = away == "the line is down"
    if line:
        here.context.set_offline(True)
    else:
        os.kill(restarting[-1].pid, signal.SIGSTOP)
    try:
        merges = control(here, "merges").locator("input").first
        merges.fill("31")
        merges.blur()
        here.wait_for_timeout(1_000 * AWAY_SECONDS)
    finally:
        if line:
            here.context.set_offline(False)
        else:
            os.kill(restarting[-1].pid, signal.SIGCONT)
    wait_for_query(here, "merges=31")
    is_back(here)
    settle(here)
    assert readout(here) == "3 of 31 merges made"
    fill(here, "merges", "12")
    wait_for_query(here, "merges=12")


def test_after_a_restart_a_file_is_asked_for_again_and_its_chip_is_gone(here: Page, restart: Restart) -> None:
    here.goto("/tokenizer?source=file&merges=12")
    control(here, "file").locator("input[type=file]").wait_for(state="attached")
    settle(here)
    upload(here, "notes.txt", b"low lower lowest newest widest")
    here.wait_for_function(DRAWN)
    restart()
    is_back(here)
    fill(here, "merges", "5")
    wait_for_query(here, "merges=5")
    settle(here)
    wait_for_sentence(here, "no longer has your file. Choose it again.")
    assert here.get_by_text("notes.txt").count() == 0
    here.locator("input[type=file]").first.set_input_files(
        {"name": "notes.txt", "mimeType": "text/plain", "buffer": b"low lower lowest newest widest"}
    )
    here.wait_for_function("() => document.querySelectorAll('.gb-passage .gb-word').length === 5")
    choose(here, "source", "A sample")


def test_a_text_that_is_too_long_for_a_link_stands_after_a_restart(here: Page, restart: Restart) -> None:
    text = " ".join(str(i**7) for i in range(2_000))
    visit(here, "/tokenizer?source=text&min_count=1&text=low")
    fill(here, "text", text)
    wait_for_sentence(here, "“Your text” is too long for a link")
    restart()
    is_back(here)
    settle(here, 1_000)
    here.wait_for_function(
        "(text) => document.querySelector('.st-key-tokenizer-text textarea').value === text", arg=text
    )
    fill(here, "merges", "5")
    wait_for_query(here, "merges=5")
    settle(here)
    assert control(here, "text").locator("textarea").input_value() == text
