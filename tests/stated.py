"""What a preset states of its result, held phrase by phrase."""

import re
from collections.abc import Callable, Mapping

from core.explorer import Preset


def assert_stated(preset: Preset, phrases: Mapping[str, Callable[[], object]]) -> None:
    """Every phrase stands in the title or the sentence of the preset and holds, and no digit is outside of them."""
    text = f"{preset.title}. {preset.why}"
    for phrase, holds in phrases.items():
        assert phrase in text
        assert holds(), phrase
        text = text.replace(phrase, "", 1)
    assert not re.search(r"\d", text), f"a number that nothing checks: {text}"
