"""The texts in our scripts: ``worded("…")``, and ``worded`…` `` with ``{}`` for what is put in."""

import json
import re

_PLAIN = re.compile(r'\bworded\(("(?:[^"\\\n]|\\.)*")')
_BEGIN = re.compile(r"\bworded`")


def words_in(script: str) -> list[str]:
    """Every text of a script, each once, in the order in which they stand."""
    plain = [json.loads(found[1]) for found in _PLAIN.finditer(script)]
    return [*dict.fromkeys((*plain, *(_key(script, found.end()) for found in _BEGIN.finditer(script))))]


def _key(script: str, at: int) -> str:
    """The template that begins at a place, with ``{}`` for each substitution; these may hold templates of their own."""
    key, depth = "", 0
    while depth or script[at] != "`":
        if script.startswith("${", at) or (depth and script[at] == "{"):
            key, depth = key + "{}" * (depth == 0), depth + 1
            at += script[at] == "$"
        elif depth:
            depth -= script[at] == "}"
        else:
            key += script[at]
        at += 1
    return key
