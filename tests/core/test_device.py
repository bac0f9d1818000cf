"""The choice of a device, and the way back to the CPU. No GPU is needed: functions fail here as one would."""

import subprocess
import sys
import weakref

import pytest
import torch

from core import device
from core.errors import InputError

CPU: device.Device = "cpu"
CUDA: device.Device = "cuda"


@pytest.fixture(params=[False, True], ids=["without GPU", "with GPU"])
def gpu(request, monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: request.param)
    return request.param


def failing_on_cuda(error):
    def compute(where: device.Device) -> str:
        if where != "cpu":
            raise error
        return f"computed on {where}"

    return compute


def test_auto_is_the_gpu_where_there_is_one(gpu):
    assert device.choose("auto").type == ("cuda" if gpu else "cpu")


def test_cpu_is_always_granted(gpu):
    assert device.choose("cpu").type == "cpu"


def test_cuda_is_granted_or_refused_with_a_remedy(gpu):
    if gpu:
        assert device.choose("cuda").type == "cuda"
    else:
        with pytest.raises(InputError, match="no CUDA device") as caught:
            device.choose("cuda")
        assert caught.value.field == "device"


def test_nothing_is_said_when_all_goes_well():
    for asked in ("cpu", "cuda", "auto"):
        assert device.with_fallback(lambda where: where, asked) == (asked, None)


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (torch.OutOfMemoryError("CUDA out of memory. Tried to allocate 2 GiB"), "enough memory"),
        (torch.AcceleratorError("CUDA error: an illegal memory access was encountered"), "stopped answering"),
        (RuntimeError("CUDA error: out of memory"), "enough memory"),
        (RuntimeError("CUDA error: device-side assert triggered"), "stopped answering"),
        (RuntimeError("CUBLAS_STATUS_ALLOC_FAILED when calling cublasCreate(handle)"), "stopped answering"),
        (RuntimeError("cuFFT error: CUFFT_INTERNAL_ERROR"), "stopped answering"),
    ],
)
def test_a_gpu_that_fails_is_replaced_by_the_cpu_and_the_reader_is_told(error, reason, monkeypatch):
    freed = []
    monkeypatch.setattr(torch.cuda, "empty_cache", lambda: freed.append(True))
    result, notice = device.with_fallback(failing_on_cuda(error), CUDA)
    assert result == "computed on cpu"
    assert reason in notice
    assert notice.endswith("so this was computed on the CPU.")
    assert freed == [True]


def test_a_lost_gpu_that_cannot_free_its_memory_does_not_stop_the_cpu(monkeypatch):
    def lost():
        raise RuntimeError("CUDA error: device lost")

    monkeypatch.setattr(torch.cuda, "empty_cache", lost)
    assert device.with_fallback(failing_on_cuda(torch.AcceleratorError("lost")), CUDA)[0] == "computed on cpu"


@pytest.mark.parametrize(
    "error", [RuntimeError("shapes cannot be multiplied"), InputError("n", 1, "no"), ZeroDivisionError()]
)
def test_errors_that_are_not_the_gpus_own_pass_through(error):
    with pytest.raises(type(error)):
        device.with_fallback(failing_on_cuda(error), CUDA)


def test_a_failure_on_the_cpu_is_not_tried_again():
    calls = []

    def compute(where: device.Device) -> None:
        calls.append(where)
        raise torch.OutOfMemoryError("CUDA out of memory")

    with pytest.raises(torch.OutOfMemoryError):
        device.with_fallback(compute, CPU)
    with pytest.raises(torch.OutOfMemoryError):
        device.with_fallback(compute, CUDA)
    assert calls == ["cpu", "cuda", "cpu"]


def test_what_the_failed_attempt_held_is_let_go_before_the_cpu_computes():
    held = []

    def compute(where: device.Device) -> bool:
        if where == "cpu":
            return held[0]() is None
        large = torch.zeros(3)
        held.append(weakref.ref(large))
        raise torch.OutOfMemoryError("CUDA out of memory")

    assert device.with_fallback(compute, CUDA)[0]


def test_a_gpu_that_is_lost_for_good_is_replaced_too(monkeypatch):
    """The driver may count no device any more: then the error alone tells that there was one."""
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    assert device.with_fallback(failing_on_cuda(torch.AcceleratorError("lost")), "auto")[0] == "computed on cpu"


def test_importing_the_module_does_not_import_torch():
    program = "import sys, core.device, core.link; sys.exit('torch' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
