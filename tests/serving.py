"""A server process of its own for the tests: the app as a reader's machine runs it."""

import contextlib
import http.client
import os
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil

ROOT = Path(__file__).resolve().parents[1]


class Server:
    """`streamlit run`, on this machine alone, on a free port or the given one. What it writes is kept in ``log``."""

    def __init__(self, script: Path = ROOT / "app.py", port: int | None = None, **environment: str) -> None:
        self.port = port or free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self._log = tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace")  # noqa: SIM115 (stop closes it)
        place = ["--server.port", str(self.port), "--server.address", "127.0.0.1", "--server.headless", "true"]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "streamlit", "run", script.name, *place],
            cwd=script.parent,
            stdout=self._log,
            stderr=subprocess.STDOUT,
            env={**os.environ, **environment},
        )
        self.pid = self._process.pid

    def log(self) -> str:
        self._log.seek(0)
        return self._log.read()

    def wait(self, seconds: float = 240.0, path: str = "/_stcore/health") -> "Server":
        """Returns as soon as the server answers, and not later: a first request must find it at its coldest.

        At ``/healthz`` it does so once its workers are warm, too.
        """
        end = time.monotonic() + seconds
        while time.monotonic() < end and self._process.poll() is None:
            with contextlib.suppress(OSError):
                if self.get(path).status == 200:
                    return self
            time.sleep(0.05)
        raise RuntimeError(f"the server did not start:\n{self.log()}")

    def get(self, path: str, **headers: str) -> "Answer":
        return ask(self.port, path, **headers)

    def status(self, seconds: float = 30.0) -> int:
        """With which the process has ended, or ends within that time."""
        return self._process.wait(seconds)

    def stop(self, at_once: bool = False) -> None:
        """Ends it in good order, which takes seconds, or as a machine that loses its power."""
        if at_once:
            self._process.kill()
        self._process.terminate()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._log.close()


class Answer:
    """Status, headers (names in lower case) and body of an HTTP answer, exactly as sent."""

    def __init__(self, status: int, headers: dict[str, str], body: bytes) -> None:
        self.status, self.headers, self.body = status, headers, body


def ask(port: int, path: str, **headers: str) -> Answer:
    """What a server on this machine answers to GET."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        response = connection.getresponse()
        return Answer(response.status, {k.lower(): v for k, v in response.getheaders()}, response.read())
    finally:
        connection.close()


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def held(process: psutil.Process) -> int:
    """Bytes that only this process holds; 0 when it has ended."""
    try:
        return int(process.memory_full_info().uss)
    except psutil.Error:
        return 0
