"""Pictures of /attention: each view of a text has a module or a function of its own."""

from core.attention.attention import Params, Result
from core.attention.attention.text_analysis import OURS
from core.table_text import to_csv
from figures.attention.attention import (
    head_views,
    layer_views,
    off_view,
    roles_view,
    softmax_view,
    standalone,
    steps_view,
)
from figures.plot import Download, Views

SHOWS = {"head": "One head", "steps": "Step by step", "softmax": "Softmax", "masks": "Masks", "layers": "Layers",
         "roles": "Roles", "off": "Heads off"}  # fmt: skip
MASKS = {"own": "Its own", "none": "None", "causal": "Causal", "window": "A window", "padding": "Hidden places"}
BY = {"zero": "Zero", "mean": "Their mean"}


def views(result: Result, params: Params) -> Views:
    """Everything that is drawn of a text in the view that is looked at."""
    headline, entropies = head_views.headline(result), head_views.entropies(result)
    match params.show:
        case "layers":
            return Views(layer_views.layers(result), entropies, headline)
        case "softmax":
            return softmax_view.views(result)
        case "masks":
            return Views(layer_views.masks(result, params.window), entropies, headline)
        case "roles":
            return Views(roles_view.views(result), entropies, headline)
        case "steps":
            return Views(steps_view.steps(result), entropies, headline)
        case "off":
            return off_view.views(result, params.off)
    return Views(head_views.head(result), entropies, headline)


def said(result: Result, params: Params) -> list[str]:
    """What was done with the text, what is changed, and what is shown where there is less than was asked for."""
    seen, changes, sentences = result.reading.changed, params.changes, list(result.remarks)
    if (params.layer, params.head) != (result.layer, result.head):
        there_are = f"layers 0 to {seen.layers - 1} with heads 0 to {seen.heads - 1}"
        sentences.append(f"The model has {there_are}: {head_views.called(result)} is shown.")
    if changes.off:
        named = ", ".join(f"L{layer}H{head}" for layer, head in changes.off)
        sentences.append(f"Switched off: {named}; they give {_instead(result, params)} instead.")
    if params.show == "masks" and not changes.any:
        sentences.append(
            f"Nothing is changed: beside it, the same queries and keys through a window of {changes.window:,}. "
            "Choose a mask to have it in every layer."
        )
    if changes.mask != "own":
        more = {"window": f" of {changes.window:,}", "padding": f": {params.padding or 'none'}"}.get(changes.mask, "")
        sentences.append(f"Mask in every layer: {MASKS[changes.mask].lower()}{more}.")
    return sentences


def _instead(result: Result, params: Params) -> str:
    if params.by == "zero":
        return "0"
    return "their mean over stories" if result.model == OURS else "their mean over this text"


def downloads(result: Result) -> list[Download]:
    """The data of the page, to keep."""
    return [
        Download("Weights (CSV)", "attention.csv", "text/csv", lambda: to_csv(result.table())),
        Download("All heads (npz)", "attention.npz", "application/octet-stream", result.npz),
        Download("A page (HTML)", "attention.html", "text/html", lambda: standalone.page(result)),
    ]
