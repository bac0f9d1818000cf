"""Every compiled loop is known to core.compiled, is compiled by ``make run``, and takes NaN and infinity for what they
are."""

import ast
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# Kernels that the links named on the command line leave uncalled: those never entered, by themselves or from another.
LEFT_OUT = """
import importlib, pkgutil, sys
import core
from core.__main__ import main
from core.compiled import KERNELS

for link in sys.argv[1:]:
    assert main([link]) == 0, link
entered = [kernel for kernel in KERNELS if kernel.signatures]
for kernel in entered:
    function = kernel.py_func
    called = [function.__globals__.get(name) for name in function.__code__.co_names]
    entered += [each for each in called if each in KERNELS and each not in entered]
for module in pkgutil.walk_packages(core.__path__, "core."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
assert len(KERNELS) > 10
print([kernel.py_func.__qualname__ for kernel in KERNELS if kernel not in entered], file=sys.stderr)
"""


def test_the_links_of_the_makefile_compile_every_kernel() -> None:
    written = (ROOT / "Makefile").read_text(encoding="utf-8")
    named = re.search(r"^KERNELS := ((?:.*\\\n)*.*)$", written, re.MULTILINE)
    assert named
    links = shlex.split(named[1].replace("\\\n", " "))
    run = subprocess.run(
        [sys.executable, "-c", LEFT_OUT, *links], cwd=ROOT, capture_output=True, text=True, timeout=300
    )
    assert run.returncode == 0, run.stderr
    assert run.stderr.strip().splitlines()[-1] == "[]"


def test_nothing_is_compiled_past_core_compiled() -> None:
    importing = set()
    for path in (ROOT / "core").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [each.name for each in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            if any(name.partition(".")[0] == "numba" for name in names):
                importing.add(path.name)
    assert importing == {"compiled.py"}


def test_no_kernel_assumes_that_there_are_no_nan_and_infinity() -> None:
    from core.adaptation.quantization import _kernel
    from core.compiled import KERNELS

    assert _kernel.integers in KERNELS
    for kernel in KERNELS:
        allowed = kernel.targetoptions.get("fastmath") or set()
        assert allowed is not True, kernel
        assert set(allowed) <= {"reassoc", "contract"}, kernel
