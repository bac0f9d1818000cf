"""/sampling in a real browser: the tone is scrubbed past half the rate, and the page tells what comes back."""

from driving import settle, slider, visit
from playwright.sync_api import Page


def told(page: Page) -> str:
    return page.locator(".gb-panel .gb-headline").inner_text()


def test_scrubbing_the_tone_moves_wave_zigzag_and_spectrum_together(page: Page) -> None:
    visit(page, "/sampling?preset=below")
    assert "100 Hz, measured 100" in told(page)
    assert "unchanged" in told(page)
    slider(page).focus()
    page.keyboard.press("End")
    page.wait_for_function("[...document.querySelectorAll('.gb-figure')].every((f) => f.dataset.drawn === '240')")
    assert "0 Hz" in told(page)
    settle(page)
    page.wait_for_url("**step=240**")


def test_a_sine_at_half_the_rate_is_told_to_vanish(page: Page) -> None:
    visit(page, "/sampling?preset=vanished")
    assert "Every sample is 0" in told(page)


def test_a_typed_tone_moves_the_sweep_to_it(page: Page) -> None:
    visit(page, "/sampling")
    field = page.get_by_label("Tone (Hz)", exact=True)
    field.fill("1499")
    field.press("Enter")
    page.wait_for_function("document.querySelector('.gb-readout').textContent.includes('1,499')")
    assert "499 Hz" in told(page)
    assert page.locator("audio").count() == 2
