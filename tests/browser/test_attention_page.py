"""/attention in a real browser: the query is dragged, heads are pressed and switched off, cells and texts are read."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from driving import choose, fill, headline, says, settle, slider, wait_for_query
from playwright.sync_api import Page

from core.attention import attention
from figures.attention.attention import standalone


def head(page: Page, layer: int, number: int) -> None:
    page.get_by_role("button", name=f"layer {layer}, head {number}", exact=True).click()


def test_dragging_the_query_moves_the_sentence_and_the_row_in_sight(at: Callable[..., Page]) -> None:
    page = at("/attention")
    assert "“␣to” (place 16) looks at “␣John” (place 8) with weight 0.999" in headline(page)
    assert "Next: “␣Mary”, 0.986" in headline(page)
    slider(page).focus()
    page.keyboard.press("Home")
    page.wait_for_function("document.querySelector('.gb-headline').textContent.includes('(place 0) looks at')")
    assert "query 0 “Mary” → key 0 “Mary”: 1 " in page.locator(".gb-reading").inner_text()
    wait_for_query(page, "query=0")


def test_pressed_head_is_in_sight_without_a_pass_of_the_model(at: Callable[..., Page]) -> None:
    page = at("/attention")
    footer = page.get_by_text("Computed in").inner_text()
    head(page, 2, 0)
    page.wait_for_function("document.querySelector('.gb-headline').textContent.startsWith('Layer 2, head 0')")
    assert "looks at “Mary” (place 0) with weight 0.529" in headline(page)
    wait_for_query(page, "layer=2&head=0")
    settle(page)
    assert page.get_by_text("Computed in").inner_text() == footer  # from memory


def test_cell_under_the_pointer_is_read_and_a_press_takes_its_row(at: Callable[..., Page]) -> None:
    page = at("/attention?layer=2&head=0")
    canvas = page.locator(".gb-attention canvas").first
    box = canvas.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 0.3 * box["width"], box["y"] + 0.9 * box["height"])
    read = page.locator(".gb-reading").inner_text()
    found = re.match(r"query (\d+) “(.+?)” → key (\d+) “(.+?)”: ([\d.e-]+)$", read)
    assert found, read
    result = attention.compute(attention.Params(layer=2, head=0))
    query, key = int(found[1]), int(found[3])
    assert (result.reading.labels[query], result.reading.labels[key]) == (found[2], found[4])
    assert float(found[5]) == pytest.approx(float(result.weights[query, key]), rel=1e-3)
    page.mouse.down()
    page.mouse.up()
    taken = "(place) => document.querySelector('.gb-headline').textContent.includes(`(place ${place})`)"
    page.wait_for_function(taken, arg=query)
    wait_for_query(page, f"query={query}")


def test_head_that_is_pressed_off_changes_what_is_expected(at: Callable[..., Page]) -> None:
    page = at("/attention?show=off")
    row = page.locator(".gb-next tbody tr").first
    assert row.inner_text().split("\t")[:3] == ["␣Mary", "0.986", "0.986"]
    head(page, 1, 2)
    page.wait_for_function("document.querySelector('.gb-next tbody tr').innerText.includes('0.172')")
    wait_for_query(page, "off=1.2")
    settle(page)
    choose(page, "by", "Their mean")
    assert "0.549" in row.inner_text()
    head(page, 1, 2)
    page.wait_for_function("!document.querySelector('.gb-next tbody tr').innerText.includes('0.549')")
    page.wait_for_function("!/[?&]off=/.test(location.search)")


def test_other_views_open_and_roles_lead_to_their_heads(at: Callable[..., Page]) -> None:
    page = at("/attention?preset=roles&layer=0&head=0")
    page.get_by_role("button", name="Induction: layer 2, head 2").click()
    page.wait_for_function("document.querySelector('.gb-headline').textContent.startsWith('Layer 2, head 2')")
    wait_for_query(page, "layer=2")
    drawn = {"Step by step": ".gb-steps", "Softmax": "canvas[aria-label*=temperature]", "Layers": ".gb-heads"}
    for view, seen in drawn.items():
        choose(page, "show", view)
        page.locator(seen).first.wait_for()


def test_texts_too_long_none_and_strange_are_told(at: Callable[..., Page]) -> None:
    page = at("/attention?preset=long")
    page.wait_for_function("document.querySelector('.gb-readout').textContent.includes('of 0 to 1,023')")
    page.get_by_text("The first 1,024 tokens are shown").wait_for()  # after the worker has told
    fill(page, "text", "")
    assert "There is no text yet. Write or paste some." in says(page)
    fill(page, "text", "שלום\0 👩‍👩‍👧 <b>Mary</b>")
    page.wait_for_function("document.querySelector('.gb-readout').textContent.includes('of 0 to 3')")
    assert page.locator(".gb-panel b").count() == 0
    page.get_by_text("is a part of it").wait_for()


def test_page_of_its_own_opens_from_a_file_and_shows_any_head(page: Page, tmp_path: Path) -> None:
    path = tmp_path / "attention.html"
    path.write_text(standalone.page(attention.compute(attention.Params())), encoding="utf-8")
    page.goto(path.as_uri())
    assert "0.99877" in page.locator(".gb-reading").inner_text()
    head(page, 2, 0)
    assert "0.52928" in page.locator(".gb-reading").inner_text()
    page.get_by_role("slider").press("Home")
    page.wait_for_function("document.querySelector('output').textContent === 'place 0: Mary'")
