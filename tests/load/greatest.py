"""One reader who asks for as much as anybody can: the longest work, questions without a pause, large files."""

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable

from load.crowd import SLUGS, TOO_LONG, UNANSWERED
from reader import Reader

from core import costs, fields, link
from core.explorer import find

FILE_BYTES = 20_000_000


def costliest(quick: bool) -> tuple[str, str]:
    """Page and query of the default or preset with a seed that is estimated to take the longest, of those that a page
    computes at once or of all."""
    found = []
    for slug in SLUGS:
        explorer = find(slug)
        for query in ({}, *({"preset": one.name} for one in explorer.PRESETS)):
            params = link.decode(explorer.Params, query, explorer.PRESETS).params
            seeded = "seed" in fields.declared(explorer.Params) and fields.is_used(params, "seed")
            seconds = costs.estimate_seconds(explorer, params, None)
            if seeded and (seconds <= costs.QUICK_SECONDS or not quick):
                found.append((seconds, slug, link.query_string(query)))
    return max(found)[1:]


async def greatest(host: str, port: int, seed: int = 1) -> None:
    """Asks until it is cancelled, and begins anew whatever breaks."""
    chance = random.Random(seed)
    await asyncio.gather(*(_again(one, host, port, chance) for one in (_compute, _draw, _bring)))


async def _again(ask: Callable[[Reader, random.Random], Awaitable[None]], host: str, port: int,
                 chance: random.Random) -> None:  # fmt: skip
    while True:
        with contextlib.suppress(*UNANSWERED):
            async with Reader(host, port) as reader:
                await ask(reader, chance)
        await asyncio.sleep(0.1)


async def _compute(reader: Reader, chance: random.Random) -> None:
    slug, query = costliest(quick=False)
    while True:
        await reader.open(slug, f"{query}&seed={chance.randrange(10**6)}".lstrip("&"), TOO_LONG)


async def _draw(reader: Reader, chance: random.Random) -> None:
    await reader.open(*costliest(quick=True))
    while True:
        await asyncio.to_thread(reader.draw, {"seed": str(chance.randrange(10**6))})


async def _bring(reader: Reader, chance: random.Random) -> None:
    words = [f"word{number}" for number in range(1_000)]
    while True:
        page = await reader.open("tokenizer", "source=file")
        place = next(name for name in page.widgets if name.endswith(".file"))
        text = " ".join(chance.choices(words, k=2_000)).encode()
        await reader.bring(place, "large.txt", (text + b" ") * (FILE_BYTES // len(text)))
