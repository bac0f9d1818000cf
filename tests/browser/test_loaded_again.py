"""A tab that is loaded again, or in another language, goes on with what no link carries."""

from collections.abc import Callable
from urllib.parse import urlsplit

import numpy as np
import pytest
from driving import DRAWN, choose, fill, go_home, settle, slider, visit, wait_for_query, wait_for_sentence
from playwright.sync_api import Page, expect
from test_bringing_text import upload, visit_without_figure
from test_comparing import pin

from core.sound.files import to_wav

LONG = " ".join(str(i**7) for i in range(2_000))
TABLE = b"before,after\n" + b"".join(b"%d,%d\n" % (i * i % 17, i * i % 13) for i in range(40))


def reload(page: Page) -> None:
    page.reload()


def in_french(page: Page) -> None:
    page.get_by_role("link", name="Français").click()
    page.wait_for_function("() => document.documentElement.lang === 'fr'")


@pytest.mark.parametrize("later", [0, 300])  # ms: not sent yet, and on its way
def test_a_step_stands_in_a_tab_that_is_loaded_again_before_the_server_has_heard_of_it(page: Page, later: int) -> None:
    """Over a slow line. No address has it yet; the document after the next one knows nothing of it."""
    visit(page, "/fourier?phase=1")
    page.evaluate("window.lag = 500")
    slider(page).evaluate("""(input) => {
        input.value = 90;
        for (const kind of ["input", "change"]) input.dispatchEvent(new Event(kind, { bubbles: true }));
    }""")
    page.wait_for_timeout(later)
    page.reload()
    wait_for_query(page, r"frequency=187\.5")
    settle(page)
    assert slider(page).input_value() == "90"
    assert "phase=1" in page.url
    visit(page, "/fourier?phase=1")
    settle(page, 600)
    assert page.url.endswith("?phase=1")


@pytest.mark.parametrize("again", [reload, in_french])
def test_a_text_that_is_too_long_for_a_link_stands_in_a_tab_that_is_loaded_again(
    page: Page, again: Callable[[Page], None]
) -> None:
    visit(page, "/tokenizer?source=text&min_count=1&text=low")
    fill(page, "text", LONG)
    wait_for_sentence(page, "“Your text” is too long for a link")
    again(page)
    expect(page.locator(".st-key-tokenizer-text textarea")).to_have_value(LONG)
    page.wait_for_function(DRAWN)


@pytest.mark.parametrize(("address", "name", "content"), [
    ("/spectrogram?source=file", "tone.wav", to_wav(np.sin(np.arange(48_000) / 10).astype(np.float32), 48_000)),
    ("/t-test-power?source=file", "table.csv", TABLE),
])  # fmt: skip
@pytest.mark.parametrize("again", [reload, in_french])
def test_a_file_that_a_reader_brought_is_named_and_drawn_in_a_tab_that_is_loaded_again(
    page: Page, again: Callable[[Page], None], address: str, name: str, content: bytes
) -> None:
    visit_without_figure(page, address)
    upload(page, name, content)
    page.wait_for_function(DRAWN)
    summary = page.locator(".gb-worked").first.inner_text()
    again(page)
    named = page.locator(".gb-remark").filter(has_text=name)
    expect(named).to_be_visible()
    page.wait_for_function(DRAWN)
    settle(page)
    if again is reload:
        expect(page.locator(".gb-worked").first).to_have_text(summary)
    assert urlsplit(page.url).query.startswith("source=file")
    upload(page, f"other {name}", content)
    expect(named).to_have_count(0)


def test_a_pinned_state_has_its_file_in_a_tab_that_is_loaded_again(page: Page) -> None:
    visit_without_figure(page, "/tokenizer?source=file&merges=3&min_count=1")
    upload(page, "low.txt", b"low lower lowest newest widest")
    page.wait_for_function(DRAWN)
    pin(page)
    fill(page, "merges", "5")
    told = page.locator(".gb-compared").inner_text()
    page.reload()
    expect(page.locator(".gb-compared")).to_have_text(told)


@pytest.mark.parametrize("typed", ["-5", "five"])
@pytest.mark.parametrize("again", [reload, in_french])
def test_what_cannot_be_used_stands_with_what_is_wrong_in_a_tab_that_is_loaded_again(
    page: Page, again: Callable[[Page], None], typed: str
) -> None:
    visit(page, "/tokenizer?source=text&min_count=1&text=low%20lower&merges=3")
    fill(page, "merges", typed)
    merges = page.locator(".st-key-tokenizer-merges")
    wait_for_sentence(page, "Number of merges = ")
    again(page)
    expect(merges.get_by_role("spinbutton")).to_have_value(typed)
    expect(page.locator(".gb-error").locator("visible=true")).to_have_count(1)
    assert "merges=3" in page.url
    fill(page, "merges", "4")
    wait_for_query(page, "merges=4")
    expect(page.locator(".gb-error")).to_have_count(0)


def test_what_does_not_count_for_the_moment_stands_in_a_tab_that_is_loaded_again(page: Page) -> None:
    visit(page, "/tokenizer?source=text&min_count=1&text=low%20lower&merges=3")
    choose(page, "source", "A sample")
    page.wait_for_function("() => !location.search.includes('text')")
    settle(page)
    page.reload()
    page.wait_for_function(DRAWN)
    settle(page)
    choose(page, "source", "Your text")
    expect(page.locator(".st-key-tokenizer-text textarea")).to_have_value("low lower")


def test_another_page_in_the_same_tab_begins_as_its_link_says(page: Page) -> None:
    visit(page, "/tokenizer?source=text&min_count=1&text=low")
    fill(page, "text", LONG)
    wait_for_sentence(page, "“Your text” is too long for a link")
    visit(page, "/tokenizer?source=text&min_count=1&text=low&merges=7")
    expect(page.locator(".st-key-tokenizer-text textarea")).to_have_value("low")


@pytest.mark.parametrize("again", [reload, in_french])
def test_a_page_that_is_come_back_to_stands_as_it_did_though_another_was_loaded_again_meanwhile(
    page: Page, again: Callable[[Page], None]
) -> None:
    visit(page, "/tokenizer?source=text&min_count=1&merges=7&text=low")
    fill(page, "text", LONG)
    wait_for_sentence(page, "“Your text” is too long for a link")
    go_home(page)
    page.wait_for_url("**/")
    settle(page)
    again(page)
    settle(page)
    page.locator("a[href*='tokenizer']").first.click()
    expect(page.locator(".st-key-tokenizer-text textarea")).to_have_value(LONG)
    page.wait_for_url("**merges=7**")
