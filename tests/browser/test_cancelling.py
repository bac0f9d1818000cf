"""Long work shows how far it is, stops when asked, and leaves the page usable."""

from collections.abc import Callable

import pytest
from driving import choose, control, fill, readout, settle
from playwright.sync_api import Page
from test_bringing_text import visit_without_figure

# How far the picture moves where the progress that lies over it comes before its mark: nothing jumps in any order.
UNMARKED = """() => {
    const top = () => document.querySelector(".gb-figure").getBoundingClientRect().top, before = top();
    document.querySelector(".gb-over").classList.remove("gb-over");
    return top() - before;
}"""


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
    control(page, "source").get_by_role("radio", name="Your file").click()
    progress.wait_for()
    assert page.evaluate(UNMARKED) == 0
    choose(page, "source", "A sample")
    fill(page, "merges", "20")
    assert readout(page) == "20 of 20 merges made"


def fill_without_settling(page: Page, merges: str) -> None:
    field = page.locator(".st-key-tokenizer-merges input[role=spinbutton]")
    field.fill(merges)
    field.blur()


def test_pictures_that_stand_keep_their_height_while_a_worker_computes(at: Callable[..., Page]) -> None:
    """Also one that is lower than the place that is kept for a first one."""
    page = at("/t-test-power")
    heights = page.evaluate("""() => {
        const main = document.querySelector("[class*='st-key-gb-main']"), before = main.offsetHeight;
        const mark = Object.assign(document.createElement("span"), { className: "gb-over", hidden: true });
        main.append(mark);
        const during = main.offsetHeight;
        mark.remove();
        return [before, during];
    }""")
    assert heights[0] == heights[1]
