"""Every page, light and dark, by the rules of axe-core (WCAG and its best practices)."""

from collections.abc import Callable, Iterator

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from driving import settle, visit
from playwright.sync_api import BrowserContext, Page

from catalog import EXPLORERS

FOUND = """async () => {
    const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    return violations.filter(({ impact }) => ["serious", "critical"].includes(impact)).flatMap(({ id, nodes }) =>
        nodes.map(({ target, html, failureSummary }) => `${id}: ${target}: ${html.slice(0, 160)}: ${failureSummary}`));
}"""


@pytest.fixture(scope="module")
def tab(reader: BrowserContext, watched: Callable[[Page], Page]) -> Iterator[Page]:
    """One tab for all pages."""
    tab = watched(reader.new_page())
    yield tab
    tab.close()


def found(tab: Page) -> list[str]:
    complaints: list[str] = []
    for scheme in ("light", "dark"):
        tab.emulate_media(color_scheme=scheme)
        tab.wait_for_selector(f":root[data-gb-theme={scheme}]", state="attached")
        settle(tab, 100)
        complaints += [f"{scheme}: {each}" for each in tab.evaluate(FOUND)]
    return complaints


def test_axe_finds_nothing_serious_on_the_front_page(tab: Page) -> None:
    tab.goto("/")
    tab.get_by_text("Live explorers for the mathematics").wait_for()
    settle(tab)
    tab.evaluate(AXE_SCRIPT)
    assert not (complaints := found(tab)), "\n".join(complaints)


@pytest.mark.parametrize("slug", [entry.slug for entry in EXPLORERS])
def test_axe_finds_nothing_serious_on_the_page(tab: Page, slug: str) -> None:
    visit(tab, f"/{slug}")
    tab.evaluate(AXE_SCRIPT)
    assert not (complaints := found(tab)), "\n".join(complaints)


def test_a_screen_reader_tells_the_tokens_of_a_word_apart(at: Callable[..., Page]) -> None:
    page = at("/tokenizer?source=words&merges=7&step=3")
    words = page.locator(".gb-board .gb-source .gb-word:first-child")
    tokens = [word.locator(".gb-chip").all_inner_texts() for word in words.all()]
    assert max(map(len, tokens)) > 1
    for parts in tokens:
        assert page.get_by_role("img", name=" | ".join(parts), exact=True).count() > 0
