"""What the main picture of an explorer shows at its defaults: words of each language and a few rounded numbers."""

import importlib
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from catalog import BY_SLUG
from core.explorer import find, focused
from figures.plot import Panel, Plot, Row
from ui import assets
from ui.figure import encoded
from ui.languages import MACHINES, NAMES, script_words, speaking
from ui.languages.script_texts import words_in

SHARES = np.linspace(0, 1, 5)
ASIDE = MACHINES | {"called", "summary"}  # what a panel's header says besides its picture
WRITTEN = {"text", "ticktext"}  # what a layout of Plotly's writes


def drawn(slug: str) -> dict[str, list[Any]]:
    """Kinds and heights, quantiles of every array, and the words of each language: if one differs, so does the picture.

    Of pictures side by side only the first is shown on the front page.
    """
    entry, explorer = BY_SLUG[slug], find(slug)
    params = explorer.Params()
    result = focused(explorer, explorer.compute(params, None), params)
    main = importlib.import_module(f"figures.{entry.section}.{entry.stem}").views(result, params).main
    view = main.views[0] if isinstance(main, Row) else main
    return {"shown": list(_shown(view)), **{language: _words(view, slug, language) for language in NAMES}}


def _shown(view: Plot | Panel) -> Iterator[Any]:
    yield view.name
    if isinstance(view, Panel):
        for name in sorted(view.arrays):
            yield name
            yield from _quantiles(view.arrays[name])
        return
    yield view.height
    for trace in view.data:
        yield [str(trace.get(name, "")) for name in ("type", "mode")]
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


def _words(view: Plot | Panel, slug: str, language: str) -> list[str]:
    """All texts that can stand in a picture, as readers of a language see them; hovers and summaries are not seen."""
    with speaking(language, slug):
        header = encoded(view)[0]
    if isinstance(view, Panel):
        return [*_texts(header), *_of_scripts(view, language)]
    data, layout = header["figure"]["data"], header["figure"]["layout"]
    seen = [(trace.get("name"), trace["text"] if "text" in (trace.get("mode") or "") else "") for trace in data]
    return [*_texts(seen), *_written(layout)]


def _of_scripts(view: Panel, language: str) -> Iterator[str]:
    """What the panel's own modules write."""
    known = script_words(language) if language != "en" else {}
    for path in assets.with_imports([f"panels/{view.module}"]):
        if path.startswith("panels/"):
            script = (assets.ROOT / "js" / path).read_text(encoding="utf-8")
            yield from (known.get(text, text) for text in words_in(script))


def _texts(node: Any) -> Iterator[str]:
    if isinstance(node, str) and node:
        yield node
    elif isinstance(node, Mapping):
        yield from _texts([each for key, each in node.items() if key not in ASIDE])
    elif isinstance(node, list | tuple):
        for each in node:
            yield from _texts(each)


def _written(node: Any) -> Iterator[str]:
    """The texts of a layout: those of titles, of ticks, and of words on the picture."""
    if isinstance(node, Mapping):
        for key, each in node.items():
            yield from _texts(each) if key in WRITTEN else _written(each)
    elif isinstance(node, list | tuple):
        for each in node:
            yield from _written(each)
