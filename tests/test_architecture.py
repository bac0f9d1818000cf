"""The house's rules of import, read from the code, and that every explorer has all its files."""

import ast
import importlib
import re
from pathlib import Path

import pytest

from catalog import EXPLORERS, ROOT, SECTIONS
from core.explorer import home

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
        "catalog", "ui", "figures.plot", "figures.pinned",
        "core.costs", "core.device", "core.errors", "core.fields", "core.explorer", "core.link", "core.numbers",
        "core.lessons", "core.number_text", "core.presets", "core.questions", "core.remote", "core.session_file",
        "core.text", "core.warm_up", "core.worker",
    },
}  # fmt: skip
ROOMED = ("core", "figures")
LONGEST = 300  # lines of a module
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


def room(path: Path) -> str | None:
    """The stem of the explorer in whose room a file lies, in ``core``, ``figures``, ``pages`` or the panels' scripts.

    A room is a module ``<section>/<stem>.py``, or a folder ``<section>/<stem>`` with all that the explorer alone needs.
    """
    for entry in EXPLORERS:
        for above in (path.with_suffix(""), *path.parents):
            if (above.parent.name, above.name) == (entry.section, entry.stem):
                return entry.stem
    return None


def entered(names: set[str]) -> set[str]:
    """The stems of all explorers whose rooms ``names`` of modules lie in."""
    rooms = {f"{folder}.{entry.section}.{entry.stem}": entry.stem for entry in EXPLORERS for folder in ROOMED}
    return {stem for name in names for place, stem in rooms.items() if admitted(name, {place})}


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(ROOT)))
def test_a_room_imports_no_other_explorers_room(path: Path) -> None:
    own = room(path)
    if own is not None:
        assert entered(imports(path)) <= {own}


def test_no_module_is_too_long_to_be_read() -> None:
    read = [*(path for path in modules() if part(path) != "training"), *(ROOT / "assets" / "js").rglob("*.js")]
    lengths = {path: path.read_text(encoding="utf-8").count("\n") for path in read}
    assert not {str(path.relative_to(ROOT)): lines for path, lines in lengths.items() if lines > LONGEST}


def test_no_two_classes_have_one_name() -> None:
    """But those by which every explorer is found, ``Params`` and ``Result``."""
    found = sorted(
        (node.name, str(path.relative_to(ROOT)))
        for path in modules()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef) and node.name not in ("Params", "Result")
    )
    names = [name for name, _ in found]
    assert not [(name, where) for name, where in found if names.count(name) > 1]


def test_what_several_explorers_share_imports_no_explorer() -> None:
    for path in modules():
        if part(path) in ROOMED and path.relative_to(ROOT).parts[1] not in SECTIONS:
            assert not entered(imports(path)), path.relative_to(ROOT)


def test_a_section_whose_explorers_have_folders_holds_nothing_beside_them() -> None:
    for section in {entry.section for entry in EXPLORERS}:
        folder, stems = ROOT / "core" / section, {entry.stem for entry in EXPLORERS if entry.section == section}
        if all((folder / stem).is_dir() for stem in stems):
            found = {path.name for path in folder.iterdir() if path.name != "__pycache__"}
            assert found == {*stems, "__init__.py"}


def test_a_panel_imports_no_panel_of_another_explorer() -> None:
    panels = ROOT / "assets" / "js" / "panels"
    for path in panels.rglob("*.js"):
        for named in re.findall(r'from "(\.[^"]+)"', path.read_text(encoding="utf-8")):
            used = (path.parent / named).resolve()
            assert used.is_file(), (path, named)
            assert room(used) in (None, room(path)), (path, named)


@pytest.mark.parametrize("entry", EXPLORERS, ids=lambda entry: entry.slug)
def test_every_explorer_has_all_its_files_under_one_stem(entry) -> None:
    assert entry.section in SECTIONS
    assert entry.page.is_file()
    assert entry.theory.is_file()
    figures = ROOT / "figures" / entry.section / entry.stem
    assert (figures / "__init__.py").is_file() or figures.with_suffix(".py").is_file()
    tests = ROOT / "tests" / "core" / entry.section
    assert list(tests.rglob(f"test_{entry.stem}.py"))
    explorer = importlib.import_module(f"core.{entry.section}.{entry.stem}")
    for name in ("Params", "PRESETS", "compute", "work", "snippet"):
        assert hasattr(explorer, name), name
    assert home(explorer.Params) == explorer.__name__  # by which a worker and a snippet find it


def test_no_page_is_longer_than_a_screen_or_two() -> None:
    for entry in EXPLORERS:
        assert len(entry.page.read_text(encoding="utf-8").splitlines()) <= 60
