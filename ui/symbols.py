"""Symbols of the theory that show what they stand for: a control of the page, or a curve in its pictures.

In Markdown ``<control step>$\\eta$</control>`` names a field of Params and ``<curve samples>$x[n]$</curve>`` a trace.
What is not on the page as it stands is a symbol like any other.
"""

import html
import re
from collections.abc import Collection
from typing import Any, NamedTuple

from core import fields
from core.text import Verbatim
from figures.plot import Plot, Views
from ui.languages import worded

MARKED = re.compile(r"<(control|curve) ([^>\n]+)>(.+?)</\1>")


class Targets(NamedTuple):
    """What stands on a page: the class and the label of each field's control, and the names of its curves."""

    controls: dict[str, tuple[str, str]]
    curves: frozenset[str]


def targets(slug: str, settings: Any, drawn: Collection[str], views: Views | None) -> Targets:
    """What a symbol can show: the controls ``drawn``, and what ``views`` hold. A swept field may have a slider only."""
    plots = [view for view in views.all() if isinstance(view, Plot)] if views else []
    labels = {name: one.label for name, one in fields.declared(type(settings)).items() if name in drawn}
    found = {name: (_class(f"{slug}-{name}"), fields.resolved(label, settings)) for name, label in labels.items()}
    for plot in plots:
        if plot.sweep is not None and plot.sweep.field and plot.sweep.control:
            found.setdefault(plot.sweep.field, (_class(f"{slug}.{plot.name}"), plot.sweep.label))
    return Targets(found, frozenset(str(trace["name"]) for plot in plots for trace in plot.data if "name" in trace))


def touchable(text: str, there: Targets) -> str:
    """A text of the house, each marked symbol in it a button for what it stands for, where that is ``there``."""

    def button(found: re.Match[str]) -> str:
        kind, name, symbol = found.groups()
        at, label = there.controls.get(name, ("", "")) if kind == "control" else (name, name)
        if not at or (kind == "curve" and name not in there.curves):
            return symbol
        label = worded(label)
        target = html.escape(label if kind == "curve" else at)
        shows, what = html.escape(worded(f"Show {Verbatim(label)}")), worded(f"A {kind} of the page")
        attributes = f'data-{kind}="{target}" aria-label="{shows}" aria-description="{what}"'
        return f'<span class="gb-symbol" role="button" tabindex="0" {attributes}>{symbol}</span>'

    return MARKED.sub(button, text)


def _class(key: str) -> str:
    """The class that Streamlit gives the element with this key."""
    return "st-key-" + re.sub(r"[^a-zA-Z0-9_-]", "-", key)
