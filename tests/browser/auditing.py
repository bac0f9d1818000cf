"""A page by the rules of axe-core (WCAG and its best practices), light and dark: as it is, and what opens on it."""

from collections.abc import Sequence

from axe_playwright_python.base import AXE_SCRIPT
from driving import settle
from playwright.sync_api import Page

FOUND = """async ([only, places]) => {
    const options = { resultTypes: ["violations"], preload: false, ...only && { runOnly: only } };
    const { violations } = await axe.run(places ? { include: places.map((place) => [place]) } : document, options);
    return violations.filter(({ impact }) => ["serious", "critical"].includes(impact)).flatMap(({ id, nodes }) =>
        nodes.map(({ target, html, failureSummary }) => `${id}: ${target}: ${html.slice(0, 160)}: ${failureSummary}`));
}"""
# Streamlit's parts that fold, then one of each that the house has. A help mark comes last: it closes without the focus.
UNFOLD = "() => document.querySelectorAll('[data-testid=stExpander] summary').forEach((summary) => summary.click())"
OPEN = """() => {
    const one = (selector) => [...document.querySelectorAll(selector)].find((node) => node.checkVisibility());
    for (const name of [".gb-menu", ".gb-rules details"]) one(name)?.setAttribute("open", "");
    for (const name of [".gb-all", "[aria-label='Show the link as a QR code']", "td[data-column]"]) one(name)?.click();
    one(".gb-mark")?.focus();
}"""
PLACES = (
    ".gb-menu[open]", ".gb-hint:popover-open", ".gb-qr:not([hidden])", ".gb-presets.gb-unfolded", ".gb-rules",
    ".gb-opened", ".gb-worked", "td.gb-chosen", "[data-testid=stExpander]",
)  # fmt: skip
HOLDS = "(places) => places.filter((place) => document.querySelector(place))"


def complaints(page: Page, places: Sequence[str] | None = None) -> list[str]:
    """What axe calls serious or critical. Of its rules only the one on contrast depends on the theme."""
    page.evaluate(AXE_SCRIPT)
    found = [f"light: {each}" for each in page.evaluate(FOUND, [None, places])]
    page.emulate_media(color_scheme="dark")
    page.wait_for_selector(":root[data-gb-theme=dark]", state="attached")
    settle(page, 100)
    found += [f"dark: {each}" for each in page.evaluate(FOUND, [["color-contrast"], places])]
    page.emulate_media(color_scheme="light")
    page.wait_for_selector(":root[data-gb-theme=light]", state="attached")
    return found


def open_each(page: Page) -> list[str]:
    """Opens one of each thing that opens on a page. Returns where they are, as ``complaints`` takes it."""
    page.evaluate(UNFOLD)
    settle(page, 100)
    page.evaluate(OPEN)
    return list(page.evaluate(HOLDS, PLACES))


def close_each(page: Page) -> None:
    page.evaluate(UNFOLD)
    page.evaluate("""() => {
        document.activeElement?.blur();
        document.querySelector(".gb-menu[open]")?.removeAttribute("open");
        for (const name of [".gb-qr:not([hidden])", ".gb-unfolded"]) {
            document.querySelector(name)?.parentElement.querySelector("[aria-label*='QR'], .gb-all").click();
        }
    }""")
    settle(page)
