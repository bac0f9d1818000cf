"""A sound from the microphone: Chromium plays a file into it, and the page draws and plays what it hears."""

from conftest import TONE
from driving import settle
from playwright.sync_api import Page


def test_what_the_microphone_hears_is_drawn_with_its_pitch_and_can_be_heard(page: Page) -> None:
    page.goto("/spectrogram?source=microphone&length=64")
    page.get_by_text("Nothing is recorded yet").wait_for()
    settle(page)
    page.get_by_role("button", name="Record", exact=True).click()
    page.wait_for_timeout(1_500)
    page.get_by_role("button", name="Stop recording").click()
    page.locator(".gb-panel canvas").wait_for(timeout=60_000)
    settle(page)
    # The place that is read first is the loudest.
    hertz = page.locator(".gb-panel output").inner_text().split(" · ")[1]
    assert abs(float(hertz.removesuffix("\u00a0Hz").replace(",", "")) - TONE) < 100
    page.get_by_text("at 48,000 Hz").wait_for()
    assert page.get_by_test_id("stAudio").count() == 2
