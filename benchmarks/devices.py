"""Every preset that asks for a device, on the GPU and on the CPU: how long either takes, and how far they part.

python -m benchmarks.devices [SLUG ...]

What a preset draws or trains comes from a seed, and the two devices draw differently: then the numbers part as two
seeds do. Elsewhere they differ by rounding. The least time of three in turns, after one that is not counted.

Beside 16 cores an H200 was 1.7 to 3.9 times as fast on /cramer-rao, 1.0 to 2.9 times on /t-test-power, 1.0 to 2.8 times
on /regression-assumptions, 0.7 to 2.0 times on /generated-text, 0.8 to 1.5 times on /decoding, 0.8 to 1.4 times on
/spectrogram, 0.8 times on /linear-regression and 0.7 to 1.2 times on /attention, whose model is small.
"""

import argparse
from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import pandas as pd
import torch

from benchmarks.timing import best
from core import explorer, link
from core.device import Device
from core.explorer import Explorer, find

ROUNDS = 3


def cases(page: Explorer) -> Iterator[tuple[str, Any]]:
    """The defaults and every preset."""
    yield "defaults", page.Params()
    for preset in page.PRESETS:
        yield preset.name, link.decode(page.Params, {"preset": preset.name}, page.PRESETS).params


def parting(one: pd.DataFrame, other: pd.DataFrame) -> float:
    """The largest difference between two tables, in parts of the largest number of its column; inf where their shapes
    or the places without a number differ."""
    if one.shape != other.shape or list(one) != list(other):
        return float("inf")
    largest = 0.0
    for name in one.select_dtypes("number"):
        a, b = one[name].to_numpy(float), other[name].to_numpy(float)
        if (np.isfinite(a) != np.isfinite(b)).any():
            return float("inf")
        a, b = a[np.isfinite(a)], b[np.isfinite(a)]
        if a.size and (scale := np.abs(a).max()) > 0:
            largest = max(largest, float(np.abs(a - b).max() / scale))
    return largest


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("slugs", nargs="*", help="default: all")
    arguments = parser.parse_args()
    if not torch.cuda.is_available():
        raise SystemExit("There is no GPU.")
    print(f"{torch.cuda.get_device_name()}: seconds on the CPU, on the GPU, times as fast, largest difference")
    for slug in arguments.slugs or explorer.slugs():
        page = find(slug)
        for name, params in cases(page):

            def on(device: Device, page: Explorer = page, params: Any = params) -> Any:
                result = page.compute(params, device=device)
                torch.cuda.synchronize()
                return result

            try:
                fast = on("cuda")
            except Exception as error:
                print(f"{slug} / {name}: {type(error).__name__}: {error}", flush=True)
                continue
            if fast.device != "cuda":
                continue
            apart = parting(on("cpu").table(), fast.table())
            cpu, gpu = best(partial(on, "cpu"), partial(on, "cuda"), rounds=ROUNDS)
            print(f"{slug} / {name}: {cpu:.3f} {gpu:.3f} {cpu / gpu:.2f} {apart:.1e}", flush=True)


if __name__ == "__main__":
    main()
