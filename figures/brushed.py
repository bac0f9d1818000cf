"""A reader's own observations with a brush: drag over some, and the histogram and the numbers are of those alone.

The linked selection is Vega-Lite's own: it happens in the browser, and nobody is asked. No word of a reader's stands in
an expression of Vega's.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from core.text import visible
from figures.plot import Array

if TYPE_CHECKING:
    import altair

MOST = 5_000  # observations
# Of Okabe–Ito, and words, as in the other pictures, on a light ground and on a dark one (assets/js/palette.js).
COLOURS = {False: ("#0072b2", "#009e73"), True: ("#56b4e9", "#2bc79a")}
INK = {False: "#262730", True: "#fafafa"}
GREY = "#999999"
OPACITY = 0.9
BINS = 24
MARGIN = 96  # pixels left of the axes, which the style leaves free on the right: Vega counts without them
UNSEEN = "\u200b"  # behind every name: Vega takes one that its objects have already, such as constructor, for theirs
GOLDEN = 2.399  # radians: neighbours in the list stand far apart across the strip


@dataclass(frozen=True)
class Brushed:
    """One or two groups of observations of a ``quantity``, by their names, and what is said of those brushed.

    ``statistic`` is an expression of Vega's that makes a sentence of ``datum.n1``, ``datum.mean1``,
    ``datum.variance1``, and the same with 2.
    """

    groups: Mapping[str, Array]
    quantity: str
    statistic: str = ""

    @property
    def fits(self) -> bool:
        """Whether a browser follows the hand."""
        return sum(map(len, self.groups.values())) <= MOST

    def spec(self, dark: bool) -> dict[str, Any]:
        """What Vega-Lite draws, on a ``dark`` ground or a light one."""
        groups = tuple((name, np.asarray(values, float).tobytes()) for name, values in self.groups.items())
        spec: dict[str, Any] = json.loads(_spec(groups, self.quantity, self.statistic, dark))
        return spec


@lru_cache(maxsize=16)
def _spec(groups: tuple[tuple[str, bytes], ...], quantity: str, statistic: str, dark: bool) -> str:
    """As JSON, and remembered: Altair takes a tenth of a second to put one together and to check it."""
    values = {name: np.frombuffer(data) for name, data in groups}
    spec: str = chart(Brushed(values, quantity, statistic), dark).to_json(indent=None)
    return spec


def chart(observations: Brushed, dark: bool) -> altair.VConcatChart:
    """A strip of all observations; below it the histogram and the numbers of the brushed."""
    import altair as alt  # half a second that other pages do not wait for

    names = [f"{name}{UNSEEN}" for name in distinct([visible(name) for name in observations.groups])]
    together = np.concatenate([*observations.groups.values()])
    counts, edges = np.histogram(together, BINS)
    rows = [
        {"place": place, "group": names[place], "value": x, "across": float(np.sin(GOLDEN * i)),
         "low": float(edges[b]), "high": float(edges[b + 1])}
        for place, values in enumerate(observations.groups.values())
        for i, (x, b) in enumerate(zip(values.tolist(), _bins(values, edges), strict=True))
    ]  # fmt: skip
    brush = alt.selection_interval(name="brush", encodings=["x"])
    colour = alt.Color("place:N", scale=alt.Scale(domain=[0, 1], range=list(COLOURS[dark])), legend=None)
    along = alt.Scale(domain=[float(edges[0]), float(edges[-1])], nice=False, padding=0)
    margin = alt.Axis(labelLimit=MARGIN - 8, minExtent=MARGIN, maxExtent=MARGIN, grid=False)
    base = alt.Chart(alt.Data(values=rows))
    strip = base.mark_circle(size=36, clip=False).encode(
        x=alt.X("value:Q", title=None, scale=along),
        y=alt.Y("group:N", title=None, sort=names, axis=margin),
        yOffset=alt.YOffset("across:Q", scale=alt.Scale(domain=[-1.6, 1.6])),
        color=alt.condition(brush, colour, alt.value(GREY)),
        opacity=alt.condition(brush, alt.value(OPACITY), alt.value(0.35)),
    )
    brushed = base.transform_filter(brush)
    bars = brushed.mark_bar(opacity=OPACITY).encode(
        x=alt.X("low:Q", title=observations.quantity, scale=along),
        x2="high",
        y=alt.Y("count():Q", title=None, axis=margin, scale=alt.Scale(domain=[0, int(counts.max())]), stack=True),
        color=colour,
    )
    return alt.vconcat(
        strip.add_params(brush).properties(height=46 * len(names)),
        bars.properties(height=110),
        _numbers(brushed, len(names), observations.statistic, dark),
    )


def distinct(names: list[str]) -> list[str]:
    """The names without a first part, up to a comma, that all share: there is room for what tells them apart."""
    first = {name.partition(", ")[0] for name in names}
    ends = [name.partition(", ")[2] for name in names]
    return ends if len(names) > 1 and len(first) == 1 and all(ends) and len(set(ends)) == len(ends) else names


def _bins(values: Array, edges: Array) -> list[int]:
    places = np.searchsorted(edges, values, side="right") - 1
    return [int(place) for place in np.minimum(places, len(edges) - 2)]


def _numbers(brushed: Any, groups: int, statistic: str, dark: bool) -> Any:
    """A line of text for each group, after a dot of its colour, and one for the statistic."""
    import altair as alt

    of_groups = {f"value{g}": f"datum.place === {g - 1} ? datum.value : null" for g in range(1, groups + 1)}
    sums = [
        alt.AggregatedFieldDef(op=operation, field=value, **{"as": f"{name}{value[-1]}"})
        for value in of_groups
        for operation, name in (("valid", "n"), ("mean", "mean"), ("variance", "variance"))
    ]
    lines = [f"'n = ' + datum.n{g} + ', ' + 'mean' + ' ' + {number(f'datum.mean{g}', f'datum.n{g} > 0')} + ', ' + "
             f"'standard deviation' + ' ' + {number(f'sqrt(datum.variance{g})', f'datum.n{g} > 1')}"
             for g in range(1, groups + 1)]  # fmt: skip
    summed = brushed.transform_calculate(**of_groups).transform_aggregate(sums)
    marks = [
        summed.mark_circle(size=60, color=COLOURS[dark][place], opacity=1).encode(
            x=alt.value(8 - MARGIN), y=alt.value(10 + 20 * place)
        )
        for place in range(groups)
    ]
    marks += [
        summed.transform_calculate(line=line)
        .mark_text(align="left", fontSize=13, color=INK[dark])
        .encode(text="line:N", x=alt.value(20 - MARGIN), y=alt.value(10 + 20 * place))
        for place, line in enumerate([*lines, statistic] if statistic else lines)
    ]
    return alt.layer(*marks).properties(height=20 * (groups + bool(statistic)), view=alt.ViewConfig(stroke=None))


def number(expression: str, known: str) -> str:
    """Vega's text of a number where the expression ``known`` holds, else a dash."""
    return f"({known} ? format({expression}, '.4~g') : '–')"
