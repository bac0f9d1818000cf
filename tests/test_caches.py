"""No cache of the house grows with what readers ask for: each has a worst case in bytes, stated and measured here."""

import ast
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from starlette.applications import Starlette
from starlette.testclient import TestClient

from benchmarks.estimates import held
from catalog import EXPLORERS
from core import annotations, fields, first_passage, presets, quadrature
from core.adaptation.quantization import tensor_sources
from core.attention.attention import text_analysis
from core.attention.attention_by_hand import softmax_entropy
from core.explorer import find, slugs
from core.models.byte_tokenizer import SHORT
from core.models.text_model import stories
from core.signals.spectrogram.window_lengths import lengths, trade_at
from core.sound.windows import Window
from core.statistics.bayes.params import MOST
from core.text import _sign
from core.text_source import SAMPLES, sample
from core.tokens.generated_text import trap
from core.value_text import MAX_TEXT
from figures import brushed, opened
from figures.signals import spectrogram
from ui import assets, document, glossary, languages, live_picture, pages, search

ROOT = Path(__file__).resolve().parent.parent
SECTIONS = {entry.section for entry in EXPLORERS}
LANGUAGES = languages.NAMES
FILES = sorted(path for folder in ("core", "figures", "ui") for path in (ROOT / folder).rglob("*.py"))
PANELS = assets.ROOT / "js" / "panels"
MOST_BYTES = 32_000_000  # of one cache of a process
STORES = {"LRUCache", "TTLCache", "LFUCache", "FIFOCache", "RRCache", "Cache", "OrderedDict"}
MARKS = {"cache", "lru_cache", "cache_data", "cache_resource"}

# As large as the operator's models are, not as what a reader asks for: two of the list.
OF_THE_OPERATOR = {"core/models/pretrained.py:load"}


def remembered(function: Callable[..., Any], *key: Any) -> tuple[Any, Any]:
    return key, function(*key)


# Every other cache with keys: how many entries it may hold (why so few, where it has no limit of its own), and the
# largest of them.
ENTRIES: dict[str, tuple[int, Callable[[], Any]]] = {
    "core/adaptation/quantization/tensor_sources.py:drawn": (
        32, lambda: remembered(tensor_sources.drawn, "normal", 2**53)),
    # A text of as many characters as a setting may hold, of four bytes each.
    "core/attention/attention/text_analysis.py:encoded": (
        16, lambda: remembered(text_analysis.encoded, "🙂" * MAX_TEXT)),
    "core/attention/attention_by_hand/softmax_entropy.py:_entropies": (
        64, lambda: (softmax_entropy._entropies(32).c, softmax_entropy._entropies(32).x)),
    "core/attention/attention_by_hand/softmax_entropy.py:_ties": (
        64, lambda: remembered(softmax_entropy._ties, 32)),
    "core/attention/attention_by_hand/softmax_entropy.py:_lengths": (
        256, lambda: remembered(softmax_entropy._lengths, 64, 0.5)),
    "core/annotations.py:_types": (
        64, lambda: max((remembered(annotations._types, find(slug).Params) for slug in slugs()), key=held)),
    # The module is held anyway.
    "core/explorer.py:find": (len(EXPLORERS), lambda: max(slugs(), key=len)),
    "core/fields.py:_declared": (
        64, lambda: max((remembered(fields._declared, find(slug).Params) for slug in slugs()), key=held)),
    "core/fields.py:_literals": (
        64, lambda: max((remembered(fields._literals, find(slug).Params) for slug in slugs()), key=held)),
    "core/models/byte_tokenizer.py:_remembered": (
        4096, lambda: remembered(stories().tokenizer._remembered, "\U0010fffd" * SHORT)),
    "core/presets.py:_presets": (
        len(EXPLORERS), lambda: max((presets._presets(find(slug)) for slug in slugs()), key=held)),
    # As many nodes as the widest range takes, at the last look.
    "core/quadrature.py:legendre": (64, lambda: remembered(quadrature.legendre, max(
        first_passage.reached(np.full(MOST["stopping"], np.inf), 0.0, 1.0)[2].tolist()))),
    "core/signals/spectrogram/window_lengths.py:trade_at": (
        32, lambda: remembered(trade_at, Window(), 8000.0, tuple(lengths(8000.0, 80_000, 4).tolist()), 4, 20.0)),
    "core/text.py:_sign": (4096, lambda: remembered(_sign, "\U0010ffff", True)),
    "core/tokens/generated_text/trap.py:_true": (64, lambda: remembered(trap._true, torch.device("cpu"), 8, 8)),
    # Our own texts.
    "core/text_source.py:sample": (len(list(SAMPLES.glob("*.txt"))), lambda: max(
        (remembered(sample, each.stem) for each in SAMPLES.glob("*.txt")), key=held)),
    "figures/brushed.py:_spec": (16, lambda: remembered(
        brushed._spec, (("values", np.linspace(0.1, 0.7, brushed.MOST).tobytes()),), "", "", True)),
    # Sums as our pages write them; a reader's numbers stand in an exponent at the most.
    "figures/opened.py:_compiled": (256, lambda: remembered(
        opened._compiled, " + ".join(f"{{x{k}}} × {{w{k}}}²⁰⁰⁰⁰" for k in range(9)))),
    # The names of our colour maps.
    "figures/signals/spectrogram/__init__.py:colour_map": (
        len(spectrogram._MAPS), lambda: remembered(spectrogram.colour_map, next(iter(spectrogram._MAPS)))),
    # Our own scripts; a name that is none of them is refused before.
    "ui/assets.py:_content": (1, lambda: [remembered(assets._content, name) for name in
                                          (*assets._scripts(), assets.PLOTLY_NAME)]),
    # What scripts say in each language there is.
    "ui/document.py:words": (len(LANGUAGES), lambda: remembered(document.words, "fr")),
    "ui/document.py:_streamlits_words": (len(LANGUAGES), lambda: remembered(document._streamlits_words, "fr")),
    # The sections of the catalogue, in each language.
    "ui/glossary.py:_terms": (len(SECTIONS), lambda:
        max((remembered(glossary._terms, each) for each in SECTIONS), key=held)),
    "ui/glossary.py:_pattern": (len(SECTIONS) * len(LANGUAGES), lambda:
        max((remembered(glossary._pattern, frozenset(glossary._terms(each))) for each in SECTIONS), key=held)),
    # Our own texts, the longest of which are the theories.
    "ui/glossary.py:_cut": (448, lambda: max((remembered(
        glossary._cut, one.theory.read_text(encoding="utf-8"), one.section, "en") for one in EXPLORERS), key=held)),
    # What each language knows of a section, and of all.
    "ui/languages/__init__.py:catalogue": (len(LANGUAGES) * (len(SECTIONS) + 1), lambda:
        max((remembered(languages.catalogue, "fr", each) for each in SECTIONS), key=held)),
    "ui/languages/__init__.py:texts": (len(LANGUAGES) * (len(SECTIONS) + 2), lambda:
        max((remembered(languages.texts, "fr", each) for each in (languages.HOUSE, *SECTIONS)), key=held)),
    "ui/languages/__init__.py:keywords": (len(LANGUAGES), lambda: remembered(languages.keywords, "fr")),
    "ui/languages/__init__.py:script_words": (len(LANGUAGES), lambda: remembered(languages.script_words, "fr")),
    # No page has as many panels as there are.
    "ui/live_picture.py:_script": (32, lambda: remembered(live_picture._script, tuple(
        sorted(str(each.relative_to(PANELS)) for each in PANELS.rglob("*.js"))))),
    # Past the cache: pages that are made where no page runs are half made.
    "ui/pages.py:_made": (len(LANGUAGES), lambda: remembered(pages._made.__wrapped__, "fr")),
    # The words of the entries in each language.
    "ui/search.py:_all_words": (len(LANGUAGES), lambda: remembered(search._all_words, "fr")),
    "ui/search.py:_index": (len(LANGUAGES), lambda: remembered(search._index, "fr")),
}  # fmt: skip


def caches(path: Path) -> dict[str, int | None]:
    """The caches with keys that a file makes and whose limit is not one of bytes already (``getsizeof``), by name.

    Each has its limit of entries, None where it has none.
    """
    where, found = str(path.relative_to(ROOT)), {}
    for owner, node in _named(ast.parse(path.read_text(encoding="utf-8")), ""):
        call = node if isinstance(node, ast.Call) else None
        name = ast.unparse(call.func if call else node).rpartition(".")[2]
        if name in MARKS | STORES:
            given = {each.arg: ast.unparse(each.value) for each in call.keywords} if call else {}
            limit = given.get("maxsize", given.get("max_entries", "None"))
            if "getsizeof" not in given:
                found[f"{where}:{owner}"] = int(limit) if limit.isdigit() else None
    return found


def _named(node: ast.AST, owner: str) -> Iterator[tuple[str, ast.expr]]:
    """Every call and every mark of a function with arguments, with the name of what it makes."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef):
            if child.args.args or child.args.kwonlyargs or child.args.vararg:
                yield from ((child.name, mark) for mark in child.decorator_list)
            for line in child.body:
                yield from _named(ast.Module([line], []), child.name)
            continue
        inside = owner
        if isinstance(child, ast.Assign | ast.AnnAssign):
            target = child.targets[0] if isinstance(child, ast.Assign) else child.target
            inside = ast.unparse(target).rpartition(".")[2]
        if isinstance(child, ast.Call):
            yield inside, child
        yield from _named(child, inside)


def test_every_cache_with_keys_states_its_worst_case() -> None:
    found = {name for path in FILES for name in caches(path)}
    assert found == {*ENTRIES, *OF_THE_OPERATOR}


def test_a_stated_limit_is_that_of_the_cache() -> None:
    limits = {name: limit for path in FILES for name, limit in caches(path).items() if limit is not None}
    assert {name: ENTRIES[name][0] for name in limits if name in ENTRIES} == {
        name: limit for name, limit in limits.items() if name in ENTRIES
    }


@pytest.mark.parametrize("name", ENTRIES)
def test_a_cache_full_of_its_largest_entries_holds_little(name: str) -> None:
    entries, largest = ENTRIES[name]
    size = held(largest())
    assert size > 0
    assert entries * size <= MOST_BYTES


def test_a_name_that_a_request_invents_is_refused_and_not_remembered() -> None:
    client = TestClient(Starlette(routes=assets.routes()))
    assert client.get(assets.address("figure.js")).status_code == 200
    before = assets._content.cache_info().currsize
    assert client.get(assets.address("no-such-script.js")).status_code == 404
    assert assets._content.cache_info().currsize == before


def test_caches_of_every_form_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(globals(), "ROOT", tmp_path)
    path = tmp_path / "a.py"
    path.write_text(
        "@cache\ndef drawn(seed): ...\n@lru_cache(maxsize=32)\ndef few(seed): ...\n@cache\ndef one(): ...\n"
        "class A:\n    def __init__(self):\n        self._kept: Any = LRUCache(9)\n"
        "        self._weighed = LRUCache(9, getsizeof=len)\n"
        "    def words(self):\n        return lru_cache(maxsize=8)(self.word)\n"
        "_seen = OrderedDict()\n"
    )
    assert caches(path) == {"a.py:drawn": None, "a.py:few": 32, "a.py:_kept": None, "a.py:words": 8, "a.py:_seen": None}
