"""t-test power beside its peers, in the same run: a surface of powers beside statsmodels, simulated tests beside torch.

python -m benchmarks.t_test_power
"""

import numpy as np
import torch
from statsmodels.stats.power import TTestIndPower

from benchmarks.timing import best, seconds
from core.statistics.t_test_power.design import Design, power
from core.statistics.t_test_power.simulation import simulate

ROUNDS = 15
DRAWS = 40_000_000


def surface() -> None:
    """500 sample sizes × 50 effects, two samples, two-sided."""
    n, effect = np.linspace(5, 504, 500)[:, None], np.linspace(0.02, 1, 50)
    ours, theirs = best(
        lambda: power(Design(), n, effect, 0.05), lambda: TTestIndPower().power(effect, n, 0.05), rounds=ROUNDS
    )
    print(
        f"power of 25,000 designs: {1000 * ours:.0f} ms, statsmodels {1000 * theirs:.0f} ms, ratio {ours / theirs:.2f}"
    )


def simulation() -> None:
    """Draws to shares of rejected tests, beside torch's normal draws alone."""

    def ours(n: int) -> float:
        times = DRAWS // (2 * n)

        def run() -> None:
            simulate(Design(), n, n, times).rejected(np.linspace(0, 1, 20), 0.05)

        return 2 * n * times / min(seconds(run) for _ in range(5))

    generator, block = torch.Generator().manual_seed(0), torch.empty(1 << 15)
    alone = (
        block.numel()
        * 400
        / min(seconds(lambda: [block.normal_(generator=generator) for _ in range(400)]) for _ in range(5))
    )
    print(f"torch alone, one core: {alone / 1e6:.0f} million normal draws a second")
    for n in (10, 64, 1_000):
        rate = ours(n)
        print(f"tests of {n:,} + {n:,}: {rate / 1e6:.0f} million draws a second end to end, ratio {rate / alone:.2f}")


if __name__ == "__main__":
    surface()
    simulation()
