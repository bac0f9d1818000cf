"""Where a computation runs: the choice of a device, and the way back to the CPU when the GPU fails.

torch is imported inside the functions, because a process that needs no torch must not wait 1.7 s for it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, TypeVar

from core.errors import InputError

if TYPE_CHECKING:
    import torch

T = TypeVar("T")

Device = Literal["auto", "cpu", "cuda"]

# CUDA's libraries report through plain RuntimeErrors, which only their texts tell from other errors.
_CUDA_ERRORS = (
    *("CUDA error", "CUDA out of memory", "CUDA driver", "cuDNN error", "cuFFT error", "cusolver error"),
    *("CUDNN_STATUS", "CUBLAS_STATUS", "CUSOLVER_STATUS", "CUSPARSE_STATUS"),
)


def choose(requested: Device = "auto") -> torch.device:
    """The device to compute on; ``auto`` is the GPU where there is one.

    Raises:
        InputError: ``cuda`` is asked for and this computer offers none.
    """
    import torch

    if requested == "cpu":
        return torch.device("cpu")
    if torch.cuda.is_available():
        return torch.device("cuda")
    if requested == "cuda":
        raise InputError("device", requested, "this computer offers no CUDA device", "Choose auto or cpu.")
    return torch.device("cpu")


def with_fallback(function: Callable[[Device], T], requested: Device) -> tuple[T, str | None]:
    """``function(requested)``; when the GPU is lost or out of memory, ``function("cpu")`` and a notice.

    The notice is a sentence for the reader, None when all went well. Every error that is not the GPU's own
    passes through, and so does whatever ``function`` raises on the CPU.
    """
    try:
        return function(requested), None
    except RuntimeError as error:
        if requested == "cpu" or not _is_cuda_error(error):  # a GPU that is lost may no longer be there to choose
            raise
        import torch

        out_of_memory = isinstance(error, torch.OutOfMemoryError) or "out of memory" in str(error)
    # Only here has the traceback, and with it every tensor in the frames that failed, been let go.
    with contextlib.suppress(RuntimeError):  # A GPU that is lost cannot give its memory back either.
        torch.cuda.empty_cache()
    reason = "did not have enough memory" if out_of_memory else "stopped answering"
    return function("cpu"), f"The GPU {reason}, so this was computed on the CPU."


def _is_cuda_error(error: RuntimeError) -> bool:
    import torch

    own = (torch.OutOfMemoryError, torch.AcceleratorError)
    return isinstance(error, own) or any(mark in str(error) for mark in _CUDA_ERRORS)
