"""What those hear who do not see a page, and the front page by axe's rules (the others: test_every_page.py)."""

from collections.abc import Callable
from typing import Literal

import pytest
from auditing import complaints
from driving import headline, plain, pressed, settle, visit
from playwright.sync_api import Page

from ui.titles import title


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


# What a screen reader would read out, from now on: each change in a live region, as it stands then.
LISTEN = """() => {
    const region = (node) => node?.closest("[aria-live], [role=status], [role=alert], output");
    window.aloud = [];
    new MutationObserver((changes) => changes.forEach(({ target }) => {
        const live = region(target.parentElement === null || target.nodeType === 1 ? target : target.parentElement);
        if (live && live.getAttribute("aria-live") !== "off") window.aloud.push(live.textContent);
    })).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""


@pytest.mark.parametrize("address", ["/tokenizer", "/attention", "/estimators"])
def test_a_hand_on_the_axis_hears_the_slider_alone_and_the_sentence_once_at_rest(page: Page, address: str) -> None:
    visit(page, address)
    page.wait_for_timeout(1_500)  # what the page says first is no news
    page.evaluate(LISTEN)
    pressed(page, *["ArrowLeft"] * 5)
    page.wait_for_function("() => window.aloud.length")
    assert [*map(plain, page.evaluate("() => window.aloud"))] == [headline(page)]


# Where the focus is, and whether a ring is drawn on it, on what holds it, or on what stands for it.
STOP = """() => {
    const at = document.activeElement, box = at.getBoundingClientRect();
    const ringed = ({ outlineStyle, outlineWidth, boxShadow }) =>
        (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none";
    const parts = (one) => ["", "::before", "::after"].map((part) => getComputedStyle(one, part || null));
    const near = [at, at.parentElement, at.nextElementSibling, at.closest(".gb-number")].filter(Boolean);
    return { name: `${at.tagName} ${at.getAttribute("aria-label") ?? at.innerText?.slice(0, 30)}`,
        left: at === document.body, inSight: box.bottom > 0 && box.top < innerHeight,
        ringed: near.flatMap(parts).some(ringed) };
}"""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_stop_of_the_tab_key_is_in_sight_and_ringed(page: Page, theme: Literal["light", "dark"]) -> None:
    page.emulate_media(color_scheme=theme)
    visit(page, "/gradient-descent")
    names = []
    for _ in range(100):
        page.keyboard.press("Tab")
        stop = page.evaluate(STOP)
        if stop["left"]:
            break
        assert stop["inSight"], stop
        assert stop["ringed"], stop
        names.append(stop["name"])
    stops = ("Search", "Copy link", "Across the valley", "All 15", "Step size", f"Keep “{title('descent-loss')}”")
    order = [next(i for i, name in enumerate(names) if word in name) for word in stops]
    assert order == sorted(order)
    assert not any("Runs too rare to simulate" in name for name in names)  # folded away


def test_presets_that_a_key_unfolds_are_reached_by_it(page: Page) -> None:
    visit(page, "/gradient-descent")
    page.get_by_role("button", name="All 15").focus()
    page.keyboard.press("Enter")
    first = page.evaluate("() => document.activeElement.textContent")
    assert page.evaluate("() => document.activeElement.className") == "gb-preset"
    assert first != "Across the valley"
    assert page.evaluate("() => document.querySelectorAll('.gb-preset[tabindex=\"-1\"]').length") == 0
