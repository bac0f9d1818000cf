"""What the main picture of an explorer shows at its defaults, in words and a few rounded numbers."""

import importlib
from collections.abc import Iterator
from typing import Any

import numpy as np

from catalog import BY_SLUG
from core.explorer import find, focused
from figures.plot import Panel, Plot, Row

SHARES = np.linspace(0, 1, 5)


def drawn(slug: str) -> list[Any]:
    """Titles, names and kinds, and quantiles of every array: other words or numbers are another picture."""
    entry, explorer = BY_SLUG[slug], find(slug)
    params = explorer.Params()
    result = focused(explorer, explorer.compute(params, None), params)
    main = importlib.import_module(f"figures.{entry.section}.{entry.stem}").views(result, params).main
    return [told for view in (main.views if isinstance(main, Row) else (main,)) for told in _told(view)]


def _told(view: Plot | Panel) -> Iterator[Any]:
    yield view.name
    if isinstance(view, Panel):
        for name in sorted(view.arrays):
            yield name
            yield from _quantiles(view.arrays[name])
        return
    for trace in view.data:
        yield [str(trace.get(name, "")) for name in ("type", "mode", "name")]
        for axis in "xyz":
            if axis in trace:
                yield from _quantiles(trace[axis])


def _quantiles(values: Any) -> list[float]:
    try:
        array = np.asarray(values, float).ravel()
    except (TypeError, ValueError):
        return []
    finite = array[np.isfinite(array)]
    return [float(f"{value:.3g}") for value in np.quantile(finite, SHARES)] if finite.size else []
