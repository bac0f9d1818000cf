"""The benchmarks start from the root of the project as their first lines say, with nothing set beforehand."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
NAMES = sorted(path.stem for path in (ROOT / "benchmarks").glob("*.py") if path.stem != "bare_app")
SHARED = "timing"


@pytest.mark.parametrize("name", [name for name in NAMES if name != SHARED])
def test_a_benchmark_says_how_it_is_started(name: str) -> None:
    assert f"python -m benchmarks.{name}" in (ROOT / "benchmarks" / f"{name}.py").read_text(encoding="utf-8")


def test_every_benchmark_finds_what_it_imports() -> None:
    plain = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    imports = "\n".join(f"import benchmarks.{name}" for name in NAMES)
    run = subprocess.run(
        [sys.executable, "-c", imports], cwd=ROOT, env=plain, capture_output=True, text=True, timeout=170
    )
    assert run.returncode == 0, run.stderr
