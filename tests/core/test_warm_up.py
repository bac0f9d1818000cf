"""What is loaded ahead of the first reader."""

import os
import subprocess
import sys

import pytest

from core.warm_up import LIBRARIES

LOADED = f"""
from pathlib import Path
for library in {LIBRARIES}:
    __import__(library)
import torch
names = [task.read_text().strip() for task in Path("/proc/self/task").glob("*/comm")]
print(len([name for name in names if name != "jemalloc_bg_thd"]), torch.cuda.is_initialized())
"""


@pytest.mark.skipif(sys.platform != "linux", reason="workers are forked on Linux alone")
def test_the_libraries_that_all_workers_share_start_no_thread_and_ask_for_no_gpu() -> None:
    """A fork has neither: a worker would wait for a thread that it does not have. An allocator's own it starts anew."""
    one = {**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
    ended = subprocess.run([sys.executable, "-c", LOADED], capture_output=True, text=True, env=one, timeout=120)
    assert ended.stdout.split() == ["1", "False"], ended.stderr
