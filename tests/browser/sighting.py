"""Which controls of a page are on the screen together with how much of its main picture."""

from typing import Any, get_args, get_type_hints

from driving import push
from playwright.sync_api import Page

from core.explorer import find

LEAST = 0.7  # of the main picture

MEASURE = """() => {
    const bar = document.querySelector(".stAppHeader")?.getBoundingClientRect().bottom ?? 0;
    const main = document.querySelector("[class*='st-key-gb-main']");
    const views = [...main.querySelectorAll(".gb-figure, .gb-panel")];
    const first = views[0].closest(".stHorizontalBlock") ?? views[0];
    const within = ({ top, bottom }) => Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, bar));
    const fields = "input:not([type=file]):not([tabindex='-1']), textarea, select, [role=spinbutton]";
    const found = [];
    const places = ":is([class*='st-key-gb-view'], [class*='st-key-gb-rail'])";
    for (const control of document.querySelectorAll(`${places} .gb-control`)) {
        const field = control.querySelector(fields);
        if (!field) continue;
        scrollTo(0, 0);
        document.querySelector(".stMain").scrollTop = 0;
        field.focus();
        const box = field.getBoundingClientRect(), picture = first.getBoundingClientRect();
        found.push({
            field: control.querySelector(".gb-label, label")?.textContent,
            control: within(box) / Math.max(box.height, 1),
            picture: within(picture) / Math.max(picture.height, 1),
            height: picture.height / innerHeight,
        });
    }
    return found;
}"""

# The main picture has its place; what is being computed may not have one yet.
DRAWN = """() => {
    const main = document.querySelector("[class*='st-key-gb-main']");
    const first = main.querySelector(".gb-figure, .gb-panel");
    return !main.querySelector(".gb-computing") && first?.getBoundingClientRect().height > 0;
}"""
# Each fold is pressed once: Streamlit opens it a while later, and a second press would close it again.
UNFOLDED = """() => {
    const closed = [...document.querySelectorAll("[class*='st-key-gb-rail'] details:not([open])")];
    for (const fold of closed) {
        if (!fold.pressed) fold.querySelector("summary").click();
        fold.pressed = true;
    }
    return !closed.length;
}"""


def parts(slug: str) -> list[str]:
    """A query for each option of the page's switch of parts."""
    hints = get_type_hints(find(slug).Params)
    switch = next((name for name in ("part", "show", "view") if name in hints), None)
    return [f"{switch}={option}" for option in get_args(hints[switch])] if switch else [""]


def missed(page: Page, slug: str, *sizes: tuple[int, int]) -> list[Any]:
    """Controls that are not, in every part of the page, folds opened, on screens of these sizes.

    The window begins and ends with the first. A new size has all pictures drawn anew, which takes longer than all that
    is measured: so each part begins with the size that the window has.
    """
    found = []
    for number, query in enumerate(parts(slug)):
        push(page, query)
        page.wait_for_function(UNFOLDED, polling=50)
        for width, height in sizes[:: -1 if number % 2 else 1]:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_timeout(100)  # pictures take the new size
            page.wait_for_function(DRAWN)
            seen = page.evaluate(MEASURE)
            assert seen
            found += [(query, width, one) for one in seen if one["control"] < 0.99 or one["picture"] < LEAST]
    page.set_viewport_size({"width": sizes[0][0], "height": sizes[0][1]})
    return found
