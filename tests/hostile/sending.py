"""Sends a server everything that is listed, page by page."""

import asyncio
from functools import partial
from typing import Any

from hostile import inputs, listed
from hostile.attack import Report, ask_road, bring, follow, send_frame, tell
from reader import Reader
from serving import Server

AT_ONCE = 3  # pages


async def send_listed(server: Server, most_seconds: float, every: int = 1) -> Report:
    """Every input, or one of so many; what came of them."""
    report, places = Report(most_seconds), asyncio.Semaphore(AT_ONCE)

    async def visit(number: int, slug: str) -> None:
        async with places:
            await _send_to(server, slug, report, slice(number % every, None, every))

    await asyncio.gather(*(visit(number, slug) for number, slug in enumerate(inputs.SLUGS)))
    for frame in listed.frames()[::every]:
        await send_frame(server, frame, report, f"a frame {frame[:40]!r}")
    return report


async def _send_to(server: Server, slug: str, report: Report, chosen: slice) -> None:
    await follow(server, [(slug, query) for query in listed.addresses(slug)[chosen]], report)
    await tell(server, slug, [partial(_alike, value) for value in listed.WIDGETS[chosen]], report)
    async with Reader("127.0.0.1", server.port) as reader:
        await reader.open(slug)
        for body in listed.bodies(slug, reader.page.road)[chosen]:
            await ask_road(server, body, report, f"{slug} was asked {body[:200]!r}")
    for query, name, make in listed.files(slug)[chosen]:
        await bring(server, (slug, query, name, await asyncio.to_thread(make)), report)


def _alike(value: dict[str, Any], names: list[str]) -> dict[str, Any]:
    return dict.fromkeys(names, value)
