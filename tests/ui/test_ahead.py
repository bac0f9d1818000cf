"""Presets that are computed before a reader asks for them."""

import pytest

from core import link
from core.explorer import find
from ui import ahead, compute, drain


@pytest.fixture
def memory(monkeypatch: pytest.MonkeyPatch) -> compute.Memory:
    monkeypatch.setattr(compute, "MEMORY", compute.Memory(10**9))
    monkeypatch.setattr(ahead, "BY_SLUG", {"fourier": None})
    return compute.MEMORY


def test_every_link_to_a_preset_is_answered_from_memory(memory: compute.Memory) -> None:
    ahead.compute_presets()
    explorer = find("fourier")
    for query in ({}, *({"preset": one.name} for one in explorer.PRESETS)):
        params = link.decode(explorer.Params, query, explorer.PRESETS).params
        assert memory.get(compute._key("fourier", params, None)) is not None, query


def test_a_server_that_ends_computes_no_presets(memory: compute.Memory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drain, "is_begun", lambda: True)
    ahead.compute_presets()
    assert memory.get(compute._key("fourier", find("fourier").Params(), None)) is None
