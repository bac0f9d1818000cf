"""Many readers at once, without browsers: how long they wait."""

import asyncio
import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from reader import Reader
from websockets.exceptions import WebSocketException

from catalog import BY_SLUG
from core import costs, fields, link
from core.explorer import find

SLUGS = tuple(BY_SLUG)
Choice = tuple[str, str, str]
TOO_LONG = 60.0  # seconds after which a reader gives up
UNANSWERED = WebSocketException, OSError, TimeoutError, AssertionError


@dataclass
class Waits:
    """Seconds that readers waited for answers, by the kind of what they asked, and what was not answered."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    unanswered: list[str] = field(default_factory=list)

    def note(self, kind: str, seconds: float) -> None:
        self.seconds.setdefault(kind, []).append(seconds)

    def percentile(self, kind: str, percent: float = 95.0) -> float:
        """NaN where nothing of the kind was asked."""
        return float(np.percentile(self.seconds[kind], percent)) if self.seconds.get(kind) else float("nan")

    @property
    def asked(self) -> int:
        """How often."""
        return sum(map(len, self.seconds.values())) + len(self.unanswered)

    @property
    def answered(self) -> float:
        """The share of all that was asked."""
        return 1 - len(self.unanswered) / max(1, self.asked)

    def __str__(self) -> str:
        kinds = ", ".join(f"{kind} {len(all)} p50 {self.percentile(kind, 50):.3f} s p95 {self.percentile(kind):.3f} s"
                          for kind, all in self.seconds.items())  # fmt: skip
        return f"{100 * self.answered:.3f} % answered; {kinds}"

    def against(self, usual: "Waits") -> str:
        """The 95th percentiles beside those of other waits."""
        both = [kind for kind in self.seconds if usual.seconds.get(kind)]
        each = ((kind, self.percentile(kind), usual.percentile(kind)) for kind in both)
        return "p95 " + ", ".join(f"{kind} {now / before:.2f} times ({now:.3f} s, before {before:.3f} s)"
                                  for kind, now, before in each)  # fmt: skip


def presets() -> list[Choice]:
    """Page, query and kind ("light", "heavy") of every preset that needs no file, and of the defaults of every page."""
    found = []
    for slug in SLUGS:
        explorer = find(slug)
        for query in ({}, *({"preset": one.name} for one in explorer.PRESETS)):
            params = link.decode(explorer.Params, query, explorer.PRESETS).params
            quick = costs.is_quick(slug, costs.work_of(explorer, params, None))
            found.append((slug, link.query_string(query), "light" if quick else "heavy"))
    return found


def nudge(chance: random.Random, slug: str) -> dict[str, str]:
    """A number of a page near its default, as a hand on its control asks the short road."""
    params = find(slug).Params()
    numbers = {name: one for name, one in fields.declared(type(params)).items()
               if isinstance(one, fields.Number) and fields.is_used(params, name)}  # fmt: skip
    name = chance.choice(sorted(numbers))
    value = getattr(params, name) * chance.uniform(0.8, 1.2)
    return {name: str(round(value)) if numbers[name].whole else f"{value:.4g}"}


async def act(reader: Reader, choices: Sequence[Choice], chance: random.Random, waits: Waits) -> None:
    """What a reader does between two thoughts: moves a number, or opens a page or a preset of it.

    Raises:
        AssertionError: the answer is none.
    """
    if reader.page.road and chance.random() < 0.5:
        start = time.perf_counter()
        status, _ = await asyncio.to_thread(reader.draw, nudge(chance, reader.slug))
        assert status in (200, 204), f"/draw answered {status}"
        waits.note("draw", time.perf_counter() - start)
    else:
        slug, query, kind = chance.choice(choices)
        page = await reader.open(slug, query, TOO_LONG)
        assert not page.exceptions, page.exceptions[0]
        assert not page.waits, f"{slug}?{query} was not ready in {TOO_LONG:.0f} s"
        waits.note(kind, page.seconds)


def settling(early: Waits, later: Waits, seconds: float) -> Callable[[], Waits]:
    """Where a wait is noted that begins now: in ``early`` for the first ``seconds``, in which all come at once."""
    end = time.monotonic() + seconds
    return lambda: early if time.monotonic() < end else later


async def think(
    host: str, port: int, choices: Sequence[Choice], chance: random.Random, pause: float, end: float,
    waits: Callable[[], Waits],
) -> None:  # fmt: skip
    """A reader who thinks for ``pause`` seconds on average between what they do, and comes back when sent away."""
    await asyncio.sleep(chance.uniform(0, pause))
    while time.monotonic() < end:
        present = waits()
        try:
            async with Reader(host, port) as reader:
                while time.monotonic() < end:
                    present = waits()
                    await act(reader, choices, chance, present)
                    await asyncio.sleep(chance.expovariate(1 / pause))
        except UNANSWERED as error:
            present.unanswered.append(f"{type(error).__name__}: {error}"[:200])
            await asyncio.sleep(pause)


async def crowd(
    host: str, port: int, count: int, pause: float, seconds: float, seed: int = 1, settle: float = 0.0,
    early: Waits | None = None,
) -> Waits:  # fmt: skip
    """``count`` readers who think, for so long after they have had ``settle`` seconds, which ``early`` tells."""
    choices = presets()
    waits, end = Waits(), time.monotonic() + settle + seconds
    present = settling(early or Waits(), waits, settle)
    chances = [random.Random(f"{seed} {place}") for place in range(count)]
    await asyncio.gather(*(think(host, port, choices, chance, pause, end, present) for chance in chances))
    return waits
