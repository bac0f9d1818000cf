"""/generated-text in a real browser: samples told, a wrong token dragged, and what named the old page leads here."""

import json
import re
from collections.abc import Callable
from dataclasses import asdict

from driving import SAID, pressed, settle, visit
from playwright.sync_api import Page, expect

from core.tokens.decoding import Params

TITLE = "h1.gb-title"


def test_the_first_sample_is_told_at_every_temperature(new_page: Callable[..., Page]) -> None:
    page = new_page()
    visit(page, "/generated-text?preset=loop")
    expect(page.locator(SAID).first).to_contain_text("At T = 0.05 a token of the samples takes 0.749 bits")
    expect(page.locator(SAID).first).to_contain_text("Sarah loved Bella, and Bella loved Sarah.")
    pressed(page, "End")
    expect(page.locator(SAID).first).to_contain_text("At T = 2 a token of the samples takes 9.45 bits")
    page.wait_for_url("**temperature=2*")


def test_a_wrong_token_is_dragged_through_the_true_text(new_page: Callable[..., Page]) -> None:
    page = new_page()
    visit(page, "/generated-text")
    expect(page.locator(SAID).first).to_contain_text(re.compile("reads “.were” where “.went” is true"))
    pressed(page, "Home")
    expect(page.locator(SAID).first).to_contain_text(re.compile("reads “.met” where “.and” is true"))


def test_old_links_and_an_old_session_file_open_the_new_page_with_their_settings(at: Callable[..., Page]) -> None:
    for query, said in (("part=forcing&place=1", "reads “␣met” where “␣and” is true"),
                        ("part=trap&temperature=0.05", "a token of the samples takes 1.09 bits"),
                        ("part=speculative&guess=accepted~40", "A draft that sees 4 tokens is accepted in 82.6 %"),
                        ("preset=rescued", "At T = 2 a token of the samples takes 1.15 bits")):  # fmt: skip
        page = at(f"/decoding?{query}")
        expect(page.locator(TITLE)).to_have_text("Text that a model writes")
        expect(page.locator(SAID).first).to_contain_text(re.compile(said.replace("␣", ".").replace(" ", r"\s")))
        assert "/generated-text" in page.url
        assert not page.locator(".gb-problem").count()
    page = at("/decoding")
    params = {**asdict(Params()), "part": "forcing", "story": "Mary had a dog. Mary loved it.", "place": 1,
              "wrong": "likeliest"}  # fmt: skip
    session = json.dumps({"glassbox": 1, "explorer": "decoding", "params": params, "pinned": None})
    page.get_by_text("Open a session file").click()
    page.locator("input[type=file]").last.set_input_files(
        {"name": "old.glassbox.json", "mimeType": "application/json", "buffer": session.encode()}
    )
    expect(page.locator(TITLE)).to_have_text("Text that a model writes")
    expect(page.locator(SAID).first).to_contain_text(re.compile("where “.had” is true"))
    settle(page)
    page.wait_for_url("**/generated-text?story=*place=1*")
