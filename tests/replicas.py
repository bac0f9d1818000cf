"""Two servers behind the proxy, as `make serve` starts them."""

import contextlib
import os
import subprocess
import sys
import time
from pathlib import Path

import psutil
from serving import ROOT, ask, free_port
from websockets.sync.client import ClientConnection, connect


class Replicas:
    """`make serve` with two replicas, once both take readers."""

    def __init__(self, log: Path, **environment: str) -> None:
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.log = log
        with log.open("w") as output:
            self._supervisor = subprocess.Popen(
                [sys.executable, "deploy/serve.py", "--replicas", "2", "--port", str(self.port)],
                cwd=ROOT,
                stdout=output,
                stderr=subprocess.STDOUT,
                env={**os.environ, **environment},
            )
        self.pid = self._supervisor.pid
        for name in self.names():
            self.wait(name)

    def names(self) -> list[str]:
        """As the proxy's cookie says them."""
        return [f"replica-{self.port + place}" for place in (1, 2)]

    def wait(self, name: str, seconds: float = 120.0) -> None:
        """Until the proxy leaves a reader at a replica: otherwise its answer has the cookie of another."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            with contextlib.suppress(OSError):
                answer = ask(self.port, "/healthz", Cookie=f"glassbox={name}")
                if answer.status == 200 and "set-cookie" not in answer.headers:
                    return
            time.sleep(0.1)
        raise RuntimeError(f"{name} did not start:\n{self.log.read_text()}")

    def process(self, name: str) -> int:
        """The number of the process of a replica."""
        words = ["--server.port", name.removeprefix("replica-")]
        children = psutil.Process(self._supervisor.pid).children()
        return next(child.pid for child in children if child.cmdline()[-2:] == words)

    def connect(self, address: str, cookie: str, **headers: str) -> ClientConnection:
        """As a page of a browser at that address, which was given that cookie."""
        headers = {"Cookie": f"glassbox={cookie}", **headers}
        place = f"ws://127.0.0.1:{self.port}/_stcore/stream"
        return connect(place, subprotocols=["streamlit"], source_address=(address, 0), additional_headers=headers)

    def stop(self) -> int:
        self._supervisor.terminate()
        return self._supervisor.wait(60)
