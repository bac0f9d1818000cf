"""A page by the rules of axe-core (WCAG and its best practices), light and dark: as it is, and what opens on it.

axe has no rule for the name of a grid.
"""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from axe_playwright_python.base import AXE_SCRIPT
from driving import settle
from playwright.sync_api import Page

FOUND = """async ([only, places]) => {
    const options = { resultTypes: ["violations"], preload: false, ...only && { runOnly: only } };
    const nameless = only || places ? [] : document.querySelectorAll("[role=grid]:not([aria-label])");
    const unnamed = [...nameless].map((grid) => `a grid without a name: ${grid.outerHTML.slice(0, 160)}`);
    const { violations } = await axe.run(places ? { include: places.map((place) => [place]) } : document, options);
    const grave = violations.filter(({ impact }) => ["serious", "critical"].includes(impact));
    return [...unnamed, ...grave.flatMap(({ id, nodes }) =>
        nodes.map(({ target, html, failureSummary }) => `${id}: ${target}: ${html.slice(0, 160)}: ${failureSummary}`))];
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


class Audit(NamedTuple):
    """What axe calls serious or critical: of a page as it is, and of what opens on it; and what did open."""

    shown: list[str]
    opened: list[str]
    places: list[str]


def complaints(page: Page, places: Sequence[str] | None = None) -> list[str]:
    """What axe calls serious or critical, in both themes: of a page as it is, or of some places on it."""
    page.evaluate(AXE_SCRIPT)
    found = _in_the_light(page, places)
    _turn(page, "dark")
    found += _in_the_dark(page, places)
    _turn(page, "light")
    return found


def audit(page: Page) -> Audit:
    """The page as it is, and what opens on it. Each change of theme draws all anew, so both share one."""
    page.evaluate(AXE_SCRIPT)
    shown = _in_the_light(page)
    places = open_each(page)
    opened = _in_the_light(page, places)
    _turn(page, "dark")
    opened += _in_the_dark(page, places)
    close_each(page)
    shown += _in_the_dark(page)
    _turn(page, "light")
    return Audit(shown, opened, places)


def _in_the_light(page: Page, places: Sequence[str] | None = None) -> list[str]:
    return [f"light: {each}" for each in page.evaluate(FOUND, [None, places])]


def _in_the_dark(page: Page, places: Sequence[str] | None = None) -> list[str]:
    """Of axe's rules only the one on contrast depends on the theme."""
    return [f"dark: {each}" for each in page.evaluate(FOUND, [["color-contrast"], places])]


def _turn(page: Page, scheme: Literal["dark", "light"]) -> None:
    page.emulate_media(color_scheme=scheme)
    page.wait_for_selector(f":root[data-gb-theme={scheme}]", state="attached")
    settle(page, 100)


def open_each(page: Page) -> list[str]:
    """Opens one of each thing that opens on a page. Returns where they are, as selectors."""
    page.evaluate(UNFOLD)
    settle(page, 100)
    page.evaluate(OPEN)
    page.wait_for_selector(".gb-qr:not([hidden])", state="attached")  # its code is of the page once that is still
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
