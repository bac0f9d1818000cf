"""What those hear who do not see a page, and the front page by axe's rules (the others: test_every_page.py)."""

from collections.abc import Callable

from auditing import complaints
from driving import settle, visit
from playwright.sync_api import Page


def test_axe_finds_nothing_serious_on_the_front_page(page: Page) -> None:
    page.goto("/")
    page.get_by_text("Live explorers for the mathematics").wait_for()
    settle(page)
    assert not (found := complaints(page)), "\n".join(found)


def test_axe_finds_nothing_serious_in_the_search(page: Page) -> None:
    page.goto("/")
    field = page.get_by_role("combobox", name="Search explorers")
    for query, answer in (("softmax", ".gb-found [aria-selected=true]"), ("zzzz", ".gb-found [aria-disabled]")):
        field.fill(query)
        page.wait_for_selector(answer)
        assert not (found := complaints(page, [".gb-finder"])), "\n".join(found)


def test_axe_finds_nothing_serious_where_a_picture_is_presented(page: Page) -> None:
    visit(page, "/attention-by-hand#present")
    assert not (found := complaints(page)), "\n".join(found)


def test_a_screen_reader_tells_the_tokens_of_a_word_apart(at: Callable[..., Page]) -> None:
    page = at("/tokenizer?source=words&merges=7&step=3")
    words = page.locator(".gb-board .gb-source .gb-word:first-child")
    tokens = [word.locator(".gb-chip").all_inner_texts() for word in words.all()]
    assert max(map(len, tokens)) > 1
    for parts in tokens:
        assert page.get_by_role("img", name=" | ".join(parts), exact=True).count() > 0
