"""Terms that a student may not know, each defined on hover, focus and tap where it first stands in a text of ours.

``assets/glossary.json`` holds what a term means; a meaning that is not that of every field names its sections.
"""

import functools
import html
import json
import re

from ui.assets import ROOT

# What stays as it is: code, formulas, tags, links, headings, and words in bold, which are being explained.
KEPT = r"```.*?```|`[^`\n]*`|\$\$.*?\$\$|\$[^$\n]*\$|<[^>]*>|\[[^\]\n]*\]\([^)\n]*\)|^#.*?$|\*\*[^*\n]*\*\*"


@functools.cache
def terms(section: str) -> dict[str, str]:
    """What each term means in a section, by the term."""
    known = json.loads((ROOT / "glossary.json").read_text(encoding="utf-8"))
    found = {term: [one["means"] for one in meanings if section in one.get("in", (section,))]
             for term, meanings in known.items()}  # fmt: skip
    return {term: means[0] for term, means in found.items() if means}


@functools.cache
def _pattern(section: str) -> re.Pattern[str]:
    words = "|".join(map(re.escape, sorted(terms(section), key=len, reverse=True)))
    return re.compile(rf"({KEPT})|\b({words})(?:s|es)?\b", re.DOTALL | re.MULTILINE | re.IGNORECASE)


def explained(text: str, section: str) -> str:
    """A text of the house (HTML or Markdown) with a definition on the first of each term; never a reader's text."""
    left = {term.lower(): html.escape(means) for term, means in terms(section).items()}

    def mark(found: re.Match[str]) -> str:
        means = None if found[1] is not None else left.pop(found[2].lower(), None)
        if means is None:
            return found[0]
        return (
            f'<span class="gb-defined" tabindex="0" data-means="{means}" aria-description="{means}">{found[0]}</span>'
        )

    return _pattern(section).sub(mark, text)
