"""What holds for the rules of assets/style.css themselves."""

import re
from collections.abc import Iterator

from ui import assets

SEEN = {".gb-found", "st-key-gb-rail"}  # have a frame of their own, which cuts what goes on below it


def _rules() -> Iterator[tuple[str, str]]:
    """Selectors and what they set."""
    style = re.sub(r"/\*.*?\*/", "", (assets.ROOT / "style.css").read_text(encoding="utf-8"), flags=re.DOTALL)
    yield from re.findall(r"([^{}]+)\{([^{}]*)\}", style)


def _ends(selectors: str) -> list[str]:
    """What each selector of a list finds, without what else must hold of it."""
    while (shorter := re.sub(r"\([^()]*\)", "", selectors)) != selectors:
        selectors = shorter
    return [re.split(r"[\s>+~]+", selector.strip())[-1] for selector in selectors.split(",")]


def test_a_rule_that_hangs_on_part_of_a_class_ends_in_a_name() -> None:
    """Streamlit gives every element another class at the start and at the end of a run. A browser has then all below it
    styled anew for a rule that hangs on part of a class and ends in any element: twice 2,000 of them at every answer.
    """
    hanging = [selectors for selectors, _ in _rules() if "[class*=" in selectors or ":has(" in selectors]
    assert len(hanging) > 50
    wide = ("*", "div", ":not", ":has", ":first", ":last", ":nth")
    assert not [selectors for selectors in hanging if any(end.startswith(wide) for end in _ends(selectors))]


def test_a_list_that_scrolls_tells_that_more_lies_below_where_systems_hide_scroll_bars() -> None:
    rules = list(_rules())
    scrolling = {selector.strip() for selector, rule in rules
                 if re.search(r"max-height: [\d.]+rem|[^-]height: [\d.]+rem", rule)
                 and re.search(r"overflow(-y)?: auto", rule)}  # fmt: skip
    (shaded,) = (selector for selector, rule in rules if "--gb-shade:" in rule)
    told = {each.strip() for each in shaded.strip().removeprefix(":is(").removesuffix(")").split(",")}
    assert {".gb-rules", ".gb-recent"} <= scrolling
    assert {each for each in scrolling if not any(known in each for known in SEEN)} == told
