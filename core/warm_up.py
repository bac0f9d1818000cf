"""What a process loads before its first computation, so that no reader waits for an import or a compiler."""

from collections.abc import Callable

from core.explorer import find

# Loaded once for all workers, which share that memory: what asks for no GPU when it is imported, and starts no thread
# but that of pandas' allocator (jemalloc), which each fork starts anew.
LIBRARIES = ("torch", "pandas", "numba", "scipy.stats", "scipy.signal", "nltk.stem", "simplemma")
# Explorers that between them use every library and most kernels, with presets that need more of them than the defaults.
EXPLORERS = {"tokenizer": (), "text-normalization": (), "sampling": (), "gradient-descent": ("logistic",),
             "attention": (), "quantization": ()}  # fmt: skip


def warm_up(*, progress: Callable[[float], None] | None = None) -> None:
    """Runs each explorer once on its defaults and on those presets, where it is called: in a server, or in a worker."""
    for slug, presets in EXPLORERS.items():
        explorer = find(slug)
        for values in ({}, *(one.values for one in explorer.PRESETS if one.name in presets)):
            explorer.compute(explorer.Params(**values))
    if progress is not None:
        progress(1.0)
