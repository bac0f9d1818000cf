"""/spectrogram in a real browser: the window is scrubbed, places are read, a sound is brought."""

import io
from collections.abc import Callable

import librosa
import numpy as np
import pytest
import soundfile
from driving import plain, settle, slider
from playwright.sync_api import Page, expect
from test_bringing_text import bring

from core.sound.built_in_sounds import built_in
from core.sound.files import to_wav

CANVAS = ".gb-panel canvas"
COLOUR = """([x, y]) => {
    const canvas = document.querySelector(".gb-panel canvas"), ratio = canvas.width / canvas.clientWidth;
    return [...canvas.getContext("2d").getImageData(x * ratio, y * ratio, 1, 1).data];
}"""


def told(page: Page) -> str:
    return page.locator(".gb-worked").first.inner_text()


def reading(page: Page) -> str:
    return plain(page.locator(".gb-panel output").inner_text())


def test_scrubbing_the_window_parts_the_tones_and_keeps_the_product(at: Callable[..., Page]) -> None:
    page = at("/spectrogram")
    assert "here they are one" in told(page)
    assert "0.08166" in told(page)
    slider(page).focus()
    page.keyboard.press("End")
    page.wait_for_function(
        "() => [...document.querySelectorAll('.gb-figure, .gb-panel')].every((f) => f.dataset.drawn === '31')"
    )
    assert "here they are two (with a dip of" in told(page)
    assert "0.08167" in told(page)
    page.wait_for_url("**length=512**")
    expect(page.get_by_label("Window length (ms)", exact=True)).to_have_value("512")


def test_a_place_is_read_with_its_note_and_its_level(at: Callable[..., Page]) -> None:
    page = at("/spectrogram?length=304&seconds=1")
    box = page.locator(CANVAS).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 400, box["y"] + 150)
    page.wait_for_timeout(100)
    time, hz, note, level = reading(page).split(" · ")
    hertz = float(hz.removesuffix(" Hz").replace(",", ""))
    assert 0 < float(time.removesuffix(" s")) < 1
    assert note.split()[0] == librosa.hz_to_note(hertz, unicode=True)
    assert "dB" in level


def test_the_keyboard_moves_the_place_that_is_read(at: Callable[..., Page]) -> None:
    page = at("/spectrogram")
    before = reading(page)
    page.locator(CANVAS).focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".gb-panel output")).not_to_have_text(before)
    assert float(reading(page).split(" s")[0]) > float(before.split(" s")[0])


def test_two_settings_stand_side_by_side_on_the_same_axes(at: Callable[..., Page]) -> None:
    page = at("/spectrogram?length=4")
    page.get_by_role("button", name="Pin as A").click()
    page.get_by_role("button", name="Unpin A").wait_for()
    settle(page)
    left = page.evaluate(COLOUR, [200, 100])
    slider(page).focus()
    page.keyboard.press("End")
    settle(page)
    assert page.evaluate(COLOUR, [200, 100]) == left
    page.get_by_role("button", name="Unpin A").click()
    page.get_by_role("button", name="Pin as A").wait_for()
    settle(page)
    assert page.evaluate(COLOUR, [200, 100]) != left


@pytest.mark.parametrize("kind", ["WAV", "FLAC", "OGG", "MP3"])
def test_a_sound_of_a_reader_is_drawn_and_can_be_heard(at: Callable[..., Page], kind: str) -> None:
    file = io.BytesIO()
    soundfile.write(file, built_in("vowel", 1.0, 16_000), 16_000, format=kind)
    page = bring(at, f"voice.{kind.lower()}", file.getvalue(), "/spectrogram?source=file")
    page.get_by_text("Shown: 0 to 1 s").wait_for()
    page.locator(".gb-computing").wait_for(state="detached")  # the last picture stays until then
    assert page.locator("audio").count() == 2


@pytest.mark.parametrize(
    ("name", "data", "sentence"),
    [
        ("words.flac", b"these are words, no waves", "it is text, not a sound"),
        ("cut.wav", to_wav(built_in("noise", 0.1, 8_000), 8_000)[:40], "cannot be used"),
        ("empty.wav", to_wav(np.zeros(0, np.float32), 8_000), "it holds no samples"),
    ],
)
def test_what_is_no_sound_is_refused_in_a_sentence_and_the_page_stands(
    at: Callable[..., Page], name: str, data: bytes, sentence: str
) -> None:
    page = bring(at, name, data, "/spectrogram?source=file")
    page.locator(".gb-error").first.wait_for()
    assert sentence in page.locator(".gb-error").first.inner_text()
    assert page.get_by_test_id("stException").count() == 0
    page.get_by_role("radio", name="Vowel").check(force=True)
    page.locator(CANVAS).wait_for()


def test_the_first_screen_of_a_small_laptop_holds_the_picture_and_its_scrub(at: Callable[..., Page]) -> None:
    page = at("/spectrogram")  # in a window of 1366 × 768
    for name in (".gb-look", CANVAS, ".gb-scrub"):
        box = page.locator(name).bounding_box()
        assert box is not None
        assert 0 <= box["y"] < box["y"] + box["height"] <= 768, name


def test_every_player_has_the_name_of_its_sound(at: Callable[..., Page]) -> None:
    page = at("/spectrogram")
    for name in ("The sound", "Through the transform and back"):
        player = page.get_by_label(name, exact=True)
        player.wait_for(state="attached")
        assert player.evaluate("(one) => one.tagName") == "AUDIO"


def test_a_line_runs_along_with_what_is_heard(at: Callable[..., Page]) -> None:
    page = at("/spectrogram?seconds=3&source=noise")
    canvas = "document.querySelector('.gb-panel canvas').toDataURL()"
    still = page.evaluate(canvas)
    page.locator("audio").first.wait_for(state="attached")
    page.evaluate("() => { const sound = document.querySelector('audio'); sound.muted = true; return sound.play(); }")
    page.wait_for_function(f"(still) => {canvas} !== still", arg=still)
