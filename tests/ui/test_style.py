"""What the style asks of a browser at every change of a page."""

import re

import pytest

from ui import assets


def after_has(selector: str) -> list[str]:
    """What stands right of each ``:has(…)``, to the end of its selector."""
    found = []
    for match in re.finditer(r":has\(", selector):
        depth, end = 1, match.end()
        while depth:
            depth += {"(": 1, ")": -1}.get(selector[end], 0)
            end += 1
        depth, stop = 0, end
        while stop < len(selector) and depth >= 0 and (depth or selector[stop] != ","):
            depth += {"(": 1, ")": -1}.get(selector[stop], 0)
            stop += 1
        found.append(selector[end : stop - (depth < 0)])
    return found


def named(selector: str) -> bool:
    """Whether the element that a selector ends with has a tag, a class or an attribute to be told by."""
    end = re.split(r"[\s>~+]+(?![^(\[]*[)\]])", selector.strip())[-1]
    return not end or end[0] in ".[" or end[0].isalpha() or not re.search(r"[\s>~+]", selector.strip())


@pytest.mark.parametrize(
    ("selector", "is_named"),
    [(".a:has(.b)", True), (".a:has(.b) > :first-child", False), (".a:has(.b) .c", True), (".a:has(.b) ~ *", False),
     (":is(.a:has(.b) ~ *, .c)", False), (".a:has(> :is(.b, .c)):hover", True), (".a > :has(.b) + * .c", True)],
)  # fmt: skip
def test_an_end_of_a_selector_is_told_by_its_name(selector: str, is_named: bool) -> None:
    assert all(map(named, after_has(selector))) == is_named


@pytest.mark.parametrize("name", assets.STYLES)
def test_no_rule_is_tried_on_every_element_for_what_another_holds(name: str) -> None:
    """A browser matches from the end: one such rule took half of the time of styling a page anew."""
    style = re.sub(r"/\*.*?\*/", "", (assets.ROOT / name).read_text(encoding="utf-8"), flags=re.DOTALL)
    selectors = [each for each in re.findall(r"([^{}]+)\{", style) if ":has(" in each]
    assert selectors
    assert not [each.strip() for each in selectors if not all(map(named, after_has(each)))]
