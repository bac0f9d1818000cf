"""/regression-assumptions in a real browser: an assumption is broken, and what named the old page leads here."""

import json
from collections.abc import Callable
from dataclasses import asdict

from driving import settle, slider
from playwright.sync_api import Page, expect

from core.statistics.linear_regression import Params


def test_an_assumption_broken_further_takes_coverage_from_the_classical_interval(at: Callable[..., Page]) -> None:
    page = at("/regression-assumptions?breaks=correlation&strength=0")
    line = page.locator(".gb-panel .gb-headline").first
    expect(line).to_contain_text("95 % of intervals by the classical error")
    slider(page).focus()
    page.keyboard.press("End")
    expect(line).to_contain_text("46.9 % of intervals by the classical error")
    page.wait_for_url("**strength=1*")


def test_an_old_link_and_an_old_session_file_open_the_new_page_with_their_settings(at: Callable[..., Page]) -> None:
    page = at("/linear-regression?part=assumptions&breaks=correlation&strength=1&guess=eleven~92")
    expect(page.locator("h1.gb-title")).to_have_text("When the assumptions break")
    expect(page.locator(".gb-panel .gb-headline").first).to_contain_text("46.9 % of intervals")
    assert "/regression-assumptions?" in page.url
    assert "guess=eleven~92" in page.url
    assert not page.locator(".gb-problem").count()
    page = at("/linear-regression")
    params = {**asdict(Params()), "part": "assumptions", "breaks": "tails", "strength": 1.0, "quantile": "t"}
    session = json.dumps({"glassbox": 1, "explorer": "linear-regression", "params": params, "pinned": None})
    page.get_by_text("Open a session file").click()
    page.locator("input[type=file]").last.set_input_files(
        {"name": "old.glassbox.json", "mimeType": "application/json", "buffer": session.encode()}
    )
    expect(page.locator("h1.gb-title")).to_have_text("When the assumptions break")
    expect(page.locator(".gb-panel .gb-headline").first).to_contain_text("95.7 % of intervals")
    settle(page)
    page.wait_for_url("**/regression-assumptions?breaks=tails&strength=1")
