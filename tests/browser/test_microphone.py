"""A sound from the microphone: Chromium plays a file into it, and the page draws and plays what it hears."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from conftest import SCREEN
from driving import settle
from playwright.sync_api import BrowserType, Page
from serving import Server

from core.signals.sound import to_wav

TONE = 1_000.0  # Hz


def test_what_the_microphone_hears_is_drawn_with_its_pitch_and_can_be_heard(
    chromium: tuple[BrowserType, dict[str, Any]], server: Server, watched: Callable[[Page], Page], tmp_path: Path
) -> None:
    heard = tmp_path / "tone.wav"
    time = np.arange(4 * 48_000) / 48_000
    heard.write_bytes(to_wav((0.5 * np.sin(2 * np.pi * TONE * time)).astype(np.float32), 48_000))
    kind, options = chromium
    microphone = ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream",
                  f"--use-file-for-fake-audio-capture={heard}"]  # fmt: skip
    listening = kind.launch(**{**options, "args": options["args"] + microphone})
    try:
        context = listening.new_context(base_url=server.address, permissions=["microphone"], **SCREEN)
        page = watched(context.new_page())
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
        assert abs(float(hertz.removesuffix(" Hz").replace(",", "")) - TONE) < 100
        page.get_by_text("at 48,000 Hz").wait_for()
        assert page.get_by_test_id("stAudio").count() == 2
    finally:
        listening.close()
