"""Terms that a student may not know, each defined on hover, focus and tap where it first stands in a text of ours.

``assets/glossary.json`` holds what a term means; a meaning that is not that of every field names its sections.
"""

import functools
import html
import json
import re
from itertools import pairwise

from core.numbers import joined
from core.text import Verbatim
from ui import languages
from ui.assets import ROOT
from ui.languages import worded

# What stays as it is: symbols that can be touched (ui/symbols.py), sources, whose titles are others' words, code,
# formulas, tags, links, headings, and words in bold, which are being explained.
BOLD, TOUCHED = r"\*\*[^*\n]*\*\*", r"<(?:control|curve) [^\n]*?</(?:control|curve)>"
SOURCES = r"^\*\*Sources\.\*\*.*?$"
KEPT = (
    rf"{TOUCHED}|{SOURCES}|{BOLD}|"
    r"```.*?```|`[^`\n]*`|\$\$.*?\$\$|\$[^$\n]*\$|<[^>]*>|\[[^\]\n]*\]\([^)\n]*\)|^#.*?$"
)
_KEPT = re.compile(f"({KEPT})", re.DOTALL | re.MULTILINE)


def terms(section: str) -> dict[str, str]:
    """What each term means in a section, by the term, in the language that is spoken."""
    return {worded(term): worded(means) for term, means in _terms(section).items()}


@functools.cache
def _terms(section: str) -> dict[str, str]:
    known = json.loads((ROOT / "glossary.json").read_text(encoding="utf-8"))
    found = {term: [one["means"] for one in meanings if section in one.get("in", (section,))]
             for term, meanings in known.items()}  # fmt: skip
    return {term: means[0] for term, means in found.items() if means}


@functools.cache
def _pattern(known: frozenset[str]) -> re.Pattern[str]:
    words = "|".join(map(re.escape, sorted(known, key=len, reverse=True)))
    return re.compile(rf"({KEPT})|\b({words})(?:s|es)?\b(?!–)", re.DOTALL | re.MULTILINE | re.IGNORECASE)


def pieces(text: str, section: str) -> tuple[tuple[str, str], ...]:
    """A text of the house, cut around the first of each term: each piece with what it means, "" where it is no term."""
    return _cut(text, section, languages.spoken())


@functools.lru_cache(maxsize=448)
def _cut(text: str, section: str, language: str) -> tuple[tuple[str, str], ...]:
    text, known = _joined(languages.translated(text)), terms(section)
    left, cut, end = {term.lower(): means for term, means in known.items()}, [], 0
    for found in _pattern(frozenset(known)).finditer(text):
        means = "" if found[1] is not None else left.pop(found[2].lower(), "")
        if means:
            cut += [(text[end : found.start()], ""), (found[0], means)]
            end = found.end()
    return tuple((Verbatim(words), Verbatim(means)) for words, means in (*cut, (text[end:], "")) if words)


def _joined(text: str) -> str:
    """A text in which no number stands apart from its unit; what is kept is kept."""
    parts = ["", *_KEPT.split(text)]  # what stands before is asked for a number: “$95$ %”
    return "".join(part if at % 2 else joined(before[-2:] + part)[len(before[-2:]) :]
                   for at, (before, part) in enumerate(pairwise(parts)))  # fmt: skip


def explained(text: str, section: str) -> str:
    """A text of the house (HTML or Markdown) with a definition on the first of each term; never a reader's text."""
    return "".join(_defined(words, html.escape(means)) if means else words for words, means in pieces(text, section))


def _defined(words: str, means: str) -> str:
    return f'<span class="gb-defined" tabindex="0" data-means="{means}" aria-description="{means}">{words}</span>'
