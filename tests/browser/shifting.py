"""How much a page jumps: Cumulative Layout Shift (https://web.dev/articles/cls)."""

from typing import Any

from playwright.sync_api import Page

# All shifts are kept, those that the standard excuses too: half a second after a key or a press.
WATCH = """
window.shifts = [];
new PerformanceObserver((list) => window.shifts.push(...list.getEntries()))
    .observe({ type: "layout-shift", buffered: true });
"""
SHIFTS = """() => window.shifts.splice(0).map(({ value, hadRecentInput, sources }) => ({
    value, hadRecentInput, moved: sources.slice(0, 3).map(({ node, previousRect, currentRect }) => {
        const place = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
        const name = node?.closest?.("[class*='st-key-']")?.className.match(/st-key-\\S+/)?.[0];
        return `${node?.className ?? node?.data} in ${name}: ${place(previousRect)} to ${place(currentRect)}`;
    }),
}))"""


def shifts(page: Page) -> list[dict[str, Any]]:
    """What has moved since this was asked last; none of it was asked for by a hand."""
    page.evaluate("() => new Promise((seen) => requestAnimationFrame(() => setTimeout(seen, 50)))")
    return [each for each in page.evaluate(SHIFTS) if each["value"] > 0]


def total(found: list[dict[str, Any]]) -> float:
    """The sum over all that the standard does not excuse. Its own measure is the worst five seconds: never more."""
    return float(sum(each["value"] for each in found if not each["hadRecentInput"]))
