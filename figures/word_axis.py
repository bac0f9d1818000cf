"""An axis with a token at each place, and the frame of pictures of a model's text."""

from collections.abc import Sequence
from typing import Any

from figures import theme

HEIGHT = 300
FRAME = theme.legend(b=40)
AT = {"word": "word {value} of {last}", "character": "character {value} of {last}"}  # of a sweep along such an axis
LONGEST = 12  # characters of a word on an axis


def word_axis(words: Sequence[str], title: str, **more: Any) -> dict[str, Any]:
    """An axis with one word at each place."""
    names = {"tickvals": list(range(len(words))), "ticktext": [theme.label(word, LONGEST) for word in words]}
    return theme.places(len(words), title, tickangle=-45, **names, **more)
