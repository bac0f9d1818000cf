"""/ngram-generation in a real browser: the word drawn, nltk's way, bad input, and what named the old page."""

import json
from collections.abc import Callable
from dataclasses import asdict

from driving import settle, slider
from playwright.sync_api import Page, expect

from core.tokens.ngram_language_model import Params

SAID = ".gb-headline"
TITLE = "h1.gb-title"


def test_the_word_that_was_drawn_stands_out_among_the_candidates(at: Callable[..., Page]) -> None:
    page = at("/ngram-generation?step=12")
    word = page.locator(f"{SAID} strong").first.inner_text()
    expect(page.locator(".gb-next-words .gb-focus bdi")).to_have_text(word)
    slider(page).focus()
    page.keyboard.press("Home")
    expect(page.locator(SAID).first).to_contain_text("you (probability 0.0116). It was drawn from 2,470 words.")
    settle(page)


def test_words_that_followed_are_drawn_from_by_a_switch_and_one_alone_is_listed_alone(at: Callable[..., Page]) -> None:
    page = at("/ngram-generation?order=6")
    page.get_by_role("radio", name="Words that followed (nltk)").check()
    expect(page.locator(SAID).first).to_contain_text("It was drawn from 37 words.")
    slider(page).focus()
    page.keyboard.press("End")
    expect(page.locator(SAID).first).to_contain_text("No other word could come.")
    assert sum(row.is_visible() for row in page.locator(".gb-next-words li").all()) == 1
    settle(page)


def test_a_context_that_nothing_follows_is_told_at_its_control_and_the_page_stands(at: Callable[..., Page]) -> None:
    page = at("/ngram-generation?method=likelihood&min_count=1&context=zzz qqq", drawn=False)
    expect(page.get_by_text("it must have stood in the training text").first).to_be_visible()
    expect(page.get_by_text("Smoother", exact=True).first).to_be_visible()


def test_an_old_link_and_an_old_session_file_open_the_new_page_with_their_settings(at: Callable[..., Page]) -> None:
    for query, said in (
        ("part=generation&step=1", "you go (probability"),
        ("preset=letters&step=0", "r (probability 0.812)"),
    ):
        page = at(f"/ngram-language-model?{query}")
        expect(page.locator(TITLE)).to_have_text("A text written from counted words")
        expect(page.locator(SAID).first).to_contain_text(said)
        assert "/ngram-generation" in page.url
        assert not page.locator(".gb-problem").count()
    page = at("/ngram-language-model")
    params = {**asdict(Params()), "part": "generation", "length": 7, "seed": 3, "step": 2}
    session = json.dumps({"glassbox": 1, "explorer": "ngram-language-model", "params": params, "pinned": None})
    page.get_by_text("Open a session file").click()
    page.locator("input[type=file]").last.set_input_files(
        {"name": "old.glassbox.json", "mimeType": "application/json", "buffer": session.encode()}
    )
    expect(page.locator(TITLE)).to_have_text("A text written from counted words")
    settle(page)
    page.wait_for_url("**/ngram-generation?*seed=3*")
