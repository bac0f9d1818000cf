"""What is wrong with a setting is said where a reader sees it, also when its control stands in a closed fold."""

from collections.abc import Iterator
from typing import Any

import pytest

from catalog import BY_SLUG

PAGE = BY_SLUG["ngram-language-model"].page
UNKNOWN_ALONE = {"source": "text", "text": "a b a b", "held": "text", "held_text": "y z", "min_count": "1"}


@pytest.mark.parametrize(("query", "sentence", "times"), [
    ({"held": "text"}, "There is no text yet", 2),
    ({**UNKNOWN_ALONE, "unknown": "false"}, "no held-out word is left to measure", 2),
    ({"source": "text", "text": "hi"}, "it must have at least 2 words to learn from", 1),
])  # fmt: skip
def test_a_refusal_in_a_fold_is_told_above_the_picture_too(
    open_page, query: dict[str, str], sentence: str, times: int
) -> None:
    said = [each.proto.body for each in open_page(PAGE, query).get("html") if "gb-say" in each.proto.body]
    assert sum(sentence in each for each in said) == times, said


def _elements(block: Any) -> Iterator[Any]:
    """All that a page is made of, in its order."""
    for each in block.children.values():
        yield from _elements(each) if hasattr(each, "children") else [each]


def test_what_is_wrong_is_said_right_after_its_control_and_no_other_keeps_a_place_for_it(open_page) -> None:
    """An empty place after each control is a quarter of all that a page sends."""
    drawn = [*_elements(open_page(PAGE, {"source": "text", "text": "hi"}).main)]
    said = next(place for place, each in enumerate(drawn) if "at least 2 words" in getattr(each.proto, "body", ""))
    assert drawn[said - 1].proto.id.endswith("-text")
    kept = [drawn[place - 1] for place, each in enumerate(drawn) if each.type == "empty"]
    assert [each.proto.id.endswith("-part") for each in kept] == [True]  # the views' switch comes before all is known
