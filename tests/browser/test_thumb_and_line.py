"""The thumb of a swept axis and the line in its picture stand at one place: they are two handles of the same thing."""

from collections.abc import Callable
from typing import Any

import pytest
from driving import settle, slider, turn_to, visit
from playwright.sync_api import Page

LAPTOP, PHONE = (1366, 768), (390, 844)
NEAR = 3.0  # px
STEPS_ALIKE = ("tokenizer", "attention?show=head", "attention?show=softmax", "attention?show=off",
               "attention-by-hand?part=matrices", "quantization?part=pipeline",
               "gradient-descent?part=network&trained=20", "gradient-descent?part=noise", "cramer-rao?view=theta",
               "cramer-rao?view=one")  # fmt: skip
# The best step sizes stand between those of an even grid; whole numbers of samples are uneven on a logarithmic axis.
STEPS_UNEVEN = ("gradient-descent?part=plane", "sampling?part=wheel", "fourier?part=cost", "spectrogram",
                "cramer-rao?view=n")  # fmt: skip
WITHOUT_LINE = ("fourier?part=padding", "t-test-power", "sampling?part=alias", "cross-attention")
# Middles of thumb and line in px; where the thumb of a plain slider of the same box would be; whether the picture is
# in sight.
PLACES = """() => {
    const bar = document.querySelector(".gb-scrub"), input = bar.querySelector("input");
    const figure = bar.closest(".gb-figure"), line = figure.querySelector(".gb-cursor-line");
    const track = bar.querySelector(".gb-track").getBoundingClientRect();
    const size = parseFloat(getComputedStyle(bar.querySelector(".gb-thumb"), "::before").width);
    const { left, right, width } = input.getBoundingClientRect(), across = line.getBoundingClientRect();
    return {
        thumb: bar.querySelector(".gb-thumb").getBoundingClientRect().left,
        line: line.style.transform ? across.left + across.width / 2 : null,
        plain: left + size / 2 + (input.value / Math.max(1, input.max)) * (width - size),
        free: [left - track.left, track.right - right],
        inSight: getComputedStyle(figure.querySelector(".gb-drawing")).visibility === "visible",
    };
}"""
STAND = """([at]) => new Promise((done) => {
    const input = document.querySelector(".gb-scrub input");
    input.value = Math.round(at * input.max);
    input.dispatchEvent(new Event("input", { bubbles: true }));
    requestAnimationFrame(() => requestAnimationFrame(done));
})"""

TONE_AT = """([place, near]) => {
    const canvas = document.querySelector(".gb-canvas"), { xaxis } = canvas._fullLayout;
    const tone = canvas.getBoundingClientRect().left + xaxis._offset + xaxis.d2p(canvas.data[0].x[0]);
    return Math.abs(tone - place) < near;
}"""


def places(page: Page, at: float) -> dict[str, Any]:
    """Where thumb and line are when the axis stands at this share of its steps."""
    page.evaluate(STAND, [at])
    found: dict[str, Any] = page.evaluate(PLACES)
    return found


def resize(page: Page, size: tuple[int, int]) -> None:
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.wait_for_timeout(300)  # pictures take the new size


@pytest.fixture
def opened(page: Page) -> Callable[[str], Page]:
    """Opens a page anew: the pictures of the part before would answer for those that are still computed."""

    def open_page(address: str) -> Page:
        visit(page, f"/{address}")
        return page

    return open_page


@pytest.mark.parametrize("address", STEPS_ALIKE + STEPS_UNEVEN)
def test_the_thumb_stands_under_the_line_on_a_laptop_on_a_phone_and_back(
    opened: Callable[[str], Page], address: str
) -> None:
    page = opened(address)
    for size in (LAPTOP, PHONE, LAPTOP):
        resize(page, size)
        for at in (0, 0.5, 1):
            found = places(page, at)
            assert found["line"] is not None
            if found["inSight"]:
                assert abs(found["thumb"] - found["line"]) < NEAR, (size, at, found)
            else:  # on a phone a low picture with the axis is not shown
                assert max(map(abs, found["free"])) < 1, (size, at, found)
            if address in STEPS_ALIKE:
                assert abs(found["thumb"] - found["plain"]) < NEAR, (size, at, found)


@pytest.mark.parametrize("address", WITHOUT_LINE)
def test_without_an_axis_in_the_picture_the_slider_is_as_wide_as_the_picture(
    opened: Callable[[str], Page], address: str
) -> None:
    page = opened(address)
    for at in (0, 0.5, 1):
        found = places(page, at)
        assert max(map(abs, found["free"])) < 1, found
        assert abs(found["thumb"] - found["plain"]) < 1, found


def test_a_tone_stands_over_the_thumb_that_moves_it(opened: Callable[[str], Page]) -> None:
    """No line of the house's follows the tone: the picture itself has one, at its frequency."""
    page = opened("fourier?part=leakage")
    for at in (0, 0.25, 1):
        thumb = places(page, at)["thumb"]
        page.wait_for_function(TONE_AT, arg=[thumb, NEAR])  # Plotly draws what the ink showed at once


@pytest.mark.parametrize("address", ["tokenizer", "spectrogram", "cramer-rao?view=n"])
def test_presented_too_the_thumb_stands_under_the_line(page: Page, address: str) -> None:
    visit(page, f"/{address}#present")
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.wait_for_timeout(500)
    for at in (0, 0.5, 1):
        found = places(page, at)
        assert abs(found["thumb"] - found["line"]) < NEAR, (at, found)
    bar = page.locator(".gb-scrub").bounding_box()
    assert bar is not None
    assert bar["y"] + bar["height"] <= 1080


def test_other_lengths_in_the_same_picture_keep_the_thumb_under_the_line(opened: Callable[[str], Page]) -> None:
    page = opened("tokenizer?merges=50")
    for query in ("merges=6&step=3", "source=text&text=aaaa", "merges=400"):
        turn_to(page, query)
        settle(page, 400)
        for at in (0, 0.5, 1):
            found = places(page, at)
            assert abs(found["thumb"] - found["line"]) < NEAR, (query, at, found)


def test_a_press_on_the_track_chooses_the_step_that_stands_there(opened: Callable[[str], Page]) -> None:
    """On a logarithmic axis, too: of 41 numbers of draws the twentieth stands where its line is."""
    page = opened("cramer-rao?view=n")
    place = places(page, 19 / 40)["line"]
    places(page, 0)
    box = slider(page).bounding_box()
    assert box is not None
    page.mouse.move(place + 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.wait_for_timeout(100)
    assert int(slider(page).input_value()) == 19
    assert abs(page.evaluate(PLACES)["thumb"] - place) < 1
    page.mouse.move(box["x"] - 30, box["y"])  # past the end
    page.wait_for_timeout(100)
    assert int(slider(page).input_value()) == 0
    page.mouse.up()
    settle(page)
    for key, step in (("ArrowRight", 1), ("ArrowUp", 2), ("ArrowLeft", 1), ("End", 40), ("Home", 0)):
        page.keyboard.press(key)  # the press has left it to the keys
        page.wait_for_timeout(50)
        assert int(slider(page).input_value()) == step
    settle(page)
