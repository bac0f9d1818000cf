"""A GPU that fails is replaced by the CPU, and the page says so: on every explorer. Only the last test needs a GPU."""

import inspect
from dataclasses import dataclass, field
from typing import Any

import pandas as pd
import pytest
import torch

from core import computation, device, explorer, link
from core.computation import Run
from core.device import Device
from core.explorer import find, focused

# Settings of every part that asks for a device; the explorers that are not named here compute on the CPU alone.
ON_A_DEVICE = (
    "attention",
    "cramer-rao?error=20",
    "cramer-rao?view=theta&error=20",
    "decoding",
    "decoding?part=search",
    "generated-text",
    "generated-text?part=trap&samples=2&tokens=8",
    "generated-text?part=speculative",
    "gradient-descent?method=heavy-ball",
    "regression-assumptions",
    "spectrogram",
    "spectrogram?scale=mel",
    "t-test-power?replicates=200",
)
SLUGS = {address.partition("?")[0] for address in ON_A_DEVICE}
NOTICE = "The GPU did not have enough memory, so this was computed on the CPU."


@dataclass(frozen=True)
class FakeParams:
    count: int = 1
    unused: int = field(default=1, metadata={"used": lambda its: False})


@dataclass(frozen=True)
class FakeResult:
    remarks: tuple[str, ...]
    device: str = "cpu"


@computation.computation
def compute(params: FakeParams, data: bytes | None, run: Run) -> FakeResult:
    run.report(0.5)
    if run.device.type == "cuda":
        raise torch.OutOfMemoryError("CUDA out of memory")
    return FakeResult(("first",))


@pytest.fixture
def full_gpu(monkeypatch: pytest.MonkeyPatch) -> list[Device]:
    """A GPU without free memory; what was asked for, each time that the device was chosen."""
    asked: list[Device] = []

    def choose(requested: Device = "auto") -> torch.device:
        asked.append(requested)
        if requested != "cpu":
            raise torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2 GiB")
        return torch.device("cpu")

    monkeypatch.setattr(device, "choose", choose)
    monkeypatch.setattr(computation, "choose", choose)
    return asked


def settings(address: str) -> tuple[Any, Any]:
    slug, query = link.read_address(address)
    return find(slug), link.decode(find(slug).Params, query, find(slug).PRESETS).params


@pytest.mark.parametrize("address", [*ON_A_DEVICE, *sorted(set(explorer.slugs()) - SLUGS)])
def test_a_full_gpu_leaves_the_cpus_numbers_and_one_sentence(address: str, full_gpu: list[Device]) -> None:
    page, params = settings(address)
    expected = page.compute(params, device="cpu")
    full_gpu.clear()
    found = page.compute(params, device="cuda")
    remarks = list(getattr(found, "remarks", ()))
    if page.__name__.rpartition(".")[2].replace("_", "-") in SLUGS:
        assert full_gpu[0] == "cuda"
        assert set(full_gpu[1:]) <= {"cpu"}
        assert remarks == [*expected.remarks, NOTICE]
    else:
        assert not full_gpu
        assert NOTICE not in remarks
    assert found.device == expected.device
    if address != "fourier":  # its page may show times that it measured
        pd.testing.assert_frame_equal(found.table(), expected.table())


@pytest.mark.parametrize("address", ["spectrogram", "quantization?part=model&scheme=int8", "quantization"])
def test_a_preview_falls_back_as_the_computation_does(address: str, full_gpu: list[Device]) -> None:
    page, params = settings(address)
    remarks = page.preview(params, device="cuda").remarks
    assert (NOTICE in remarks) == (address == "spectrogram")


@pytest.mark.parametrize("slug", sorted(SLUGS))
def test_the_sentence_stays_wherever_on_the_axis_a_reader_looks(slug: str, full_gpu: list[Device]) -> None:
    page, params = settings(next(address for address in ON_A_DEVICE if address.startswith(slug)))
    found = page.compute(params, device="cuda")
    looked_at = {"spectrogram": {"length": 3.0}, "gradient-descent": {"step": 0.3}, "attention": {"layer": 1}}
    elsewhere = type(params)(**{**vars(params), **looked_at.get(slug, {})})
    found = focused(page, focused(page, found, elsewhere), params)
    assert found.remarks.count(NOTICE) == 1


def test_a_computation_is_told_how_far_it_is_on_either_device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    heard: list[float] = []
    assert compute(FakeParams(), progress=heard.append) == FakeResult(("first", NOTICE), "cpu")
    assert heard == [0.5, 0.5]
    assert compute(FakeParams(), device="cpu") == FakeResult(("first",), "cpu")


def test_a_result_names_the_device_that_its_computation_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)

    def asks(params: FakeParams, data: bytes | None, run: Run) -> FakeResult:
        return FakeResult((run.device.type,))

    assert computation.computation(asks)(FakeParams()) == FakeResult(("cuda",), "cuda")
    assert computation.computation(asks)(FakeParams(), device="cpu") == FakeResult(("cpu",), "cpu")
    assert computation.computation(lambda params, data, run: FakeResult(()))(FakeParams()) == FakeResult((), "cpu")


@pytest.mark.parametrize("slug", explorer.slugs())
def test_every_explorer_is_asked_in_the_same_way(slug: str) -> None:
    page: Any = find(slug)
    for each in (page.compute, getattr(page, "preview", page.compute)):
        assert [*inspect.signature(each).parameters] == ["params", "data", "device", "progress"]
        assert inspect.signature(each) == inspect.signature(compute)


def test_a_setting_that_nothing_uses_counts_as_if_it_were_never_made() -> None:
    made = []
    computation.computation(lambda params, data, run: made.append(params))(FakeParams(2, unused=0))
    assert made == [FakeParams(2)]


def test_a_loop_tells_of_each_item_that_is_done() -> None:
    told: list[float] = []
    assert [*Run("cpu", told.append).through("abcd")] == [*"abcd"]
    assert told == [0.25, 0.5, 0.75, 1.0]


@pytest.mark.skipif(not torch.cuda.is_available(), reason="there is no GPU")
@pytest.mark.parametrize("address", ON_A_DEVICE)
def test_a_gpu_computes_every_part_that_asks_for_a_device(address: str) -> None:
    page, params = settings(address)
    found, expected = (page.compute(params, device=device) for device in ("cuda", "cpu"))
    assert found.device == "cuda"
    assert found.remarks == expected.remarks
    assert found.table().isna().equals(expected.table().isna())
