"""What is wrong with a setting is said where a reader sees it, also when its control stands in a closed fold."""

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
