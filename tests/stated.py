"""What a preset states of its result, held phrase by phrase."""

import re
from collections.abc import Callable, Iterable, Mapping

from core.explorer import Preset


def assert_stated(preset: Preset, phrases: Mapping[str, Callable[[], object]]) -> None:
    """Every phrase stands in the title or the sentence of the preset and holds, and no digit is outside of them."""
    text = f"{preset.title}. {preset.why}"
    for phrase, holds in phrases.items():
        assert phrase in text
        assert holds(), phrase
        text = text.replace(phrase, "", 1)
    assert not re.search(r"\d", text), f"a number that nothing checks: {text}"


def in_figures(text: str) -> tuple[float, float]:
    """The number that a sentence writes, and half of its last digit."""
    digits, _, power = text.replace("−", "-").replace(",", "").partition("·10")
    scale = 10.0 ** int(power.translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")) or 0)
    return float(digits) * scale, 0.5001 * 10.0 ** -len(digits.partition(".")[2]) * scale


def assert_no_other_number(why: str, numbers: Iterable[str], formulas: str) -> None:
    """All ``numbers`` stand in the sentence, and no digit does beside them and the ``formulas``."""
    left = why = re.sub(formulas, "", why)
    for text in numbers:
        number = rf"(?<![\d.,]){re.escape(text)}(?!\d|[.,]\d)"
        assert re.search(number, why), text
        left = re.sub(number, "", left)
    assert not re.search(r"\d", left), f"a number that nothing checks: {left}"
