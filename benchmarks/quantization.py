"""The round trip of a large tensor beside a plain copy of it, and the search for thresholds, in the same run.

python -m benchmarks.quantization

1. 4096 × 4096 singles in groups of 128 to the codes and back, with the error of every group: this project's loops, and
   the chain of torch's operators that does the same, each beside one ``tensor.clone()``. In turns, the best of many.
2. 100 thresholds tried on every one of its 131,072 groups, and on the whole.
"""

from collections.abc import Callable

import numpy as np
import torch

from benchmarks.timing import best
from core.adaptation.quantization.blocks import lay_out
from core.adaptation.quantization.calibration import search
from core.adaptation.quantization.fake_quantization import ranges, round_trip
from core.adaptation.quantization.scheme import Scheme, scales_of

SIZE, GROUP, ROUNDS = 4096, 128, 12
SCHEMES = {
    "int4": Scheme(bits=4, granularity="group", group=GROUP),
    "uint4 affine": Scheme(bits=4, affine=True, signed=False, granularity="group", group=GROUP),
    "e4m3": Scheme("e4m3", granularity="group", group=GROUP),
    "nf4": Scheme("nf4", granularity="group", group=GROUP),
}


def chain(x: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
    """Symmetric int4 in groups by torch's operators, with the squared error of every group."""
    scale = x.abs().amax(1, keepdim=True) / 7
    back = torch.clamp(torch.round(x / scale), -8, 7) * scale
    return back, (back - x).square().sum(1)


def trips(matrix: np.ndarray) -> None:
    x = torch.from_numpy(matrix)

    def ours(scheme: Scheme) -> Callable[[], object]:
        def trip() -> object:
            blocks = lay_out(matrix, scheme)
            return round_trip(blocks, scheme, scales_of(scheme, ranges(blocks, scheme)))

        return trip

    copy, plain, *own = best(x.clone, lambda: chain(x.view(-1, GROUP)), *map(ours, SCHEMES.values()), rounds=ROUNDS)
    print(f"{SIZE}² singles in groups of {GROUP}; clone {1000 * copy:.0f} ms")
    print(f"  a chain of torch's operators, int4: {plain / copy:.2f} times a clone")
    for name, took in zip(SCHEMES, own, strict=True):
        print(f"  compiled loops, {name}: {took / copy:.2f} times a clone")


def searches(matrix: np.ndarray) -> None:
    for name, scheme in (*SCHEMES.items(), ("int4, one scale", Scheme(bits=4))):
        blocks = lay_out(matrix, scheme)
        found = ranges(blocks, scheme)
        took = best(lambda b=blocks, s=scheme, f=found: search(b, s, f), rounds=3)[0]
        print(f"100 thresholds, {name}: {took:.2f} s")


if __name__ == "__main__":
    drawn = np.random.default_rng(0).standard_normal((SIZE, SIZE), np.float32)
    trips(drawn)
    searches(drawn)
