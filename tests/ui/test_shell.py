"""The shell is a script for Streamlit alone."""

from streamlit.testing.v1 import AppTest

from catalog import ROOT
from core.worker import within_memory
from ui.jobs import Pool


def test_a_worker_process_that_begins_once_a_page_has_run_loads_no_streamlit() -> None:
    AppTest.from_file(str(ROOT / "ui" / "shell.py"), default_timeout=30).run()
    pool = Pool(workers=1)
    try:
        assert not pool.submit(within_memory, eval, "'streamlit' in __import__('sys').modules").result()
    finally:
        pool.stop()
