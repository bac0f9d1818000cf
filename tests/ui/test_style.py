"""What holds for the rules of assets/style.css themselves."""

import re

from ui import assets

SEEN = {".gb-found", "st-key-gb-rail"}  # have a frame of their own, which cuts what goes on below it


def test_a_list_that_scrolls_tells_that_more_lies_below_where_systems_hide_scroll_bars() -> None:
    style = re.sub(r"/\*.*?\*/", "", (assets.ROOT / "style.css").read_text(encoding="utf-8"), flags=re.DOTALL)
    rules = re.findall(r"([^{}]+)\{([^{}]*)\}", style)
    scrolling = {selector.strip() for selector, rule in rules
                 if re.search(r"max-height: [\d.]+rem|[^-]height: [\d.]+rem", rule)
                 and re.search(r"overflow(-y)?: auto", rule)}  # fmt: skip
    (shaded,) = (selector for selector, rule in rules if "--gb-shade:" in rule)
    told = {each.strip() for each in shaded.strip().removeprefix(":is(").removesuffix(")").split(",")}
    assert {".gb-rules", ".gb-recent"} <= scrolling
    assert {each for each in scrolling if not any(known in each for known in SEEN)} == told
