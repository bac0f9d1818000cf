"""What the tests of figures share."""

from typing import Any

import plotly.graph_objects as go

from figures.plot import Plot


def validate(plot: Plot) -> None:
    """Every property of ``plot`` against Plotly's own schema."""
    go.Figure(uncoloured({"data": plot.data, "layout": plot.layout}))


def uncoloured(node: Any) -> Any:
    """The figure with real colours for the house's names, as the browser puts them in."""
    if isinstance(node, dict):
        return {key: uncoloured(value) for key, value in node.items() if value is not None}
    if isinstance(node, list | tuple):
        return [uncoloured(value) for value in node]
    return "#123456" if isinstance(node, str) and node.startswith("gb:") else node
