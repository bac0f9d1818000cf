"""What a preset or a theory states, held phrase by phrase."""

import re
from collections.abc import Callable, Iterable, Mapping

from catalog import ROOT
from core.explorer import Preset
from core.questions import Question


def assert_stated(preset: Preset, phrases: Mapping[str, Callable[[], object]]) -> None:
    """Every phrase stands in the title or the sentence of the preset and holds, and no digit is outside of them."""
    _assert_all_checked(_less(f"{preset.title}. {preset.why}", phrases))


def assert_asked(question: Question, phrases: Mapping[str, Callable[[], object]]) -> None:
    """Every phrase stands in what a question says and holds, and no digit is outside of them."""
    said = [question.text, question.why, question.next, *(question.belief or ())[1:]]
    _assert_all_checked(_less(" ".join(said), phrases))


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
    _assert_all_checked(left)


def assert_theory_states(stem: str, phrases: Mapping[str, Callable[[], object]], formulas: str = r"(?!)") -> None:
    """Every phrase stands in the theory of a page and holds, and no number is outside of them.

    Beside them stand the sources, code, numbers of steps, the ``formulas``, 0 and 1, and whole numbers in mathematics.
    """
    text = (ROOT / "assets" / "theory" / f"{stem}.md").read_text(encoding="utf-8").partition("**Sources.**")[0]
    text = _less(text, phrases)
    kept = rf"`[^`\n]*`|</?(?:details|summary|control|curve)[^>\n]*>|^\d+\. |\bsteps? \d|{formulas}"
    text = re.sub(kept, "", text, flags=re.MULTILINE)
    math = re.compile(r"\$\$.*?\$\$|\$[^$\n]*\$", re.DOTALL)
    assert not (found := re.findall(r"\d+\.\d+", " ".join(math.findall(text)))), f"numbers that nothing checks: {found}"
    words = re.sub(r"(?<![\d.,])[01](?![\d.,]*\d)", "", math.sub("", text))
    assert not (found := re.findall(r".{0,30}\d.{0,20}", words)), f"numbers that nothing checks: {found}"


def _less(text: str, phrases: Mapping[str, Callable[[], object]]) -> str:
    """The text without the phrases, each of which stands in it and holds."""
    for phrase, holds in phrases.items():
        assert phrase in text, phrase
        assert holds(), phrase
        text = text.replace(phrase, "", 1)
    return text


def _assert_all_checked(left: str) -> None:
    assert not re.search(r"\d", left), f"a number that nothing checks: {left}"
