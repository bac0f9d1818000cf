"""What each picture is called, for a reader who keeps it: ``assets/pictures.json``, by the names of their files."""

import json
from functools import cache

from catalog import ROOT


@cache
def _titles() -> dict[str, str]:
    known: dict[str, str] = json.loads((ROOT / "assets" / "pictures.json").read_text(encoding="utf-8"))
    return known


def title(name: str) -> str:
    """What the picture of this name is called; nothing where it is none to keep."""
    return _titles().get(name, "")
