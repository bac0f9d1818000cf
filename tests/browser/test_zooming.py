"""Dragging over the spectrogram selects a stretch to be computed anew; a double click or the Back button goes back."""

import re
from collections.abc import Callable

from driving import settle, visit
from playwright.sync_api import Page, expect

CANVAS = ".gb-panel canvas"
ADDRESS = "() => Object.fromEntries(new URLSearchParams(location.search))"


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    box = page.locator(CANVAS).bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + start[0], box["y"] + start[1])
    page.mouse.down()
    page.mouse.move(box["x"] + (start[0] + end[0]) / 2, box["y"] + (start[1] + end[1]) / 2)
    assert page.locator(".gb-band").is_visible()
    page.mouse.move(box["x"] + end[0], box["y"] + end[1])
    page.mouse.up()


def settled(page: Page, pattern: str) -> dict[str, str]:
    page.wait_for_url(re.compile(pattern))
    settle(page)
    return dict(page.evaluate(ADDRESS))


def test_what_is_selected_is_computed_anew_and_a_double_click_goes_back(at: Callable[..., Page]) -> None:
    page = at("/spectrogram?source=vowel&seconds=1")
    width = page.locator(CANVAS).evaluate("(canvas) => canvas.clientWidth")
    left, right = 58, 58 + width - 58 - 118 - 18  # of the picture within its canvas
    third = (right - left) / 3
    drag(page, (left + third, 100), (left + 2 * third, 200))
    first = settled(page, "low_hz")
    assert abs(float(first["start"]) - 1 / 3) < 0.01
    assert abs(float(first["end"]) - 2 / 3) < 0.01
    assert 0 < float(first["low_hz"]) < float(first["high_hz"]) < 4_000
    expect(page.get_by_text(re.compile(r"Shown: 0.33\d* to 0.66\d*\ss of 1\ss"))).to_be_visible()
    expect(page.get_by_label("From (s)", exact=True)).to_have_value(first["start"])
    drag(page, (left + third, 20), (left + 2 * third, 22))  # over the wave: time alone
    second = settled(page, r"start=0\.4")
    assert (second["low_hz"], second["high_hz"]) == (first["low_hz"], first["high_hz"])
    page.go_back()
    settle(page)
    assert page.evaluate(ADDRESS) == first
    page.locator(CANVAS).dblclick(position={"x": left + third, "y": 150})
    assert "start" not in settled(page, r"seconds=1(?!.*start)")
    assert page.get_by_role("button", name="Zoom out").count() == 0


def test_the_keyboard_looks_closer_and_goes_back(at: Callable[..., Page]) -> None:
    page = at("/spectrogram")
    page.locator(CANVAS).focus()
    page.keyboard.press("+")
    assert float(settled(page, "start")["end"]) - float(settled(page, "start")["start"]) < 0.21
    page.get_by_role("button", name="Zoom out").click()
    assert settled(page, r"spectrogram(\?$|$)") == {}


def test_the_picture_at_rest_is_finer_than_the_one_that_is_scrubbed(page: Page) -> None:
    """White noise: in a row of pixels, colours change where cells do."""
    visit(page, "/spectrogram?source=noise&seconds=3&rate=16000&length=8")
    changes = """() => {
        const canvas = document.querySelector(".gb-panel canvas"), pen = canvas.getContext("2d");
        const row = pen.getImageData(60, 150, 600, 1).data;
        let count = 0;
        for (let i = 4; i < row.length; i += 4) count += row[i] !== row[i - 4] || row[i + 1] !== row[i - 3];
        return count;
    }"""
    page.wait_for_timeout(300)
    rest = page.evaluate(changes)
    slider = page.locator(".gb-scrub input[type=range]")
    at = slider.input_value()
    slider.focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.wait_for_timeout(100)
    assert slider.input_value() == at
    page.keyboard.press("ArrowRight")
    page.wait_for_timeout(100)
    assert page.evaluate(changes) < 0.7 * rest
    settle(page)
    page.wait_for_timeout(300)
    assert page.evaluate(changes) > 0.85 * rest
