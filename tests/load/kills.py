"""A replica dies without a word: when its readers are back at what they had set, and what the other's notice."""

import asyncio
import os
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from reader import Page, Reader
from replicas import Replicas
from websockets.exceptions import WebSocketException

SLUG = "tokenizer"
FIRST_PAUSE = 0.5  # seconds until Streamlit's page tries again, twice as long after each attempt
GIVEN_UP = 60.0  # seconds


@dataclass
class Returns:
    """Seconds from a death until a reader's page was there again, and sentences about what was not as it had been."""

    seconds: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        p50, p95, most = np.percentile(self.seconds, (50, 95, 100))
        return (f"{len(self.seconds)} returns, p50 {p50:.2f} s, p95 {p95:.2f} s, longest {most:.2f} s; "
                f"{len(self.faults)} faults")  # fmt: skip


async def killed(replicas: Replicas, readers: int, kills: int, after: Callable[[Returns, int], None]) -> Returns:
    """So many deaths, in turn of the one replica and of the other, each with half of the readers at either."""
    told = Returns()
    for number in range(kills):
        names = replicas.names()
        lost, kept = (names[number % 2], names[1 - number % 2])
        async with asyncio.TaskGroup() as opening:
            tasks = [opening.create_task(_arrive(replicas.port, (lost, kept)[place % 2], place))
                     for place in range(readers)]  # fmt: skip
        pages = [task.result() for task in tasks]
        start = time.perf_counter()
        os.kill(replicas.process(lost), signal.SIGKILL)
        await asyncio.gather(*(_return(*one, start, told) for one in pages[::2]),
                             *(_stay(*one, told) for one in pages[1::2]))  # fmt: skip
        await asyncio.gather(*(_stay(*one, told) for one in pages[1::2]))
        await asyncio.gather(*(reader.__aexit__() for reader, _ in pages))
        await asyncio.to_thread(replicas.wait, lost)
        after(told, number + 1)
    return told


async def _arrive(port: int, name: str, place: int) -> tuple[Reader, dict[str, str]]:
    """A reader at a replica, on a link of their own, and the digests of its pictures."""
    reader = await Reader("127.0.0.1", port, f"glassbox={name}").__aenter__()
    assert reader.cookie == f"glassbox={name}", f"sent to {reader.cookie} instead of {name}"
    page = await reader.open(SLUG, f"merges={10 + place}&step={place % 9}")
    return reader, page.digests()


async def _return(reader: Reader, before: dict[str, str], start: float, told: Returns) -> None:
    """Connects again as a browser does, with the address that it shows."""
    await reader.socket.wait_closed()
    page, pause = None, FIRST_PAUSE
    while page is None and time.perf_counter() - start < GIVEN_UP:
        try:
            await reader.__aenter__()
            page = await reader.open(SLUG, reader.query)
        except (WebSocketException, OSError, TimeoutError):
            await asyncio.sleep(pause)
            pause *= 2
    told.seconds.append(time.perf_counter() - start)
    told.faults += _differences("a reader who came back", page, before)


async def _stay(reader: Reader, before: dict[str, str], told: Returns) -> None:
    """Goes on without a new connection."""
    try:
        page = await reader.open(SLUG, reader.query)
    except (WebSocketException, OSError, TimeoutError):
        page = None
    told.faults += _differences("a reader of the other replica", page, before)


def _differences(who: str, page: Page | None, before: dict[str, str]) -> list[str]:
    if page is None:
        return [f"{who} had no answer"]
    return [
        *(f"{who} met {one}" for one in page.exceptions),
        *[f"{who} has other pictures"] * (page.digests() != before),
    ]
