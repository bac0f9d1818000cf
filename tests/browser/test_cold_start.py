"""The first request that a new server ever gets is a deep link, and it is answered in full."""

from collections.abc import Callable

from driving import headline, readout, visit
from playwright.sync_api import Page
from serving import Server

# From the first moment, and at every change: what was on the page, and when the right page came.
WATCH = """
window.seen = new Set();
const look = () => {
    const text = document.body?.innerText ?? "";
    for (const words of ["Page not found", "The page that you have requested", "Traceback"]) {
        if (text.includes(words)) window.seen.add(words);
    }
};
new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
"""


def test_first_request_of_a_new_server_opens_the_linked_page_in_its_shell(
    fresh_server: Callable[[], Server], new_page: Callable[..., Page]
) -> None:
    server = fresh_server()
    page = new_page(server.address)
    page.add_init_script(WATCH)
    visit(page, "/tokenizer?source=words&merges=7&step=3")
    assert readout(page) == "3 of 7 merges made"
    assert page.locator(".gb-title").inner_text() == "Tokenizer, merge by merge"
    sidebar = page.get_by_test_id("stSidebar")
    assert sidebar.get_by_role("link", name="All explorers").is_visible()
    assert sidebar.get_by_role("link", name="Tokenizer, merge by merge").is_visible()
    # After e s, es t and est _ the fourth pair of the worked example is l o, seven times.
    assert headline(page).startswith("Merge 4: l + o → lo 7×")
    assert page.evaluate("() => [...window.seen]") == []
    assert "Traceback" not in server.log()
