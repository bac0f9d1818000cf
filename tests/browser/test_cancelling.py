"""Long work shows how far it is, stops when asked, and leaves the page usable."""

import pytest
from driving import choose, fill, readout, settle
from playwright.sync_api import Page
from test_bringing_text import visit_without_figure


@pytest.fixture(scope="module")
def long_text() -> bytes:
    """4.5 MB, most of its words unlike any other, of 4,050,000 characters where 5,000,000 are the most: a long time of
    learning, for which nobody waits here.
    """
    import numpy as np

    letters = np.random.default_rng(5).choice(np.frombuffer(b"etaoinshrdlucmfwyp", np.uint8), (450_000, 10))
    letters[:, 9] = ord(" ")
    return letters.tobytes()


def test_long_computation_shows_progress_and_can_be_cancelled_and_started_again(page: Page, long_text: bytes) -> None:
    visit_without_figure(page, "/tokenizer?source=file&merges=10000")
    chooser = page.locator(".st-key-tokenizer-file input[type=file]")
    chooser.set_input_files({"name": "long.txt", "mimeType": "text/plain", "buffer": long_text})
    progress = page.get_by_test_id("stProgress")
    progress.wait_for(timeout=30_000)
    page.wait_for_function(
        "() => /Computing… [1-9]/.test(document.querySelector('[data-testid=stProgress]')?.textContent)", timeout=30_000
    )
    page.get_by_role("button", name="Cancel").click()
    page.get_by_text("The computation was cancelled.").wait_for(timeout=10_000)
    assert progress.count() == 0
    again = page.get_by_role("button", name="Start again")
    again.click()
    progress.wait_for()
    page.get_by_role("button", name="Cancel").click()
    again.wait_for(timeout=10_000)
    # A control changes the computation, so it starts by itself, and can be stopped as well.
    fill_without_settling(page, "9000")
    progress.wait_for()
    page.get_by_role("button", name="Cancel").click()
    again.wait_for(timeout=10_000)
    choose(page, "source", "A sample")
    page.wait_for_function("() => document.querySelectorAll('.gb-passage .gb-chip').length > 50")
    settle(page)
    fill(page, "merges", "20")
    assert readout(page) == "20 of 20 merges made"


def fill_without_settling(page: Page, merges: str) -> None:
    field = page.locator(".st-key-tokenizer-merges input[role=spinbutton]")
    field.fill(merges)
    field.blur()
