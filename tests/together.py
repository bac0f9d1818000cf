"""Which tests in a browser one worker runs, one after the other, because they share open tabs.

The marks of pytest-xdist 3.8 do not reach its scheduler: it writes them into names that pytest 9.2 no longer reads, and
each test goes to whichever worker is free. Then every page is opened and audited by both.
"""

from pathlib import Path

from xdist.scheduler import LoadScopeScheduling

from catalog import BY_SLUG


def shared(nodeid: str) -> str:
    """Names what a test shares open tabs with: its file, and where a file looks at every page, the page."""
    file, _, test = nodeid.partition("::")
    page = test.partition("[")[2].rstrip("]")
    return f"{file} {page}" if Path(file).stem == "test_every_page" and page in BY_SLUG else file


class Together(LoadScopeScheduling):
    """Gives a worker all tests that share tabs, and when it has nearly done, those that share others."""

    def _split_scope(self, nodeid: str) -> str:
        return shared(nodeid)
