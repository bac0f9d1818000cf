"""Many readers at once, without browsers: how long they wait, what they see of each other, what the server keeps."""

import asyncio
import random
import time
from collections.abc import Callable, Iterable, Sequence
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
    def answered(self) -> float:
        """The share of all that was asked."""
        count = sum(map(len, self.seconds.values()))
        return count / max(1, count + len(self.unanswered))

    def __str__(self) -> str:
        kinds = ", ".join(f"{kind} {len(all)} p50 {self.percentile(kind, 50):.3f} s p95 {self.percentile(kind):.3f} s"
                          for kind, all in self.seconds.items())  # fmt: skip
        return f"{100 * self.answered:.2f} % answered; {kinds}"


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


async def think(
    host: str, port: int, choices: Sequence[Choice], chance: random.Random, pause: float, end: float, waits: Waits
) -> None:
    """A reader who opens pages, presses presets, moves numbers, and thinks for ``pause`` seconds on average."""
    await asyncio.sleep(chance.uniform(0, pause))
    while time.monotonic() < end:
        try:
            async with Reader(host, port) as reader:
                while time.monotonic() < end:
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
                    await asyncio.sleep(chance.expovariate(1 / pause))
        except (WebSocketException, OSError, TimeoutError, AssertionError) as error:
            waits.unanswered.append(f"{type(error).__name__}: {error}"[:200])


async def crowd(host: str, port: int, count: int, pause: float, seconds: float, seed: int = 1) -> Waits:
    """``count`` readers who think, for so long."""
    choices = presets()
    waits, end = Waits(), time.monotonic() + seconds
    chances = [random.Random(f"{seed} {place}") for place in range(count)]
    await asyncio.gather(*(think(host, port, choices, chance, pause, end, waits) for chance in chances))
    return waits


async def foreign(host: str, port: int, readers: int, runs: int) -> list[str]:
    """Sentences about what readers saw of each other, where each brings a word of their own and all run at once,
    and about results of a seed that are not those of a single reader."""
    words = [f"canary{place:05d}q" for place in range(readers)]
    faults: list[str] = []
    async with Reader(host, port) as alone:
        single = (await alone.open("cramer-rao", "seed=11")).digests()

    async def read(place: int) -> None:
        async with Reader(host, port) as reader:
            for turn in range(runs // readers):
                if turn % 4 == 3:
                    if (await reader.open("cramer-rao", "seed=11")).digests() != single:
                        faults.append("a seeded result is not that of a single reader")
                    continue
                text = f"{words[place]} " * 5 + str(turn)
                page = await reader.open("tokenizer", f"source=text&merges=20&text={'%20'.join(text.split())}")
                if words[place] not in page.content:
                    faults.append(f"{words[place]} is not on its page")
                faults.extend(f"{words[place]} saw {other}" for other in words
                              if other != words[place] and other in page.content)  # fmt: skip

    await asyncio.gather(*map(read, range(readers)))
    return faults


async def rerun(host: str, port: int, runs: Iterable[int], after: Callable[[int], None]) -> None:
    """One page run again and again, each time with another seed; ``after`` is called with the number of each."""
    async with Reader(host, port) as reader:
        for number in runs:
            page = await reader.open("cramer-rao", f"seed={number}")
            assert not page.exceptions, page.exceptions[0]
            after(number)


async def arrive(host: str, port: int, count: int) -> tuple[int, Waits]:
    """So many come at once and stay: how many are refused, and how long the others waited for a page."""
    waits, refused = Waits(), 0
    leave = asyncio.Event()

    async def come() -> None:
        nonlocal refused
        try:
            async with Reader(host, port) as reader:
                page = await reader.open("tokenizer")
                waits.note("light", page.seconds)
                await leave.wait()
        except (WebSocketException, OSError, TimeoutError):
            refused += 1

    coming = [asyncio.create_task(come()) for _ in range(count)]
    while refused + len(waits.seconds.get("light", ())) < count:
        await asyncio.sleep(0.05)
    leave.set()
    await asyncio.gather(*coming)
    return refused, waits
