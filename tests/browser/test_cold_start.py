"""The first request that a new server ever gets is a deep link, and it is answered in full."""

from collections.abc import Callable
from typing import Any

from driving import visit
from playwright.sync_api import BrowserContext, Page
from serving import Server


def test_first_request_of_a_new_server_opens_the_linked_page_in_its_shell(
    first_request: tuple[Server, BrowserContext, dict[str, Any]],
) -> None:
    shown = first_request[2]
    assert shown["readout"] == "3 of 7 merges made"
    assert shown["title"] == "Tokenizer, merge by merge"
    assert {"All explorers", "Tokens"} <= {link.strip().split("\n")[-1] for link in shown["links"]}
    # After e s, es t and est _ the fourth pair of the worked example is l o, seven times.
    assert shown["headline"].startswith("Merge 4: l + o → lo 7×")
    assert shown["flashed"] == []
    assert "Traceback" not in shown["log"]


def test_rules_for_a_cold_load_leave_with_it(new_page: Callable[..., Page]) -> None:
    page = new_page()
    visit(page, "/fourier")
    page.wait_for_selector(":root[data-gb-warm]", state="attached")
    assert page.locator("link[href$='/style.css']").count() == 1
    assert page.locator("link[href$='/cold.css']").count() == 0
