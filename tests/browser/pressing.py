"""Every option of every control, pressed one after the other: each draws, and nothing complains.

A walk prefers what it has not pressed yet, so options meet in pairs that nobody chose. It is drawn by a seed, and
bounded in time: ``GLASSBOX_EVERY_OPTION=1`` has it go on until there is nothing left to press.
"""

import os
import random
import time
from typing import Any

from driving import settle
from playwright.sync_api import Page

EVERY = os.environ.get("GLASSBOX_EVERY_OPTION") == "1"
SECONDS = 150.0 if EVERY else 4.0  # a page
TURNS = 12  # options pressed once more to reach others that these make appear

# [control, index in it, its words]: radio buttons, the lines of lists, switches and ticks.
OPTIONS = """() => [...document.querySelectorAll(".gb-control")].flatMap((control) => {
    const place = control.closest("[class*='st-key-']");
    const key = [...place?.classList ?? []].find((one) => one.startsWith("st-key-"));
    if (!key || key.endsWith("-presets")) return [];
    const pressed = [...control.querySelectorAll("input[type=radio], input[type=checkbox], option")];
    return pressed.slice(0, 30).map((one, i) => [key, i, (one.labels?.[0] ?? one).textContent]);
})"""
PRESS = """([key, i]) => {
    const one = document.querySelectorAll(`.${key} :is(input[type=radio], input[type=checkbox], option)`)[i];
    if (!one) return false;
    if (one.tagName !== "OPTION") { one.click(); return true; }
    one.parentElement.value = one.value;
    one.parentElement.dispatchEvent(new Event("change", { bubbles: true }));
    return true;
}"""
FOUND = """() => {
    const names = (what, nodes) => [...nodes].map((node) => `${what}: ${node.outerHTML.slice(0, 300)}`);
    const numbers = ["d", "x", "y", "cx", "cy", "x1", "x2", "y1", "y2", "width", "height", "points", "transform"];
    const drawn = [...document.querySelectorAll(".gb-figure svg *, .gb-panel svg *")];
    const lost = (one) => numbers.some((name) => one.getAttribute(name)?.match(/NaN|Infinity/));
    const empty = [...document.querySelectorAll(".gb-figure")].filter(
        (one) => !one.querySelector(".cartesianlayer :is(.trace, image)"));
    const blank = [...document.querySelectorAll(".gb-panel:not([data-elsewhere])")].filter(
        (one) => !one.dataset.digest || !one.querySelector(":scope > div > *") || !one.clientHeight);
    return [
        ...names("failed", document.querySelectorAll("[data-failed]")),
        ...names("red box", document.querySelectorAll("[data-testid=stException], [data-testid=stAlert]")),
        ...names("not a number", drawn.filter(lost)),
        ...names("cut off", [...document.querySelectorAll(".gb-number input")].filter(
            (one) => one.clientWidth && one.scrollWidth > one.clientWidth + 1)),
        ...names("empty", [...empty, ...blank]),
    ];
}"""


def found(page: Page, wrong: list[str]) -> list[str]:
    """What is wrong for good: a view that has just come may still be waiting for its script."""
    settle(page, 100)
    for _ in range(30):
        if not (complaints := [*page.evaluate(FOUND), *wrong]):
            break
        page.wait_for_timeout(200)
    return complaints


def press_all(page: Page, wrong: list[str], slug: str) -> None:
    """The walk, from where the page stands."""
    draw = random.Random(slug)
    assert not (complaints := found(page, wrong)), "\n".join(complaints)
    pressed: set[tuple[Any, ...]] = set()
    walk: list[str] = []
    end, turns = time.monotonic() + SECONDS, TURNS
    while time.monotonic() < end and turns:
        options = [tuple(each) for each in page.evaluate(OPTIONS)]
        fresh = [each for each in options if each not in pressed]
        turns = TURNS if fresh else turns - 1
        key, index, words = draw.choice(fresh or options)
        pressed.add((key, index, words))
        if page.evaluate(PRESS, [key, index]):
            walk.append(f"{key.removeprefix('st-key-')}: {words}")
            complaints = found(page, wrong)
            assert not complaints, "\n".join([page.url, *walk[-6:], *complaints])
    assert walk
    if EVERY:
        print(f"{slug}: {len(pressed)} options, {len(walk)} presses, all reached: {not turns}")
