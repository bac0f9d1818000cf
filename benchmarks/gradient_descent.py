"""Runs of gradient descent beside a plain loop in torch, and the map of momentum, in the same run.

python -m benchmarks.gradient_descent

1. 400 step sizes × 500 steps × 64 modes, with the distance at every step, and at each fifth the loss and all errors:
   this project's kernel, and the loop that one would write in torch. Both on the processor, in turns, the best of many.
2. 512 × 512 rates over η and β, on the processor and, where there is one, on the GPU.
"""

from collections.abc import Callable

import numpy as np
import torch

from benchmarks.timing import best
from core.optimization.gradient_descent.quadratic import Quadratic
from core.optimization.gradient_descent.quadratic_kernel import run
from core.optimization.gradient_descent.rate_map import rate_map

ROUNDS = 25
SIZES, STEPS, MODES = 400, 500, 64
POINTS = 512


def runs() -> None:
    curvature = np.geomspace(1, 1e-3, MODES)
    problem = Quadratic(curvature, np.ones(MODES))
    etas = np.linspace(0, 3, SIZES)

    def ours() -> object:
        return run(problem, "gd", 0.0, etas, np.arange(0, STEPS + 1, 5))

    def plain(kind: torch.dtype) -> Callable[[], object]:
        curvatures, sizes = torch.tensor(curvature, dtype=kind), torch.tensor(etas, dtype=kind)[:, None]

        def loop() -> object:
            w, losses = torch.ones(SIZES, MODES, dtype=kind), torch.empty(STEPS + 1, SIZES, dtype=kind)
            for step in range(STEPS + 1):
                gradient = curvatures * w
                losses[step] = (gradient * w).sum(1) / 2
                w = w - sizes * gradient
            return losses

        return loop

    def factors_alone() -> object:
        left, w = 1 - torch.tensor(etas)[:, None] * torch.tensor(curvature), torch.ones(SIZES, MODES)
        for _ in range(STEPS):
            w = w * left
        return w

    kernel, double, single, alone = best(ours, plain(torch.float64), plain(torch.float32), factors_alone, rounds=ROUNDS)
    print(f"{SIZES} step sizes × {STEPS} steps × {MODES} modes, losses and distances: {1000 * kernel:.1f} ms")
    for name, other in (("in double precision", double), ("in single precision", single)):
        print(f"  a loop in torch {name}, losses only: {1000 * other:.1f} ms, ratio {kernel / other:.2f}")
    print(f"  the factors alone, no loss: {1000 * alone:.1f} ms, ratio {kernel / alone:.2f}")


def maps() -> None:
    def whole(device: str) -> Callable[[], object]:
        return lambda: rate_map("heavy-ball", 1e-3, POINTS, torch.device(device))

    alone = best(whole("cpu"), rounds=ROUNDS)[0]
    print(f"{POINTS}² rates on the processor, and the best searched: {1000 * alone:.0f} ms")
    if torch.cuda.is_available():
        fast = best(whole("cuda"), rounds=ROUNDS)[0]
        print(f"  on {torch.cuda.get_device_name()}: {1000 * fast:.1f} ms, {alone / fast:.1f} times as fast")
    else:
        print("  no GPU here")


if __name__ == "__main__":
    runs()
    maps()
