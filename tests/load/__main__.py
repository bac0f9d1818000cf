"""The long form: ``python tests/load``, against a server of its own, or with ``--port`` against one that runs.

What is told of memory is left out then. Its options say how many readers, how long, and how many runs.
"""

import argparse
import asyncio
import os
import sys
from pathlib import Path

import psutil

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parents[1]), str(HERE.parent)]
os.environ.update({"GLASSBOX_ARRIVALS_PER_ADDRESS": "1000000", "GLASSBOX_CONNECTIONS_PER_ADDRESS": "100000"})

from load.crowd import crowd, foreign, rerun  # noqa: E402
from serving import Server, held  # noqa: E402


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--readers", type=int, default=200)
    parser.add_argument("--pause", type=float, default=5.0, help="seconds that a reader thinks, on average")
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--runs", type=int, default=50_000, help="of pages, for what readers see of each other")
    parser.add_argument(
        "--soak", type=int, default=50_000, help="runs of one page; memory is told from a tenth of them on"
    )
    parser.add_argument("--port", type=int)
    asked = parser.parse_args()
    server = None if asked.port else Server().wait()
    port = server.port if server else asked.port
    try:
        asyncio.run(_all(asked, port, server))
    finally:
        if server:
            server.stop()


async def _all(asked: argparse.Namespace, port: int, server: Server | None) -> None:
    waits = await crowd("127.0.0.1", port, asked.readers, asked.pause, 60 * asked.minutes)
    _tell(f"{asked.readers} readers who think for {asked.pause:g} s: {waits}", waits.unanswered)
    faults = await foreign("127.0.0.1", port, min(asked.readers, 200), asked.runs)
    _tell(f"{asked.runs} runs beside others: {len(faults)} faults", faults)
    if server:
        process = psutil.Process(server.pid)
        await rerun("127.0.0.1", port, range(asked.soak // 10), lambda _: None)
        before = held(process)
        await rerun("127.0.0.1", port, range(asked.soak // 10, asked.soak), lambda _: None)
        grown = held(process) - before
        _tell(f"memory grew by {grown / 1e6:.0f} MB over the last nine tenths of {asked.soak} runs", [])


def _tell(line: str, examples: list[str]) -> None:
    print(line, *examples[:20], sep="\n", flush=True)


if __name__ == "__main__":
    main()
