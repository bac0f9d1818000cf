"""The house's rules of import, read from the code, and that every explorer has all its files."""

import ast
import importlib
from pathlib import Path

import pytest

from catalog import EXPLORERS, ROOT, SECTIONS

OURS = {"app", "catalog", "core", "figures", "ui", "pages", "training"}
# What each part of the house may import of the house itself. A dotted name admits that module alone.
ALLOWED = {
    "app": {"ui"},
    "catalog": set(),
    "core": {"core"},
    "figures": {"core", "figures"},
    "pages": {"catalog", "core", "figures", "ui"},
    "training": {"core", "training"},
    "ui": {
        "catalog", "ui", "figures.plot",
        "core.device", "core.errors", "core.explorer", "core.link", "core.text", "core.worker",
    },
}  # fmt: skip
STREAMLIT = {"app", "pages", "ui"}
PLOTLY = {"figures", "ui/figure.py", "ui/assets.py"}


def modules() -> list[Path]:
    folders = ("core", "figures", "ui", "pages", "training")
    return [ROOT / "app.py", ROOT / "catalog.py", *(p for folder in folders for p in (ROOT / folder).rglob("*.py"))]


def imports(path: Path) -> set[str]:
    """Every module that a file names in an import, wherever in the file; ``from a import b`` counts as ``a.b``."""
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are absolute"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def part(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def admitted(name: str, allowed: set[str]) -> bool:
    """Whether ``name`` (a module, or something in one) is one of ``allowed`` or lies within it."""
    return any(name == entry or name.startswith(f"{entry}.") for entry in allowed)


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_imports_point_down_only(path: Path) -> None:
    names = {name for name in imports(path) if name.split(".")[0] in OURS}
    upward = {name for name in names if not admitted(name, ALLOWED[part(path)])}
    assert not upward, f"{path.relative_to(ROOT)} imports {sorted(upward)}"


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_streamlit_and_plotly_stay_in_their_rooms(path: Path) -> None:
    foreign = {name.split(".")[0] for name in imports(path)}
    where = str(path.relative_to(ROOT))
    assert "streamlit" not in foreign or part(path) in STREAMLIT
    assert "plotly" not in foreign or part(path) in PLOTLY or where in PLOTLY


def test_explorers_do_not_import_each_other() -> None:
    stems = {entry.stem: entry.section for entry in EXPLORERS}
    for stem, section in stems.items():
        for folder in ("core", "figures"):
            names = imports(ROOT / folder / section / f"{stem}.py")
            others = {f"{folder}.{there}.{other}" for other, there in stems.items() if other != stem}
            assert not {name for name in names if any(name.startswith(other) for other in others)}


@pytest.mark.parametrize("entry", EXPLORERS, ids=lambda entry: entry.slug)
def test_every_explorer_has_all_its_files_under_one_stem(entry) -> None:
    assert entry.section in SECTIONS
    assert entry.page.is_file()
    assert entry.theory.is_file()
    assert (ROOT / "figures" / entry.section / f"{entry.stem}.py").is_file()
    assert (ROOT / "tests" / "core" / entry.section / f"test_{entry.stem}.py").is_file()
    explorer = importlib.import_module(f"core.{entry.section}.{entry.stem}")
    for name in ("Params", "PRESETS", "compute", "estimate_seconds", "snippet"):
        assert hasattr(explorer, name), name


def test_no_page_is_longer_than_a_screen_or_two() -> None:
    for entry in EXPLORERS:
        assert len(entry.page.read_text(encoding="utf-8").splitlines()) <= 60
