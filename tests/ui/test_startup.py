"""What holds in every process of a server from its start on."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

SERVER = """
import streamlit, ui.words, torch
from threadpoolctl import threadpool_info
print(max(library["num_threads"] for library in threadpool_info()))
"""


@pytest.mark.parametrize(
    ("chosen", "expected"), [({}, "1"), ({"OMP_NUM_THREADS": "2"}, str(min(2, os.cpu_count() or 1)))]
)
def test_a_computation_takes_one_thread_unless_the_operator_grants_more(chosen: dict[str, str], expected: str) -> None:
    # A test that starts a Dask cluster before leaves several of these behind (distributed.nanny.pre-spawn-environ).
    inherited = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}
    started = [sys.executable, "-c", SERVER]
    ended = subprocess.run(started, capture_output=True, text=True, env={**inherited, **chosen}, timeout=120)
    assert ended.stdout.strip() == expected, ended.stderr


WORKER = """
import sys
from core import worker
from ui.jobs import Pool
pool = Pool(2)
pool.prepare()
found = "sorted({'torch', 'streamlit'} & set(__import__('sys').modules))"
print(pool.submit(worker.within_memory, eval, found).result())
pool.stop()
"""


SCRIPT = """
import streamlit
from core import worker
from ui.jobs import Pool
from ui.startup import spare_workers
if __name__ == "__main__":
    spare_workers()
    pool = Pool(1)
    print(pool.submit(worker.within_memory, eval, "'streamlit' in __import__('sys').modules").result())
    pool.stop()
"""


def test_no_worker_loads_the_script_that_started_the_server(tmp_path: Path) -> None:
    script = tmp_path / "streamlit-run"
    script.write_text(SCRIPT)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    ended = subprocess.run([sys.executable, script], capture_output=True, text=True, timeout=120, env=environment)
    assert ended.stdout.strip() == "False", ended.stderr


@pytest.mark.skipif(sys.platform != "linux", reason="other systems do not fork safely")
def test_a_worker_has_the_libraries_from_its_first_moment_and_none_of_the_pages() -> None:
    ended = subprocess.run([sys.executable, "-c", WORKER], capture_output=True, text=True, timeout=120)
    assert ended.stdout.strip() == "['torch']", ended.stderr
