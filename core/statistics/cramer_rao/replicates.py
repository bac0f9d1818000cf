"""Monte Carlo over many samples: the power sums of every estimator's errors, for every n of an axis at once.

Replicates come in blocks of 1,024, each with a generator of its own, so that neither the number of threads nor the
order in which they finish changes a result. Only sums leave a block, and the errors of the first 10,000 replicates.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import add

import numpy as np
import torch
from jaxtyping import Float32, Float64

from core.statistics.cramer_rao.estimates import Setting
from core.statistics.cramer_rao.families import FAMILIES, bound
from core.statistics.cramer_rao.prefix_statistics import Prefixes
from core.threads import in_threads

BLOCK = 1_024
KEPT = 10_000

About = Float64[np.ndarray, "estimators n k"]
Sums = Float64[np.ndarray, "power estimators n k"]


@dataclass(frozen=True)
class Totals:
    """Sums over all replicates of errors d = (T − θ)/u, in units u of the root of the bound, and of scores s = S/√n.

    With e = d − ``about``, ``powers`` are Σe … Σe⁴; ``errors`` Σ e·eᵀ; ``crossed`` Σ e·sᵀ; ``scores`` Σs and
    ``squares`` Σ s·sᵀ; ``kept`` are the errors d of the first replicates. k counts the parameters that are estimated.
    """

    replicates: int
    about: About
    powers: Sums
    errors: Float64[np.ndarray, "estimators n k k"]
    crossed: Float64[np.ndarray, "estimators n k k"]
    scores: Float64[np.ndarray, "n k"]
    squares: Float64[np.ndarray, "n k k"]
    kept: Float32[np.ndarray, "estimators n k kept"]

    def __add__(self, other: Totals) -> Totals:
        summed = ("replicates", "powers", "errors", "crossed", "scores", "squares")
        kept = np.concatenate([self.kept, other.kept], axis=-1) if self.kept.shape[-1] < KEPT else self.kept
        sums = {name: getattr(self, name) + getattr(other, name) for name in summed}
        return Totals(**sums, about=self.about, kept=kept[..., :KEPT])


def simulate(
    family: str,
    setting: Setting,
    grid: Sequence[int],
    replicates: int,
    seed: int,
    device: torch.device,
    progress: Callable[[float], None] | None = None,
) -> Totals:
    """Draws ``replicates`` samples of max(``grid``) draws, and tries every estimator of ``family`` on their prefixes.

    The samples are nested: the first n draws are those of every smaller n too, as if each replicate went on collecting.
    """
    starts = range(0, replicates, BLOCK)

    def block(start: int, many: int, about: About) -> Totals:
        source = np.random.SeedSequence([seed, start // BLOCK]).generate_state(1, np.uint64)[0]
        generator = torch.Generator(device).manual_seed(int(source) >> 1)
        return _block(family, setting, grid, many, generator, about)

    kind = FAMILIES[family]
    first = block(0, 1, np.zeros((len(kind.estimators), len(grid), kind.estimated))).powers[0]
    about = np.where(np.isfinite(first), first, 0.0)  # so that a large bias takes no digits from a small variance
    return reduce(add, in_threads(lambda start: block(start, min(BLOCK, replicates - start), about), starts, progress))


def _block(
    family: str, setting: Setting, grid: Sequence[int], replicates: int, generator: torch.Generator, about: About
) -> Totals:
    kind, theta, known = FAMILIES[family], setting.theta, setting.known
    draws = kind.draw(generator, (replicates, max(grid)), theta, known)
    prefixes = Prefixes(draws, grid, *kind.standard(theta, known))
    least, truth = bound(kind, theta, known), (theta, known)
    unit = np.sqrt(np.diag(least) / np.array(grid, np.float64)[:, None])
    estimates = [one.estimate(prefixes, setting) for one in kind.estimators.values()]
    errors = torch.stack(
        [torch.stack([table - true for table, true in zip(tables, truth, strict=False)], -1) for tables in estimates]
    ) / torch.from_numpy(unit).to(draws.device)  # estimators, replicates, n, k
    away = errors - torch.from_numpy(about).to(draws.device)[:, None]
    root = prefixes.sizes.sqrt()
    scores = torch.stack([prefixes.totals(score) / root for score in kind.scores(draws, theta, known)], -1)
    return Totals(
        replicates,
        about,
        np.stack([_numpy(away.pow(power).sum(dim=1)) for power in (1, 2, 3, 4)]),
        _numpy(torch.einsum("erni,ernj->enij", away, away)),
        _numpy(torch.einsum("erni,rnj->enij", away, scores)),
        _numpy(scores.sum(dim=0)),
        _numpy(torch.einsum("rni,rnj->nij", scores, scores)),
        _numpy(errors.permute(0, 2, 3, 1).float()),
    )


def _numpy(tensor: torch.Tensor) -> np.ndarray:
    return np.asarray(tensor.cpu().numpy())
