"""The browser of tests and benchmarks: which program it is, and how it is started."""

import shutil
from typing import Any

# The first is Chromium without windows: it draws the same pages, and takes nine tenths of the time.
PROGRAMS = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
)
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",  # a container's shared memory is small, and a tab that finds none left dies
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def launch_options() -> dict[str, Any]:
    """What Playwright's ``launch`` takes. FileNotFoundError: this machine has no such program."""
    for name in PROGRAMS:
        if program := shutil.which(name):
            return {"executable_path": program, "args": [*QUIET]}
    raise FileNotFoundError("This needs Chromium or Chrome: neither is on the PATH. On Debian: apt install chromium.")
