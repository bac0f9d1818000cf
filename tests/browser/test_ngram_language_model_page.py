"""/ngram-language-model in a real browser: infinite perplexity, a word after a context, bad input."""

from collections.abc import Callable

from driving import settle, slider
from playwright.sync_api import Page, expect


def test_without_a_discount_the_perplexity_is_infinite_and_the_n_gram_is_named(at: Callable[..., Page]) -> None:
    page = at("/ngram-language-model")
    expect(page.locator(".gb-headline").first).to_contain_text("Perplexity 126.5 by Kneser–Ney")
    slider(page).focus()
    page.keyboard.press("Home")
    said = page.locator(".gb-headline").first
    expect(said).to_contain_text("Perplexity ∞ by Kneser–Ney")
    expect(said).to_contain_text("would have probability 0, the first of them “he” after “for so”")
    expect(page.locator(".gb-worked").first).to_contain_text("3,431 of 6,124 held-out words have P = 0")
    settle(page)


def test_the_word_in_focus_is_opened_into_its_counts(at: Callable[..., Page]) -> None:
    page = at("/ngram-language-model?part=context")
    expect(page.locator(".gb-headline").first).to_contain_text("P(not | i will) = 0.11")
    expect(page.locator(".gb-worked").first).to_contain_text("1 / 2,471")
    slider(page).focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".gb-headline").first).to_contain_text("P(be | i will)")
    settle(page)


def test_a_single_word_is_told_at_its_control_and_the_page_stands(at: Callable[..., Page]) -> None:
    page = at("/ngram-language-model?source=text&text=word", drawn=False)
    expect(page.get_by_text("it must have at least 2 words to learn from and 1 that is held out")).to_be_visible()
    expect(page.get_by_text("Smoother", exact=True).first).to_be_visible()
