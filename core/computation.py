"""How a computation is asked for, and what becomes of it where the GPU fails: the same for every explorer.

>>> @computation
... def compute(params: Params, data: bytes | None, run: Run) -> Result:
...     return Result(simulate(params, run.device, run.report))

is called as ``compute(params, data=None, *, device="auto", progress=None)``.
"""

from __future__ import annotations

import dataclasses
import functools
import inspect
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from core.device import Device, choose, with_fallback
from core.explorer import Compute, as_used

if TYPE_CHECKING:
    import torch

P = TypeVar("P")
R = TypeVar("R")
T = TypeVar("T")


@dataclass(frozen=True)
class Run:
    """One run of a computation: the device that was asked for, and who hears fractions from 0 to 1."""

    requested: Device
    report: Callable[[float], None]

    @cached_property
    def device(self) -> torch.device:
        """The device to compute on, which the result then names.

        Raises:
            InputError: ``cuda`` is asked for and this computer offers none.
        """
        return choose(self.requested)  # not before it is needed: to choose one loads torch

    def through(self, items: Collection[T]) -> Iterator[T]:
        """Each of the items, which take equally long; that one is done is reported when the next is asked for."""
        for done, item in enumerate(items, 1):
            yield item
            self.report(done / len(items))


def computation(function: Callable[[P, bytes | None, Run], R]) -> Compute[P, R]:
    """``function(params, data, run)``, of settings of which those that nothing uses stand at their defaults; when the
    GPU is lost or out of memory, all of it once more on the CPU.

    The remarks of the result then end with a sentence that says so. A result that never asked for ``run.device``
    needs none. Of one that did, ``device`` is the name of the device.
    """

    @functools.wraps(function)
    def compute(
        params: P,
        data: bytes | None = None,
        *,
        device: Device = "auto",
        progress: Callable[[float], None] | None = None,
    ) -> R:
        report = progress or (lambda fraction: None)

        def computed(requested: Device) -> R:
            run = Run(requested, report)
            found: R = _on_device(function(as_used(params), data, run), run)
            return found

        found, notice = with_fallback(computed, device)
        return found if notice is None else _with_remark(found, notice)

    compute.__signature__ = _signature()  # type: ignore[attr-defined]  # not that of what is wrapped
    return compute


def _signature() -> inspect.Signature:
    called = inspect.signature(Compute.__call__)
    return called.replace(parameters=[*called.parameters.values()][1:])  # without self


def _on_device(result: Any, run: Run) -> Any:
    """The result with the name of the device, where it asked for one."""
    return dataclasses.replace(result, device=run.device.type) if "device" in vars(run) else result


def _with_remark(result: Any, sentence: str) -> Any:
    return dataclasses.replace(result, remarks=(*result.remarks, sentence))
