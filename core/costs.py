"""How long a computation takes: the work that its explorer counts, at the seconds that each kind of it was measured at.

``costs.json`` holds these seconds, by explorer and kind of work, and as ``once`` what every computation takes beside.
``python -m benchmarks.estimates --fit`` measures them anew; a kind of work that none of its runs has keeps
the seconds that it had.
"""

import json
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, cast

from core import fields
from core.errors import InputError
from core.explorer import Explorer, as_used, home, slug_of

FILE = Path(__file__).with_suffix(".json")
ONCE = "once"
DECODED = "bytes decoded"  # of a reader's sound
QUICK_SECONDS = 0.1  # work beyond this leaves that process


@cache
def measured() -> dict[str, dict[str, float]]:
    """The seconds of one of each kind of work, by slug."""
    return cast(dict[str, dict[str, float]], json.loads(FILE.read_text(encoding="utf-8")))


def seconds(slug: str, work: Mapping[str, int]) -> float:
    """Σ count·seconds of one, over the kinds of ``work``: about what it takes on two cores."""
    each = measured().get(slug, {})  # none before the first fit
    return sum((count * each.get(kind, 0.0) for kind, count in work.items()), 0.0)


def work_of(explorer: Explorer, params: Any, data: bytes | None) -> Mapping[str, int]:
    """All that ``compute`` does, the decoding of a reader's sound included; nothing where it will refuse."""
    decoded = {DECODED: len(data)} if data and fields.brings(as_used(params)) is fields.SOUND else {}
    try:
        return {ONCE: 1, **decoded, **explorer.work(as_used(params), data)}
    except InputError:
        return {}


def estimate_seconds(explorer: Explorer, params: Any, data: bytes | None) -> float:
    """About how long ``compute`` takes on two cores; 0 where it will refuse."""
    return seconds(slug_of(home(explorer.Params)), work_of(explorer, params, data))


def is_quick(slug: str, work: Mapping[str, int]) -> bool:
    """Whether it takes little beside reading a file."""
    return seconds(slug, work) <= QUICK_SECONDS
