"""More readers than places: whom the busy page meets, and how those wait who have a place."""

import asyncio
import http.client
import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from load.crowd import UNANSWERED, Choice, Waits, act, presets
from reader import Reader
from websockets.exceptions import InvalidStatus

from ui.guards.admission import AGAIN_SECONDS
from ui.guards.apologies import busy

WHOLE = 60.0  # seconds that "afterwards" is waited for


@dataclass
class Door:
    """How many found a place, how often the busy page was shown, and how often a page came and found no place."""

    admitted: int = 0
    busy: int = 0
    late: int = 0
    waits: Waits = field(default_factory=Waits)

    def __str__(self) -> str:
        return (f"{self.admitted} admitted, {self.busy} times the busy page, {self.late} times none and no place; "
                f"{self.waits}")  # fmt: skip


async def wanted(host: str, port: int, count: int, pause: float, seconds: float, seed: int = 1) -> Door:
    """``count`` readers come at once. Whoever has a place keeps it to the end; the others try again as the busy page
    does."""
    choices, door, end = presets(), Door(), time.monotonic() + seconds
    chances = [random.Random(f"{seed} {place}") for place in range(count)]
    await asyncio.gather(*(_come(host, port, choices, chance, pause, end, door) for chance in chances))
    return door


async def _come(
    host: str, port: int, choices: Sequence[Choice], chance: random.Random, pause: float, end: float, door: Door
) -> None:
    while time.monotonic() < end:
        try:
            if await asyncio.to_thread(is_busy, host, port):
                door.busy += 1
            else:
                async with Reader(host, port) as reader:
                    door.admitted += 1
                    while time.monotonic() < end:
                        await act(reader, choices, chance, door.waits)
                        await asyncio.sleep(min(chance.expovariate(1 / pause), max(0.0, end - time.monotonic())))
                    return
        except InvalidStatus:
            door.late += 1
        except UNANSWERED as error:
            door.waits.unanswered.append(f"{type(error).__name__}: {error}"[:200])
        await asyncio.sleep(min(AGAIN_SECONDS, max(0.0, end - time.monotonic())))


def is_busy(host: str, port: int) -> bool:
    """Whether a page is answered by the busy page.

    Raises:
        AssertionError: neither by that nor by the app.
    """
    connection = http.client.HTTPConnection(host, port, timeout=WHOLE)
    try:
        connection.request("GET", "/tokenizer", headers={"Accept": "text/html"})
        answer = connection.getresponse()
        body = answer.read().decode()
        told = answer.status, body == busy(AGAIN_SECONDS, "en")
        assert told in ((200, False), (503, True)), f"a page was answered {answer.status}"
        return answer.status == 503
    finally:
        connection.close()


async def until_usual(host: str, port: int, most_seconds: float) -> float:
    """Seconds until a new reader has a page within ``most_seconds``; infinite where that lasts too long."""
    start = time.perf_counter()
    while time.perf_counter() - start < WHOLE:
        try:
            async with Reader(host, port) as reader:
                if (await reader.open("tokenizer")).seconds <= most_seconds:
                    return time.perf_counter() - start
        except UNANSWERED:
            await asyncio.sleep(0.2)
    return float("inf")
