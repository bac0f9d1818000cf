"""Explorers are found by slug, and a cache key holds what the computation depends on and nothing else."""

import importlib
import os
import random
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from pathlib import Path

import numpy as np
import pytest

import core
from benchmarks import links
from catalog import ROOT
from core import explorer, link
from core.errors import InputError
from core.presets import is_elsewhere, preset_of

SOURCE = """
from dataclasses import dataclass
PRESETS = QUESTIONS = ()
@dataclass(frozen=True)
class Params:
    merges: int = 3
def compute(params, data=None, *, device="auto", progress=None):
    return params.merges
def work(params, data):
    return {}
def headline(result, params):
    return None
def snippet(params):
    return ""
"""


def forget():
    """What is known of the folders."""
    explorer.find.cache_clear()
    explorer.slugs.cache_clear()


@pytest.fixture
def sections(tmp_path, monkeypatch):
    """A folder of sections beside the real ones: one explorer, and one module of shared mathematics."""
    folder = tmp_path / "invented_section"
    folder.mkdir()
    (folder / "__init__.py").write_text("")
    (folder / "odd_walk.py").write_text(SOURCE)
    (folder / "shared.py").write_text("compute = abs")
    room = folder / "even_walk"
    room.mkdir()
    (room / "__init__.py").write_text(SOURCE)
    (room / "steps.py").write_text(SOURCE)
    monkeypatch.setattr(core, "__path__", [*core.__path__, str(tmp_path)])
    importlib.invalidate_caches()
    forget()
    yield
    forget()
    for name in [name for name in sys.modules if name.startswith("core.invented_section")]:
        del sys.modules[name]


@pytest.mark.usefixtures("sections")
def test_the_slug_is_the_stem_with_hyphens():
    found = explorer.find("odd-walk")
    assert found.__name__ == "core.invented_section.odd_walk"
    assert found.compute(found.Params()) == 3
    assert "odd-walk" in explorer.slugs()


@pytest.mark.usefixtures("sections")
def test_an_explorer_may_be_a_package_whose_parts_are_none():
    found = explorer.find("even-walk")
    assert found.__name__ == found.Params.__module__ == "core.invented_section.even_walk"
    assert "from core.invented_section import even_walk" in explorer.script(found.Params())
    assert "steps" not in explorer.slugs()


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


def another(default: object, secret: str) -> object:
    """A value of the same kind that is not the default; where it is one of words, the secret."""
    match default:
        case bool():
            return not default
        case int() | float():
            return default + 1
        case tuple():
            return (secret,)
    return secret


@pytest.mark.parametrize("slug", explorer.slugs())
def test_a_link_and_python_carry_nothing_that_the_present_source_does_not_use(slug: str) -> None:
    secret, params_type = "what was pasted before", explorer.find(slug).Params
    kinds = fields(params_type)
    for one in kinds:
        params = object.__new__(params_type)  # no matter what else would refuse the words
        for each in kinds:
            object.__setattr__(params, each.name, another(each.default, secret) if each is one else each.default)
        if "used" in one.metadata and not one.metadata["used"](params):
            assert link.encode(params) == {}, one.name
            assert secret not in explorer.settings(explorer.as_used(params))


def test_a_text_pasted_before_a_file_was_chosen_stays_out_of_the_link() -> None:
    params = explorer.find("tokenizer").Params
    assert link.encode(params(source="file", text="secret", words="secret:3")) == {"source": "file"}
    assert link.encode(params(source="text", text="low")) == {"source": "text", "text": "low"}


def test_a_preset_stands_wherever_its_axis_is_dragged_and_not_in_another_view() -> None:
    tokenizer, attention = explorer.find("tokenizer"), explorer.find("attention")
    lowest = next(preset for preset in tokenizer.PRESETS if preset.name == "lowest")
    dragged = {**lowest.values, "step": 0}
    assert preset_of(tokenizer, tokenizer.Params(**dragged)) is lowest
    assert preset_of(tokenizer, tokenizer.Params(**{**dragged, "merges": 3})) is not lowest
    first = preset_of(attention, attention.Params())
    assert first is not None
    assert preset_of(attention, attention.Params(show="roles")) is not first
    assert preset_of(attention, attention.Params(query=3)) is first


def test_the_sentence_of_a_preset_is_of_the_place_that_it_sets_unless_it_asks_to_drag() -> None:
    tokenizer, fourier = explorer.find("tokenizer"), explorer.find("fourier")
    lowest = next(preset for preset in tokenizer.PRESETS if preset.name == "lowest")
    square = next(preset for preset in fourier.PRESETS if preset.name == "square")
    assert not is_elsewhere(tokenizer, lowest, explorer.as_used(tokenizer.Params(**lowest.values)))
    assert is_elsewhere(tokenizer, lowest, explorer.as_used(tokenizer.Params(**{**lowest.values, "step": 0})))
    assert not is_elsewhere(fourier, square, explorer.as_used(fourier.Params(**{**square.values, "k": 9})))


def test_a_preset_stands_no_longer_where_another_head_is_looked_at_than_it_tells_of() -> None:
    """“One place back” is said of head 1 of layer 1, and the view alone must not bring it about."""
    attention, cross = explorer.find("attention"), explorer.find("cross-attention")
    for show in ("steps", "softmax", "layers"):
        assert preset_of(attention, attention.Params(show=show)) is None
    before = preset_of(attention, attention.Params(show="steps", layer=0, head=0, query=5))
    assert before is not None
    assert before.name == "before"
    for elsewhere in ({"head": 0}, {"layer": 0, "head": 3}, {"mean": True}):
        assert preset_of(cross, cross.Params(**elsewhere)) is None


@pytest.mark.parametrize(("slug", "values", "make"), [
    ("ngram-language-model", {"source": "file"}, lambda chance: links.prose(chance, 900).encode()),
    ("bayes", {"part": "update", "source": "file"}, lambda chance: b"worked\n1\n0\n1\n1\n"),
    ("fourier", {"source": "file"}, links.sound),
    ("quantization", {"source": "file"}, lambda chance: b"a,b\n0.5,2\n-1.25,3\n0.75,-7\n"),
    ("tokenizer", {"algorithm": "file"}, links.tokenizer),
], ids=lambda one: one if isinstance(one, str) else "")  # fmt: skip
def test_the_python_of_a_page_prints_in_a_new_process_what_comes_of_a_readers_file(
    slug: str, values: dict[str, object], make: Callable[[random.Random], bytes], tmp_path: Path
) -> None:
    page, data = explorer.find(slug), make(random.Random(5))
    params = page.Params(**values)
    (tmp_path / "your-file").write_bytes(data)
    printed = subprocess.run([sys.executable, "-c", page.snippet(params)], cwd=tmp_path, stdout=subprocess.PIPE,
                             env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1"}, check=True)  # fmt: skip
    assert printed.stdout.decode() == page.compute(params, data).table().to_string() + "\n"
