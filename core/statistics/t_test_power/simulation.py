"""Monte Carlo of t tests from raw observations, also from populations for which the test was not made.

Observations are drawn, not the statistics that theory says they have: with normal ones this checks the formula, with
others it shows what is left of it. Every population has mean 0 and variance 1; a true effect is added afterwards,
because it moves the mean and leaves the standard error alone. One set of samples so serves every effect.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

import numpy as np
import torch
from jaxtyping import Bool, Float64
from numpy.typing import NDArray

from core.compiled import compiled
from core.statistics.t_test_power.design import Design, estimate
from core.threads import in_threads

Population = Literal["normal", "exponential", "log-normal", "student 3", "uniform"]
Replicates = Float64[np.ndarray, " replicates"]

CPU_BLOCK = 1 << 15  # draws at a time: they stay in the cache, and torch does not split them among its own threads
GPU_BLOCK = 1 << 26
CPU_LONG = 1 << 22  # draws at a time of a sample that is longer than a block: each thread holds these twice
THREADS = 8


@dataclass(frozen=True, eq=False)
class Samples:
    """The estimates (under no effect) of many samples, their standard errors and degrees of freedom."""

    design: Design
    estimate: Replicates
    error: Replicates
    df: Replicates

    def rejected(self, effect: Float64[np.ndarray, " effects"], alpha: float) -> Float64[np.ndarray, " effects"]:
        """The share of samples that would be rejected at level ``alpha`` if the true effect were ``effect``.

        estimate + d > c·error says d > c·error − estimate: each sample has a threshold, which serves every d.
        """
        reach = self._critical(alpha) * self.error
        above, below = reach - self.estimate - self.design.border, -reach - self.estimate + self.design.border
        if not self.design.signs:
            open_ = above < below
            inside = _share_below(above[open_], effect) - _share_below(below[open_], effect)
            return np.asarray(inside * open_.mean())
        right = _share_below(above, effect) if 1 in self.design.signs else 0.0
        left = 1 - _share_below(below, effect) if -1 in self.design.signs else 0.0
        return np.asarray(right + left)

    def first(
        self, many: int, effect: Float64[np.ndarray, " effects"], alpha: float, true_error: float
    ) -> tuple[Float64[np.ndarray, "effects studies"], Bool[np.ndarray, "effects studies"]]:
        """The statistic of each of the first ``many`` samples under each true ``effect``, and whether its test rejects.

        It is t, or for an equivalence test the estimate in units of its ``true_error``.
        """
        estimate = self.estimate[:many] + effect[:, None]
        reach = (self._critical(alpha) * self.error)[:many]
        if not self.design.signs:
            return estimate / true_error, np.abs(estimate) < self.design.margin - reach
        far = {"greater": estimate, "less": -estimate}.get(self.design.alternative, np.abs(estimate))
        return estimate / self.error[:many], far > reach

    def _critical(self, alpha: float) -> Replicates:
        if self.df[0] == self.df[-1] and (self.df == self.df[0]).all():
            return np.full_like(self.df, self.design.critical(alpha, self.df[0]))
        # Welch's test has other degrees of freedom in every sample: 1/c is close to a line in 1/ν.
        grid = np.linspace(1 / self.df.max(), 1 / self.df.min(), 2_000)
        return np.asarray(1 / np.interp(1 / self.df, grid, 1 / self.design.critical(alpha, 1 / grid)))


def simulate(
    design: Design,
    n: int,
    n2: int,
    replicates: int,
    *,
    population: Population = "normal",
    correlation: float = 0.0,
    seed: int = 0,
    device: torch.device | None = None,
    progress: Callable[[float], None] | None = None,
) -> Samples:
    """Draws ``replicates`` samples and runs the test of ``design`` on each.

    ``correlation`` is that of neighbouring observations of a group (a first-order autoregression). Of a pair both
    measurements are drawn: the second is ρ times the first and √(1 − ρ²) times a draw of its own. The same seed gives
    the same samples whatever the number of threads, and other ones on another kind of device.
    """
    report = progress or (lambda fraction: None)
    sizes = (n, n2)[: design.groups]
    first, second = (float(np.sqrt(variance)) for variance in design.variances)
    parts: list[tuple[float, ...]] = [(first,), (second,)] if design.groups == 2 else [(1.0,)]
    if design.kind == "paired":
        parts = [(first - design.pair_correlation * second, -second * float(np.sqrt(1 - design.pair_correlation**2)))]
    groups = (
        _means_and_squares(size, replicates, population, correlation, parts[group], (seed, group), device,
                           part_of(report, group * n / sum(sizes), size / sum(sizes)))
        for group, size in enumerate(sizes)
    )  # fmt: skip
    means, squares = zip(*groups, strict=True)
    found, error, df = estimate(design.kind, sizes, means, squares)
    return Samples(design, found, error, np.broadcast_to(df, replicates))


def part_of(report: Callable[[float], None], done: float, share: float) -> Callable[[float], None]:
    """Who hears of a part, which is a ``share`` of the whole and follows what is ``done``."""
    return lambda fraction: report(done + share * fraction)


def _means_and_squares(
    n: int,
    replicates: int,
    population: Population,
    correlation: float,
    parts: tuple[float, ...],
    seed: tuple[int, int],
    device: torch.device | None,
    report: Callable[[float], None],
) -> tuple[Replicates, Replicates]:
    """The mean of each sample of ``n``, and its sum of squares about the mean.

    An observation is a sum of independent draws, as often as there are ``parts``, which they are multiplied by. Of a
    sample that is too long to be held, the means and squares of its pieces are joined.

    Source: T. F. Chan, G. H. Golub and R. J. LeVeque, "Algorithms for Computing the Sample Variance", The American
    Statistician 37(3), 1983.
    """
    device = device or torch.device("cpu")
    draws, longest = (GPU_BLOCK, GPU_BLOCK) if device.type == "cuda" else (CPU_BLOCK, CPU_LONG)
    across = max(1, min(replicates, draws // n))
    blocks = -(-replicates // across)
    seeds = np.random.SeedSequence(seed).generate_state(blocks, np.uint64)

    def block(which: int) -> tuple[torch.Tensor, torch.Tensor]:
        generator = torch.Generator(device).manual_seed(int(seeds[which] >> np.uint64(1)))
        mean, square, before = torch.empty(0), torch.empty(0), None
        for start in range(0, n, longest):
            size = min(longest, n - start)
            x = _draw(population, (size, across), generator, device)
            if parts != (1.0,):
                x.mul_(parts[0])
            for part in parts[1:]:
                x.add_(_draw(population, (size, across), generator, device), alpha=part)
            x = _correlated(x, correlation, before)
            before, own = x[-1].clone() if start + size < n else None, x.mean(dim=0)
            squares = x.sub_(own).square_().sum(dim=0)
            if start == 0:  # to join with nothing takes a tenth of the time of short samples
                mean, square = own, squares
                continue
            apart, share = own - mean, size / (start + size)
            mean += share * apart
            square += squares + share * start * apart.square()
        return mean, square

    means, squares = np.empty(blocks * across), np.empty(blocks * across)
    # torch draws on one core at a time and without Python's lock, so threads fill the others.
    drawn = in_threads(block, range(blocks), report, most=1 if device.type == "cuda" else THREADS)
    for which, (mean, square) in enumerate(drawn):
        place = slice(which * across, (which + 1) * across)
        means[place], squares[place] = mean.cpu().numpy(), square.cpu().numpy()
    return means[:replicates], squares[:replicates]


def _draw(
    population: Population, shape: tuple[int, int], generator: torch.Generator, device: torch.device
) -> torch.Tensor:
    """Independent draws with mean 0 and variance 1."""
    x = torch.empty(shape, device=device)
    match population:
        case "normal":
            return x.normal_(generator=generator)
        case "exponential":
            return x.exponential_(generator=generator).sub_(1.0)
        case "log-normal":
            mean, deviation = np.exp(0.5), np.sqrt(np.exp(2) - np.exp(1))
            return x.normal_(generator=generator).exp_().sub_(mean).div_(deviation)
        case "uniform":
            return x.uniform_(-np.sqrt(3), np.sqrt(3), generator=generator)
        case "student 3":
            squares = torch.zeros_like(x)
            for _ in range(3):
                squares.add_(x.normal_(generator=generator).square_())
            return x.normal_(generator=generator).div_(squares.sqrt_())  # its variance is 3/3


def _correlated(x: torch.Tensor, correlation: float, before: torch.Tensor | None) -> torch.Tensor:
    """x₁, and then x_i ← ρx_{i−1} + √(1 − ρ²) x_i: each with the variance it had, neighbours correlated ρ. Where the
    observations ``before`` are given, the first follows them.
    """
    if not correlation:
        return x
    if before is not None:
        return _correlated(torch.cat([before[None], x]), correlation, None)[1:]
    own = float(np.sqrt(1 - correlation**2))
    if x.device.type == "cpu":  # a call of torch's for each of long rows of few samples takes thirty times as long
        _autoregress(x.numpy(), np.float32(correlation), np.float32(own))
        return x
    x[1:] *= own
    for before, now in pairwise(x):
        now.add_(before, alpha=correlation)
    return x


@compiled
def _autoregress(x: NDArray[np.float32], correlation: np.float32, own: np.float32) -> None:
    """The same in place, on a processor: observations (n) of samples (R)."""
    for i in range(1, x.shape[0]):
        for j in range(x.shape[1]):
            x[i, j] = own * x[i, j] + correlation * x[i - 1, j]


def _share_below(threshold: Replicates, effect: Float64[np.ndarray, " effects"]) -> Float64[np.ndarray, " effects"]:
    """Counted, not sorted: a sort takes as long as counting for thirty effects."""
    counts = [np.count_nonzero(threshold < each) for each in effect]
    return np.asarray(counts, np.float64) / max(len(threshold), 1)
