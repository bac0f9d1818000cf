"""Explorers are found by slug, and a cache key holds what the computation depends on and nothing else."""

import importlib
import sys
from dataclasses import dataclass, field

import numpy as np
import pytest

import core
from core import explorer
from core.errors import InputError

SOURCE = """
from dataclasses import dataclass
PRESETS = ()
@dataclass(frozen=True)
class Params:
    merges: int = 3
def compute(params, data=None, *, device="auto", progress=None):
    return params.merges
def estimate_seconds(params, data):
    return 0.0
def snippet(params):
    return ""
"""


@pytest.fixture
def sections(tmp_path, monkeypatch):
    """A folder of sections beside the real ones: one explorer, and one module of shared mathematics."""
    folder = tmp_path / "invented_section"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "odd_walk.py").write_text(SOURCE)
    (folder / "shared.py").write_text("compute = abs")
    monkeypatch.setattr(core, "__path__", [*core.__path__, str(tmp_path)])
    importlib.invalidate_caches()
    yield
    for name in [name for name in sys.modules if name.startswith("core.invented_section")]:
        del sys.modules[name]


@pytest.mark.usefixtures("sections")
def test_the_slug_is_the_stem_with_hyphens():
    found = explorer.find("odd-walk")
    assert found.__name__ == "core.invented_section.odd_walk"
    assert found.compute(found.Params()) == 3
    assert "odd-walk" in explorer.slugs()


@pytest.mark.usefixtures("sections")
@pytest.mark.parametrize("slug", ["shared", "odd_walk", "Odd-Walk", "", "../odd-walk", "errors", "os", "odd-walk\0"])
def test_an_unknown_slug_is_answered_with_the_known_ones(slug):
    with pytest.raises(InputError, match=r"There are: .*odd-walk") as caught:
        explorer.find(slug)
    assert caught.value.field == "explorer"
    assert "shared" not in caught.value.remedy


@dataclass(frozen=True)
class Params:
    merges: int = 3
    step: int = field(default=0, metadata={"view": True})
    text: str = "low"


@dataclass(frozen=True)
class Swept:
    swept: str = "tone"
    tone: float = field(default=1.0, metadata={"view": lambda params: params.swept == "tone"})
    rate: float = field(default=2.0, metadata={"view": lambda params: params.swept == "rate"})


def test_which_field_says_where_the_reader_looks_may_depend_on_the_others():
    assert explorer.computation_key(Swept(tone=5.0)) == ("tone", 2.0)
    assert explorer.computation_key(Swept("rate", 5.0, 7.0)) == ("rate", 5.0)


def test_where_the_reader_looks_is_no_part_of_the_computation():
    assert explorer.computation_key(Params()) == explorer.computation_key(Params(step=2)) == (3, "low")
    assert explorer.computation_key(Params()) != explorer.computation_key(Params(merges=4))
    assert len({explorer.computation_key(Params(step=step)) for step in range(5)}) == 1


def test_a_part_of_an_array_keeps_the_whole_in_memory_and_shared_memory_counts_once():
    whole = np.zeros(1_000)
    assert explorer.array_bytes((whole[:10], (whole[::2], whole.reshape(10, 100)))) == whole.nbytes
