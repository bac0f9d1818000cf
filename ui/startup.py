"""What is loaded before the first reader comes, so that no reader waits for an import or a compiler."""

import logging
import time
from collections.abc import Callable

from core.explorer import find
from ui import assets, cluster, drain
from ui.jobs import POOL
from ui.settings import SETTINGS

LOG = logging.getLogger("glassbox")
# Explorers whose libraries and kernels are loaded at the start, with presets that need more of them than the defaults.
WARM = {"tokenizer": (), "text-normalization": (), "sampling": (), "gradient-descent": ("logistic",), "attention": (),
        "quantization": ()}  # fmt: skip


def load() -> None:
    start = time.perf_counter()
    import pandas  # noqa: F401
    import torch  # noqa: F401

    cluster.join(SETTINGS.cluster)
    warm_up()
    POOL.warm(warm_up, lambda: not drain.is_begun())
    assets.warm()
    LOG.info("ready in %.1f s", time.perf_counter() - start)


def warm_up(*, progress: Callable[[float], None] | None = None) -> None:
    """Runs each explorer once on its defaults and on those presets, where it is called: here, or in a worker."""
    for slug, presets in WARM.items():
        explorer = find(slug)
        for values in ({}, *(one.values for one in explorer.PRESETS if one.name in presets)):
            explorer.compute(explorer.Params(**values))
    if progress is not None:
        progress(1.0)
