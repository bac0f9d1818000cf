"""/sampling in a real browser: the tone is scrubbed past half the rate, and the page tells what comes back."""

import io
from collections.abc import Callable

import numpy as np
import pytest
import soundfile
from driving import choose, plain, settle, slider, wait_for_sentence
from playwright.sync_api import Page, expect
from test_bringing_text import bring


def told(page: Page) -> str:
    return plain(page.locator(".gb-worked").first.inner_text())


def test_scrubbing_the_tone_moves_wave_zigzag_and_spectrum_together(at: Callable[..., Page]) -> None:
    page = at("/sampling?preset=below")
    assert "100 Hz, measured 100" in told(page)
    assert "unchanged" in told(page)
    slider(page).focus()
    page.keyboard.press("End")
    page.wait_for_function("() => [...document.querySelectorAll('.gb-figure')].every((f) => f.dataset.drawn === '240')")
    assert "0 Hz" in told(page)
    settle(page)
    page.wait_for_url("**frequency=3000**")
    expect(page.get_by_label("Tone (Hz)", exact=True)).to_have_value("3000")


def test_a_sine_at_half_the_rate_is_told_to_vanish(at: Callable[..., Page]) -> None:
    page = at("/sampling?preset=vanished")
    assert "Every sample of this tone is 0" in told(page)


def test_a_typed_tone_moves_the_sweep_to_it(at: Callable[..., Page]) -> None:
    page = at("/sampling")
    field = page.get_by_label("Tone (Hz)", exact=True)
    field.fill("1499")
    field.press("Enter")
    page.wait_for_function("() => document.querySelector('.gb-readout')?.textContent.includes('1,499')")
    assert "499 Hz" in told(page)
    assert page.locator("audio").count() == 2


def test_dragging_the_sampling_rate_below_twice_the_tone_folds_it(at: Callable[..., Page]) -> None:
    page = at("/sampling?preset=rate")
    assert "unchanged" in told(page)
    slider(page).focus()
    page.keyboard.press("Home")
    page.wait_for_function("() => [...document.querySelectorAll('.gb-figure')].every((f) => f.dataset.drawn === '0')")
    assert "× 3| = 0 Hz" in told(page)
    page.wait_for_function("() => /sample_rate=146.6/.test(location.search)")


def test_while_a_hand_moves_the_curves_are_inked_and_at_rest_plotly_draws_the_same_step(
    at: Callable[..., Page],
) -> None:
    page = at("/sampling?preset=below")
    inked = page.evaluate(
        """() => new Promise((done) => {
            const input = document.querySelector(".gb-scrub input[type=range]");
            input.value = 120;
            input.dispatchEvent(new Event("input", { bubbles: true }));
            requestAnimationFrame(() => requestAnimationFrame(() => {
                const ink = document.querySelector(".gb-inked .gb-ink");
                const dots = ink?.getContext("2d").getImageData(0, 0, ink.width, ink.height).data;
                done(dots ? dots.filter((value, i) => i % 4 === 3 && value > 0).length : 0);
            }));
        })"""
    )
    assert inked > 1000
    page.wait_for_function("() => document.querySelector('.gb-inked') === null")
    drawn = "document.querySelector('.gb-canvas').data[0].y[9]"
    assert abs(page.evaluate(drawn) - 0.5**0.5) < 1e-5  # a quarter of a millisecond of 1500 Hz is 135°


def test_the_error_below_the_tone_is_inked_on_its_own_axes(at: Callable[..., Page]) -> None:
    page = at("/sampling?part=bits")
    rows = page.evaluate(
        """() => new Promise((done) => {
            const input = document.querySelector(".gb-scrub input[type=range]");
            input.value = 2;
            input.dispatchEvent(new Event("input", { bubbles: true }));
            requestAnimationFrame(() => requestAnimationFrame(() => {
                const ink = document.querySelector(".gb-inked .gb-ink"), ratio = devicePixelRatio;
                const { data } = ink.getContext("2d").getImageData(0, 0, ink.width, ink.height);
                const pink = [...Array(ink.width * ink.height).keys()].filter((i) =>
                    data[4 * i + 3] > 200 && data[4 * i] > data[4 * i + 1] + 40 && data[4 * i + 2] > data[4 * i + 1]);
                const down = pink.map((i) => ink.offsetTop + Math.floor(i / ink.width) / ratio);
                const { _offset, _length } = document.querySelector(".gb-canvas")._fullLayout.yaxis2;
                done([pink.length, Math.min(...down) - _offset, _offset + _length - Math.max(...down)]);
            }));
        })"""
    )
    assert rows[0] > 100
    assert min(rows[1:]) >= 0


def test_each_part_of_the_page_opens_with_its_own_axis_and_the_tone_is_still_there_on_return(
    at: Callable[..., Page],
) -> None:
    page = at("/sampling?frequency=1234")
    for part, sign in (("A band", "Lands from"), ("Amplitudes in bits", "6.02"), ("A filmed wheel", "with n spokes")):
        choose(page, "part", part)
        page.locator(".gb-worked", has_text=sign).wait_for()
        slider(page).focus()
        page.keyboard.press("ArrowRight")
        settle(page)
        assert not page.locator(".gb-error").count()
    choose(page, "part", "A tone")
    page.locator(".gb-worked", has_text="measured 234").wait_for()


def test_a_wheel_that_a_film_stands_still_is_told_so(at: Callable[..., Page]) -> None:
    page = at("/sampling?preset=wheel-stands")
    assert "it stands still" in told(page)
    marks = page.locator(".gb-wheels .gb-spoke").count()
    assert marks == 9 * 8  # eight frames and the film, eight spokes each


def sound(seconds: float, frequency: float, kind: str) -> bytes:
    file = io.BytesIO()
    soundfile.write(
        file, 0.5 * np.sin(2 * np.pi * frequency * np.arange(round(seconds * 8_000)) / 8_000), 8_000, format=kind
    )
    return file.getvalue()


@pytest.mark.parametrize("kind", ["WAV", "FLAC", "OGG"])
def test_a_readers_sound_is_drawn_and_heard_without_and_with_the_filter(at: Callable[..., Page], kind: str) -> None:
    page = bring(at, f"tone.{kind.lower()}", sound(1.5, 1_300.0, kind), "/sampling?part=sound&source=file")
    page.wait_for_function("() => document.querySelectorAll('.gb-figure[data-drawn]').length === 3")
    settle(page)
    assert page.locator("audio").count() == 3
    loudest = page.evaluate(
        """() => [...document.querySelectorAll(".gb-canvas")].slice(0, 2).map((canvas) => {
            const { z, y0, dy } = canvas.data[0];
            const rows = z.map((row) => row[Math.floor(row.length / 2)]);
            return [y0 + dy * rows.indexOf(Math.max(...rows)), Math.max(...rows)];
        })"""
    )
    assert abs(loudest[0][0] - 700) < 20  # 1300 Hz at 2000 Hz
    assert loudest[0][1] > -12
    assert loudest[1][1] < -50


@pytest.mark.parametrize(
    ("name", "content", "told"),
    [
        ("song.wav", b"RIFF\x24\x00\x00\x00WAVEfmt ", "song.wav"),
        ("notes.flac", b"this is a text, and no sound", "notes.flac"),
        ("nothing.mp3", b"", "nothing.mp3"),
    ],
)
def test_a_file_that_is_no_sound_is_told_by_name_at_its_control(
    at: Callable[..., Page], name: str, content: bytes, told: str
) -> None:
    page = bring(at, name, content, "/sampling?part=sound&source=file")
    page.locator(".gb-error").wait_for()
    settle(page)
    wait_for_sentence(page, told)
    assert page.get_by_text("Take it with you").count() == 1
