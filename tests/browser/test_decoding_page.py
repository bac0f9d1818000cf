"""What only /decoding does: a tree that grows, texts told with their scores, conventions that change what is cut."""

import re
from collections.abc import Callable

from driving import SAID, pressed, settle, visit
from playwright.sync_api import Page, expect


def test_a_beam_is_told_text_by_text_while_it_grows(new_page: Callable[..., Page]) -> None:
    page = new_page()
    visit(page, "/decoding?part=search")
    settle(page)
    expect(page.locator(SAID).first).to_contain_text("Once Rose walked to the river with Paul.")
    pressed(page, "Home", "ArrowRight")
    expect(page.locator(SAID).first).to_contain_text(re.compile(r"Once Rose and(?: Greedy|\s*$)"))
    pressed(page, "ArrowRight")
    expect(page.locator(SAID).first).not_to_contain_text(re.compile(r"Once Rose and(?: Greedy|\s*$)"))


def test_the_order_of_cut_and_temperature_decides_between_one_token_and_two(new_page: Callable[..., Page]) -> None:
    page = new_page()
    visit(page, "/decoding?preset=divide-first")
    expect(page.locator(SAID).first).to_contain_text("1 of 3 tokens")
    page.get_by_text("Cut first, then divide by the temperature").first.click()
    expect(page.locator(SAID).first).to_contain_text("2 of 3 tokens")


def test_the_token_that_crosses_top_p_is_kept_or_dropped_by_a_switch(new_page: Callable[..., Page]) -> None:
    page = new_page()
    visit(page, "/decoding?preset=crossing")
    expect(page.locator(SAID).first).to_contain_text("1 of 3 tokens")
    page.get_by_text("Keep the token that crosses top-p").first.click()
    expect(page.locator(SAID).first).to_contain_text("2 of 3 tokens")


def test_scores_that_are_no_numbers_are_refused_and_the_picture_stays(new_page: Callable[..., Page]) -> None:
    page = new_page()
    visit(page, "/decoding?source=logits")
    field = page.get_by_label("Scores (logits)").first
    field.fill("3 two 1")
    field.press("Enter")
    expect(page.get_by_text("it is not a number").first).to_be_visible()
    assert page.locator(".gb-figure[data-drawn]").count() > 0
