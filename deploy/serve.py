"""`make serve`: replicas of the server behind HAProxy, each started again when it ends. One alone needs no proxy."""

import argparse
import os
import resource
import secrets
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

import segno  # noqa: E402
from streamlit.net_util import get_internal_ip  # noqa: E402

from ui.guards.admission import AGAIN_SECONDS  # noqa: E402
from ui.guards.apologies import busy  # noqa: E402
from ui.languages import NAMES  # noqa: E402
from ui.settings import SETTINGS  # noqa: E402

NO_PROXY = (
    "More than one replica needs HAProxy, and there is none on the PATH. On Debian: apt install haproxy; "
    "with Homebrew: brew install haproxy. REPLICAS=1 works without it."
)
CONNECTIONS_PER_PAGE = 8  # that a browser holds
MOST_OPEN = 10_240  # files and connections of a process: as many as macOS lets it have
STOP_SECONDS = 15  # that a replica has beyond those for its work


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--replicas", type=int, choices=range(1, 65), default=2, metavar="N")
    parser.add_argument("--port", type=int, default=8501, help="the proxy's; the replicas take those after it")
    given = parser.parse_args()
    if given.replicas > 1 and shutil.which("haproxy") is None:
        sys.exit(NO_PROXY)
    address = f"http://{get_internal_ip() or 'localhost'}:{given.port}"
    print(f"Glassbox, in a few seconds: {address} (Ctrl+C stops it)", flush=True)
    segno.make(address, micro=False).terminal(compact=True)
    sys.stdout.flush()
    _gather()
    _open_more()
    os.environ.update(_environment(given.replicas, given.port, Path(tempfile.mkdtemp(prefix="glassbox-"))))
    os.chdir(HERE.parent)
    os.execv(sys.executable, [sys.executable, "-m", "supervisor.supervisord", "-c", str(HERE / "supervisord.conf")])


def _gather() -> None:
    """Puts a pipe behind the output: replicas open it by its name, which a socket (a journal's) does not let them do,
    and in a file each would write over the others."""
    writer = subprocess.Popen(["cat"], stdin=subprocess.PIPE, start_new_session=True)  # Ctrl+C is not for it
    assert writer.stdin is not None
    for output in (1, 2):
        os.dup2(writer.stdin.fileno(), output)


def _open_more() -> None:
    """Lets the servers hold the connections of a class: 300 browsers have more than the usual 256 or 1,024 files."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_OPEN if hard == resource.RLIM_INFINITY else min(MOST_OPEN, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _environment(replicas: int, port: int, run: Path) -> dict[str, str]:
    """What the two files of configuration read, the proxy's with its servers in ``run``."""
    behind_proxy = replicas > 1
    first = port + 1 if behind_proxy else port
    names = {f"replica-{place}": place for place in range(first, first + replicas)}
    servers = {f"    server {name} 127.0.0.1:{place}": name for name, place in names.items()}
    proxy = (HERE / "haproxy.cfg").read_text(encoding="utf-8")
    for here, what in (("    # servers\n", "cookie "), ("    # tracking servers\n", "track replicas/")):
        proxy = proxy.replace(here, "".join(f"{server} {what}{name}\n" for server, name in servers.items()))
    (run / "haproxy.cfg").write_text(proxy)
    head = "HTTP/1.1 503 Service Unavailable\r\nCache-Control: no-store\r\nContent-Type: text/html; charset=utf-8\r\n"
    page = busy(AGAIN_SECONDS, *NAMES)  # the proxy asks nobody which language
    (run / "busy.http").write_bytes(f"{head}Content-Length: {len(page.encode())}\r\n\r\n{page}".encode())
    return {
        "SERVE_PYTHON": sys.executable,
        "SERVE_RUN": str(run),
        "SERVE_PORT": str(port),
        "SERVE_FIRST": str(first),
        "SERVE_REPLICAS": str(replicas),
        "SERVE_ADDRESS": "127.0.0.1" if behind_proxy else "0.0.0.0",
        "SERVE_PROXY": "true" if behind_proxy else "false",
        "SERVE_CONNECTIONS": str(CONNECTIONS_PER_PAGE * SETTINGS.connections_per_address),
        "SERVE_STOP": str(SETTINGS.drain_seconds + STOP_SECONDS),
        "GLASSBOX_PRESETS": os.environ.get("GLASSBOX_PRESETS", "1"),
        "STREAMLIT_SERVER_COOKIE_SECRET": os.environ.get("STREAMLIT_SERVER_COOKIE_SECRET", secrets.token_hex(32)),
        "STREAMLIT_LOGGER_HIDE_WELCOME_MESSAGE": "true",
    }


if __name__ == "__main__":
    main()
