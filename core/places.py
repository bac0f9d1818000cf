"""Places in a text of a reader's, which addresses count from 0 and readers from 1."""

import re

_WHOLE = re.compile(r"(?<!\d)-?\d+", re.ASCII)  # of two places with a hyphen between them, two numbers


def moved(text: str, base: int) -> str:
    """``text`` with every whole number in it plus ``base``, as assets/js/controls/text.js does: 0 4-6 becomes 1 5-7."""
    return _WHOLE.sub(lambda found: str(int(found[0]) + base), text) if base else text
