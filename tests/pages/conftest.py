"""Pages run without a browser: Streamlit's AppTest, started at the shell as a reader's session is."""

import functools
from collections.abc import Callable
from pathlib import Path

import pytest
from streamlit.components.v2 import manifest_scanner
from streamlit.testing.v1 import AppTest

from catalog import ROOT

# Each AppTest reads the metadata of every installed package anew, which takes longer than the page.
manifest_scanner.scan_component_manifests = functools.cache(manifest_scanner.scan_component_manifests)

Open = Callable[..., AppTest]


@pytest.fixture
def open_page() -> Open:
    def open_page(page: Path, query: dict[str, str] | None = None) -> AppTest:
        app = AppTest.from_file(str(ROOT / "ui" / "shell.py"), default_timeout=30)
        app.run()
        app.query_params.clear()
        for name, value in (query or {}).items():
            app.query_params[name] = value
        app.switch_page(str(page))
        return app.run()

    return open_page
