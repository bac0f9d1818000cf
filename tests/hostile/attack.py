"""Sends a server what no page of ours would, and keeps count of what came of it."""

import asyncio
import random
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import psutil
from hostile import inputs
from reader import Page, Reader, ask
from serving import Server, held
from websockets.exceptions import WebSocketException

MOST_SECONDS = 5.0  # that an answer may take
MOST_BYTES = 512_000_000  # that an input may take
WORKER_BYTES = 700_000_000  # that a worker holds with what the defaults and presets of all pages need
WHOLE = 60.0  # seconds after which an answer is no longer waited for
AT_ONCE = 4  # readers


@dataclass
class Report:
    """What came of inputs of a kind. ``slowest`` seconds; ``faults`` are sentences.

    ``last`` are the latest inputs that were sent to a page, the answered ones and those that are not.
    """

    most_seconds: float
    last: deque[str] = field(default_factory=lambda: deque(maxlen=2 * AT_ONCE))
    sent: int = 0
    brought: int = 0  # bytes of files, which a session holds for a while
    slowest: float = 0.0
    faults: Counter[str] = field(default_factory=Counter)

    def note(self, seconds: float, what: str = "") -> None:
        self.sent += 1
        self.slowest = max(self.slowest, seconds)
        if seconds > self.most_seconds:
            self.faults[f"answered after {seconds:.1f} s: {what[:300]}"] += 1

    async def look_at(self, answer: Awaitable[Page], what: str) -> bool:
        """Whether there was an answer; after none the reader had better come anew."""
        self.last.append(what[:200])
        try:
            page = await answer
        except TimeoutError:
            self.note(WHOLE, what)
            self.faults[f"no answer: {what[:1_000]}"] += 1
            return False
        self.note(page.seconds, what)
        for exception in page.exceptions:
            self.faults[f"a traceback on the page: {exception[:200]}"] += 1
        for text in page.texts:
            if "Something went wrong on our side" in text:
                self.faults["an apology on the page"] += 1
        return True


class Attack:
    """``count`` inputs of each kind, from a seed, each answered within ``most_seconds``, with some readers at once."""

    def __init__(self, server: Server, seed: int, most_seconds: float) -> None:
        self.server, self.seed, self.most_seconds = server, seed, most_seconds

    async def run(self, kind: str, count: int, report: Report) -> None:
        """Sends ``count`` inputs of a kind."""
        each = [count // AT_ONCE + (place < count % AT_ONCE) for place in range(AT_ONCE)]
        work: Callable[[random.Random, int, Report], Awaitable[None]] = getattr(self, kind)
        chances = [random.Random(f"{self.seed} {kind} {place}") for place in range(AT_ONCE)]
        await asyncio.gather(*(work(chance, many, report) for chance, many in zip(chances, each, strict=True)))

    async def addresses(self, chance: random.Random, count: int, report: Report) -> None:
        """Links that say what they may not."""
        given = [inputs.address(chance) for _ in range(count)]
        await asyncio.sleep(0)  # until the others have made theirs: that takes its time, too
        await follow(self.server, given, report)

    async def widgets(self, chance: random.Random, count: int, report: Report) -> None:
        """Values of any type for the controls of an open page."""
        for place in range(0, count, 25):
            values = partial(_values, chance)
            await tell(self.server, chance.choice(inputs.SLUGS), [values] * min(25, count - place), report)

    async def frames(self, chance: random.Random, count: int, report: Report) -> None:
        """Frames that are no message, or one that no page sends: what follows is that a next reader is answered."""
        frames = [inputs.frame(chance) for _ in range(count)]
        await asyncio.sleep(0)
        for frame in frames:
            await send_frame(self.server, frame, report)

    async def questions(self, chance: random.Random, count: int, report: Report) -> None:
        """Questions to the short road."""
        async with Reader("127.0.0.1", self.server.port) as reader:
            for place in range(count):
                if place % 100 == 0:
                    await reader.open(chance.choice(inputs.SLUGS))
                await ask_road(self.server, inputs.question(chance, reader.page.road, reader.slug), report)

    async def files(self, chance: random.Random, count: int, report: Report) -> None:
        """Files of the wrong kind, forged, cut short."""
        for _ in range(count):
            await bring(self.server, await asyncio.to_thread(inputs.file, chance), report)


async def send_frame(server: Server, frame: bytes, report: Report, what: str = "") -> None:
    """A connection of its own that sends the frame."""
    start = time.perf_counter()
    try:
        async with Reader("127.0.0.1", server.port) as reader:
            await reader.send(frame)
            await asyncio.sleep(0.02)
    except (WebSocketException, OSError):
        pass  # the server hangs up
    report.note(time.perf_counter() - start, what)


async def ask_road(server: Server, body: bytes, report: Report, what: str = "") -> None:
    """A question to the short road."""
    start = time.perf_counter()
    status, _ = await asyncio.to_thread(ask, "127.0.0.1", server.port, body, WHOLE)
    report.note(time.perf_counter() - start, what)
    if status not in (200, 204, 400, 404, 413, 429):
        report.faults[f"/draw answered {status}"] += 1


async def follow(server: Server, given: Sequence[tuple[str, str]], report: Report) -> None:
    """Opens pages by their queries, one after the other."""
    left = iter(given)
    answered = False
    while not answered:
        async with Reader("127.0.0.1", server.port) as reader:
            answered = True
            for reader.slug, reader.query in left:
                reader.hash = ""
                answered = await report.look_at(reader.run(seconds=WHOLE), f"{reader.slug}?{reader.query}")
                if not answered:
                    break


async def tell(
    server: Server, slug: str, given: Sequence[Callable[[list[str]], dict[str, Any]]], report: Report
) -> None:
    """Gives the controls of a page values, which are made of the widgets that it has by then."""
    left = iter(given)
    answered = False
    while not answered:
        async with Reader("127.0.0.1", server.port) as reader:
            await reader.open(slug)
            answered = True
            for make in left:
                values = make(sorted(reader.page.widgets))
                answered = await report.look_at(reader.run(values, seconds=WHOLE), f"{slug} with {values}")
                if not answered:
                    break


def _values(chance: random.Random, names: list[str]) -> dict[str, Any]:
    return {name: inputs.widget(chance) for name in chance.sample(names, min(len(names), chance.randint(1, 3)))}


async def bring(server: Server, file: tuple[str, str, str, bytes], report: Report) -> None:
    """Gives a page, by its query, a file of that name."""
    slug, query, name, data = file
    report.brought += len(data)
    async with Reader("127.0.0.1", server.port) as reader:
        page = await reader.open(slug, query)
        places = [one for one, kind in page.widgets.items() if kind == "file_uploader" and one.endswith(".file")]
        if not places:
            report.faults[f"no place for a file on {slug}?{query}"] += 1
            return
        try:
            await report.look_at(reader.bring(places[0], name, data), f"{slug}?{query} with {data[:40]!r}")
        except ConnectionError as refused:
            report.note(0.0)
            if "answered 4" not in str(refused):
                report.faults[str(refused)] += 1


class Memory:
    """What the server's process has grown by at the most, and what the largest of its workers has held.

    ``inputs`` are the latest that had been sent when that one was the largest: its own is one of them, or one
    before them, whose reader has left.
    """

    def __init__(self, process: psutil.Process) -> None:
        self.process = process
        self.first = held(self.process)
        self.grown = self.worker = 0
        self.report: Report | None = None
        self.inputs: list[str] = []

    def look(self) -> None:
        self.grown = max(self.grown, held(self.process) - self.first)
        worker = max([0, *map(held, self.process.children(recursive=True))])
        if worker > self.worker:
            self.worker, self.inputs = worker, [*self.report.last] if self.report else []

    async def watch(self) -> None:
        while True:
            await asyncio.to_thread(self.look)
            await asyncio.sleep(0.3)


KINDS = ("addresses", "widgets", "frames", "questions", "files")


async def attack(
    server: Server, counts: dict[str, int], seed: int, tell: Callable[[str], None], most_seconds: float = MOST_SECONDS
) -> list[str]:
    """Everything, one kind after the other. Returns what should not have been."""
    attacker, memory, faults = Attack(server, seed, most_seconds), Memory(psutil.Process(server.pid)), []
    watching, brought = asyncio.create_task(memory.watch()), 0
    for kind in KINDS:
        start, report = time.perf_counter(), Report(most_seconds)
        memory.report = report
        await attacker.run(kind, counts[kind], report)
        took, wrong = time.perf_counter() - start, sum(report.faults.values())
        tell(f"{kind:10} {report.sent:6,} in {took:5.0f} s, slowest {report.slowest:5.2f} s, {wrong} faults")
        found = [f"{kind}: {fault} ({times} times)" for fault, times in report.faults.items()]
        faults += found
        brought += report.brought
    watching.cancel()
    grown = f"the server grew by {memory.grown / 1e6:.0f} MB, {brought / 1e6:.0f} MB of files among them"
    tell(f"{grown}; the largest worker held {memory.worker / 1e6:.0f} MB")
    faults += [grown] * (memory.grown > MOST_BYTES + brought)
    if memory.worker > WORKER_BYTES + MOST_BYTES:
        faults.append(f"a worker held {memory.worker / 1e6:.0f} MB, at one of {'; '.join(memory.inputs)}")
    log = server.log()
    if "Traceback" in log:
        faults.append("a traceback in the log: " + log[log.index("Traceback") :][:1_500])
    if server.get("/_stcore/health").status != 200:
        faults.append("the server is not well")
    for fault in faults:
        tell(fault)
    return faults
