"""No cache of the house grows with what readers ask for."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FILES = sorted(path for folder in ("core", "figures", "ui", "training") for path in (ROOT / folder).rglob("*.py"))

# Caches without a limit of functions with arguments, and why these are few.
FEW = {
    "core/adaptation/quantization/quantised_model.py:layer_inputs": "the 25 matrices of our transformer",
    "core/statistics/t_test_power/noncentral_t.py:_legendre": "the numbers of nodes that the module itself names",
    "core/statistics/t_test_power/noncentral_t.py:_trapezoid": "the numbers of nodes that the module itself names",
    "figures/signals/spectrogram/__init__.py:colour_map": "the names of our colour maps",
}


def unlimited(path: Path) -> set[str]:
    """The functions of a file that remember a result for every argument they ever met."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.FunctionDef):
            continue
        for mark in map(ast.unparse, node.decorator_list):
            name = mark.partition("(")[0].rpartition(".")[2]
            bounded = ("maxsize=" in mark and "maxsize=None" not in mark) or "max_entries=" in mark
            unbounded = name == "cache" or (name in ("lru_cache", "cache_data", "cache_resource") and not bounded)
            if unbounded and (node.args.args or node.args.kwonlyargs):
                found.add(f"{path.relative_to(ROOT)}:{node.name}")
    return found


def test_every_cache_has_a_limit_or_few_arguments() -> None:
    assert set().union(*map(unlimited, FILES)) == set(FEW)


def test_a_cache_without_a_limit_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    path = tmp_path / "a.py"
    path.write_text(
        "@cache\ndef drawn(seed): ...\n@lru_cache(maxsize=32)\ndef few(seed): ...\n@cache\ndef one(): ...\n"
    )
    assert unlimited(path) == {"a.py:drawn"}
