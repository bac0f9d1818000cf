"""A page by the rules of axe-core (WCAG and its best practices), light and dark."""

from axe_playwright_python.base import AXE_SCRIPT
from driving import settle
from playwright.sync_api import Page

FOUND = """async (only) => {
    const options = { resultTypes: ["violations"], preload: false, ...only && { runOnly: only } };
    const { violations } = await axe.run(document, options);
    return violations.filter(({ impact }) => ["serious", "critical"].includes(impact)).flatMap(({ id, nodes }) =>
        nodes.map(({ target, html, failureSummary }) => `${id}: ${target}: ${html.slice(0, 160)}: ${failureSummary}`));
}"""


def complaints(page: Page) -> list[str]:
    """What axe calls serious or critical. Of its rules only the one on contrast depends on the theme."""
    page.evaluate(AXE_SCRIPT)
    found = [f"light: {each}" for each in page.evaluate(FOUND)]
    page.emulate_media(color_scheme="dark")
    page.wait_for_selector(":root[data-gb-theme=dark]", state="attached")
    settle(page, 100)
    found += [f"dark: {each}" for each in page.evaluate(FOUND, ["color-contrast"])]
    page.emulate_media(color_scheme="light")
    page.wait_for_selector(":root[data-gb-theme=light]", state="attached")
    return found
