"""Heads switched off: what is expected next, the loss and what the stream says at each depth, before and after."""

from typing import Any

import numpy as np

from core.attention.attention import Result
from core.attention.attention.interventions import read_heads
from core.attention.attention.next_token import Lens, Predictions
from figures import theme
from figures.attention.attention.head_views import AXIS, entropies, key_to_lines, places, query_sweep, tiles
from figures.attention.attention.head_views import opened as of_head
from figures.attention.attention.layer_views import masks
from figures.opened import Line, panel
from figures.plot import Array, Cursor, Panel, Plot, Views, browser_array
from figures.traces import Traces


def views(result: Result, off: str) -> Views:
    """The switches with both predictions, then the loss of every place, which holds the scrubbed query."""
    if result.reading.predictions is None:
        return Views(switches(result, off), entropies(result), opened=(of_head(result),), more=(masks(result),))
    predictions = result.reading.predictions
    return Views(switches(result, off), losses(result, predictions), opened=(opened(predictions),))


def opened(predictions: Predictions) -> Panel:
    """What the heads that are off do to the token that is likeliest with all of them on."""
    before, after = (one[:, 0].astype(np.float64) for one in (predictions.before, predictions.after))
    line = Line("Change of the probability of the next token that is likeliest with all heads on", "{after} − {before}",
                {"after": after, "before": before})  # fmt: skip
    return panel("attention-opened", AXIS, len(before), line)


def switches(result: Result, off: str) -> Panel:
    """A switch for each head; the likeliest next tokens; the stream read at each depth."""
    reading = result.reading
    of_grid, arrays = tiles(result, "Press a head to switch it off")
    of_grid["off"] = [list(one) for one in read_heads(off)]
    header: dict[str, Any] = {"grid": of_grid, "labels": list(reading.labels)}
    if reading.predictions is None:
        header["why"] = "This model predicts no next token. Below: the head in sight, before and after."
        return _panel(result, header, arrays)
    known = sorted(reading.words)
    header["words"] = [reading.words[each] for each in known]
    place = {number: index for index, number in enumerate(known)}
    expected = reading.predictions
    arrays |= {"next": _indices(expected.tokens, place), "before": expected.before, "after": expected.after}
    header["loss"] = [_mean(expected.loss_before), _mean(expected.loss_after)]
    if reading.lenses is not None:
        arrays |= _lens_arrays(reading.lenses, place)
    return _panel(result, header, arrays)


def _panel(result: Result, header: dict[str, Any], arrays: dict[str, Array]) -> Panel:
    return Panel("attention-off", "attention/attention/off.js", AXIS, result.reading.changed.time, header, arrays)


def _lens_arrays(lenses: tuple[Lens, Lens], place: dict[int, int]) -> dict[str, Array]:
    """The readings of the stream as [query, depth], without and with what is off."""
    arrays: dict[str, Array] = {}
    for name, one in zip(("Before", "After"), lenses, strict=True):
        arrays |= {f"token{name}": _indices(one.tokens.T, place), f"likeliest{name}": one.likeliest.T,
                   f"answer{name}": one.answer.T}  # fmt: skip
    return arrays


def _indices(tokens: Array, place: dict[int, int]) -> Array:
    return browser_array(np.vectorize(place.__getitem__, otypes=[np.int64])(tokens))


def _mean(loss: Array) -> float | None:
    return float(loss.mean()) if len(loss) else None


def losses(result: Result, expected: Predictions) -> Plot:
    """How little each next token was expected, in nats, before and after."""
    cache = result.reading.changed
    # The last token has none that follows.
    before, after = (np.append(loss, np.nan).astype(np.float64) for loss in (expected.loss_before, expected.loss_after))
    place = np.arange(1, cache.time + 1)
    traces = Traces(cache.time)
    traces.add(place, before, name="all heads on", line={"color": theme.PINNED, "width": 1.5, "dash": "dot"})
    traces.add(place, after, name="as set", line=theme.EXPERIMENT)
    top = 1.08 * max(1.0, float(np.nanmax(np.concatenate([before, after, [0.0]]))))
    cursor = Cursor(browser_array(place), {"y": after})
    summary = "−ln of the probability of the token that comes next, at every place but the last, before and after."
    return traces.plot("attention-loss", summary, 150, query_sweep(cache, cursor), places(cache),
                       theme.axis("loss", "nats", range=[-0.04 * top, top], nticks=4),
                       **key_to_lines("dotted: all heads on"))  # fmt: skip
