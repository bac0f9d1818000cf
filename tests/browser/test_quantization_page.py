"""/quantization in a real browser: bits dragged, a number followed, formats sorted, a file brought."""

import io
from collections.abc import Callable

import numpy as np
from driving import control, plain, settle, slider, wait_for_query
from playwright.sync_api import Page, expect


def first(page: Page) -> str:
    return plain(page.locator(".gb-panel .gb-headline").first.inner_text())


def test_dragging_the_bits_moves_every_picture_and_the_number_on_its_way(at: Callable[..., Page]) -> None:
    page = at("/quantization?preset=notes-85")
    assert "8 bits, 256 codes" in first(page)
    way = page.locator(".gb-way tbody tr")
    expect(way.nth(2)).to_contain_text("127 (clipped)")
    assert way.count() == 10
    assert way.nth(2).inner_text().split()[-2:] == ["83", "3.40941"]  # with the right zero-point
    way.nth(7).click()
    wait_for_query(page, "index=8")
    page.locator(".gb-worked", has_text="x / s = 4.6 / ").wait_for()
    slider(page).focus()
    page.keyboard.press("Home")
    page.wait_for_function(
        "() => document.querySelector('.gb-headline').textContent.startsWith('1\\u00a0bit, 2 codes')"
    )
    settle(page)
    wait_for_query(page, "bits=1")


def test_a_head_sorts_the_table_and_a_row_becomes_the_other_format(at: Callable[..., Page]) -> None:
    page = at("/quantization?part=formats&source=notes&other=none")
    page.get_by_role("button", name="SQNR (dB)").click()
    rows = page.locator(".gb-sortable tbody tr th")
    assert rows.first.inner_text() == "int1"
    page.get_by_role("button", name="SQNR (dB)").click()
    assert rows.first.inner_text() == "int16"
    page.locator(".gb-sortable tbody tr", has_text="NVFP4").click()
    wait_for_query(page, "other=nvfp4")
    page.wait_for_function("() => document.querySelector('.gb-headline').textContent.includes('B, NVFP4')")


def test_a_tensor_is_brought_and_a_pickle_refused(at: Callable[..., Page]) -> None:
    page = at("/quantization?source=file", drawn=False)
    page.get_by_text("No file is chosen yet").wait_for()
    numbers, objects = io.BytesIO(), io.BytesIO()
    np.save(numbers, np.array([[1.0, np.nan, -3.0], [0.5, 2.0, np.inf]]))
    np.save(objects, np.array([{}, 1], object), allow_pickle=True)
    chooser = control(page, "file").locator("input[type=file]")
    chooser.set_input_files({"name": "t.npy", "mimeType": "application/octet-stream", "buffer": numbers.getvalue()})
    page.get_by_text("Left out as NaN: 1; as infinite or too large for 32 bits: 1.").wait_for()
    chooser.set_input_files({"name": "o.npy", "mimeType": "application/octet-stream", "buffer": objects.getvalue()})
    page.get_by_text("it holds Python objects, pickled").wait_for()
    assert page.get_by_text("Take it with you").is_visible()
