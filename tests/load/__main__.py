"""The long forms: ``python tests/load FORM``, against a server of its own, or with ``--port`` against one that runs.

What is told of a server's memory and log is left out then. ``python tests/load FORM --help`` names the options.
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1]), str(HERE.parent / "browser"), str(HERE.parent)]
os.environ.update({"GLASSBOX_ARRIVALS_PER_ADDRESS": "1000000", "GLASSBOX_CONNECTIONS_PER_ADDRESS": "100000"})

from load.browsers import browse  # noqa: E402
from load.crowd import Waits, crowd, settling  # noqa: E402
from load.greatest import greatest  # noqa: E402
from load.isolation import isolated  # noqa: E402
from load.kills import Returns, killed  # noqa: E402
from load.surplus import until_usual, wanted  # noqa: E402
from load.usage import each, used  # noqa: E402
from replicas import Replicas  # noqa: E402
from serving import Server, held  # noqa: E402

HOST = "127.0.0.1"
THREADS = 600  # of the client's: one for each reader who asks the short road


def readers(asked: argparse.Namespace) -> None:
    """Readers who open pages, move numbers and think, some in a browser: how long they wait."""
    early, seen, settle, seconds = Waits(), Waits(), 60 * asked.settle, 60 * asked.minutes

    async def all_of_them(port: int) -> tuple[Waits, Counter[str] | None]:
        present = settling(early, seen, settle)
        browsers = [asyncio.create_task(browse(HOST, port, place, asked.pause, settle + seconds, present))
                    for place in range(asked.browsers)]  # fmt: skip
        others = asyncio.create_task(crowd(HOST, port, asked.readers, asked.pause, seconds, 1, settle, early))
        await asyncio.sleep(settle)
        before = used(process) if process else None
        await asyncio.gather(*browsers)
        return await others, before

    with _server(asked, GLASSBOX_PRESETS="1") as (port, process):
        without, before = _run(all_of_them(port))
        _tell(f"at first, when all come and the browsers start: {early}", early.unanswered)
        for who, waits in (("readers", without), ("browsers", seen)):
            _tell(f"{getattr(asked, who)} {who} who think for {asked.pause:g} s: {waits}", waits.unanswered)
        if process and before:
            _tell(each(before, used(process), without.asked + seen.asked), [])


def surplus(asked: argparse.Namespace) -> None:
    """More readers than places: the others' waits beside what they are without the surplus, and what is afterwards."""

    async def phases(port: int) -> None:
        usual = await wanted(HOST, port, asked.places, asked.pause, 60 * asked.minutes)
        _tell(f"{asked.places} readers for as many places: {usual}", usual.waits.unanswered)
        door = await wanted(HOST, port, asked.readers, asked.pause, 60 * asked.minutes)
        after = await until_usual(HOST, port, usual.waits.percentile("light"))
        _tell(f"{asked.readers} readers for {asked.places} places: {door}", door.waits.unanswered)
        _tell(f"{door.waits.against(usual.waits)}; as usual {after:.1f} s after they left", [])

    with _server(asked, GLASSBOX_CONNECTIONS=str(asked.places)) as (port, _):
        _run(phases(port))


def cost(asked: argparse.Namespace) -> None:
    """One reader at the greatest cost: the others' waits beside what they are without that one."""

    async def part(port: int, seed: int) -> Waits:
        return await crowd(HOST, port, asked.readers, asked.pause, 60 * asked.minutes, seed, 60 * asked.settle)

    async def phases(port: int) -> None:
        usual = await part(port, 1)
        _tell(f"{asked.readers} readers: {usual}", usual.unanswered)
        one = asyncio.create_task(greatest(HOST, port))
        beside = await part(port, 2)
        one.cancel()
        _tell(f"beside the one at the greatest cost: {beside}", beside.unanswered)
        _tell(beside.against(usual), [])

    with _server(asked) as (port, _):
        _run(phases(port))


def isolation(asked: argparse.Namespace) -> None:
    """Readers with words of their own: what they see of each other, and how a server's memory grows meanwhile."""
    with _server(asked) as (port, process):
        sizes: dict[int, int] = {}

        def after(count: int, faults: list[str]) -> None:
            if count % max(1, asked.runs // 10) == 0:
                sizes[count] = held(process) if process else 0
                _tell(f"{count} runs: {len(faults)} faults, the server holds {sizes[count] / 1e6:.0f} MB", [])

        faults = _run(isolated(HOST, port, asked.readers, asked.runs, after))
    _tell(f"{asked.runs} runs of {asked.readers} readers: {len(faults)} faults", faults)
    if process:
        first, *_, last = sizes.values()
        _tell(f"memory grew by {(last - first) / 1e6:.0f} MB over the last nine tenths", [])


def kills(asked: argparse.Namespace) -> None:
    """Replicas that die in turn: when their readers are back, and what the other's notice."""

    def after(told: Returns, number: int) -> None:
        _tell(f"{number} deaths: {told}", [])

    with tempfile.TemporaryDirectory() as folder:
        replicas = Replicas(Path(folder) / "log")
        try:
            told = _run(killed(replicas, asked.readers, asked.kills, after))
        finally:
            replicas.stop()
    _tell(f"{asked.kills} deaths among {asked.readers} readers: {told}", told.faults)


def _run(work: Coroutine[Any, Any, Any]) -> Any:
    """Its result; a question to the short road holds a thread while it waits."""

    async def threaded() -> Any:
        asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(THREADS))
        return await work

    return asyncio.run(threaded())


def _tell(line: str, examples: list[str]) -> None:
    print(line, *examples[:20], sep="\n", flush=True)


@contextmanager
def _server(asked: argparse.Namespace, **environment: str) -> Iterator[tuple[int, psutil.Process | None]]:
    """Port and process of the server that is asked: one of our own where no port is named."""
    if asked.port:
        yield asked.port, None
        return
    if getattr(asked, "replicas", 1) > 1:
        with tempfile.TemporaryDirectory() as folder:
            replicas = Replicas(Path(folder) / "log", **environment)
            try:
                _until_computed(replicas.log.read_text, asked.replicas)
                yield replicas.port, psutil.Process(replicas.pid)
                _tell(f"{replicas.log.read_text().count('Traceback')} tracebacks in the log", [])
            finally:
                replicas.stop()
        return
    server = Server(**environment).wait(600, "/healthz")
    try:
        process = psutil.Process(server.pid)
        if "GLASSBOX_PRESETS" in environment:
            _until_computed(server.log, 1)
        yield server.port, process
        used = sum(sum(one.cpu_times()[:2]) for one in (process, *process.children(recursive=True)))
        tracebacks = server.log().count("Traceback")
        _tell(f"the server and its workers used {used:.0f} s of processor; {tracebacks} tracebacks in the log", [])
    finally:
        server.stop()


def _until_computed(log: Callable[[], str], servers: int) -> None:
    """Waits until each has computed its presets, as it does by itself before a class comes."""
    end = time.monotonic() + 300
    while log().count("presets computed") < servers:
        assert time.monotonic() < end, "the presets were not computed in 5 minutes"
        time.sleep(1)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    forms = parser.add_subparsers(required=True, metavar="FORM")

    def form(run, port: bool = True, **options: tuple[float, str]) -> None:
        one = forms.add_parser(run.__name__, help=run.__doc__, description=run.__doc__)
        for name, (usual, what) in options.items():
            one.add_argument(f"--{name}", type=type(usual), default=usual, help=f"{what} ({usual})")
        if port:
            one.add_argument("--port", type=int, help="of a server that runs")
        one.set_defaults(run=run, port=None)

    pause, each = (5.0, "seconds that a reader thinks, on average"), (5.0, "of each of the two parts")
    settle = (1.0, "minutes before those, in which all come at once")
    form(readers, readers=(200, "without a browser"), browsers=(3, "with one"), pause=pause, minutes=(30.0, "in all"),
         settle=settle, replicas=(2, "servers behind the proxy"))  # fmt: skip
    form(surplus, readers=(600, "who come"), places=(200, "that the server has"), pause=pause, minutes=each)
    form(cost, readers=(50, "beside the one"), pause=pause, minutes=each, settle=settle)
    form(isolation, readers=(200, "at once"), runs=(50_000, "of pages, in all"))
    form(kills, port=False, readers=(100, "at two replicas"), kills=(50, "in all"))
    asked = parser.parse_args()
    asked.run(asked)


if __name__ == "__main__":
    main()
