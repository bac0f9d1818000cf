"""Pictures of /attention: each view of a text has a module or a function of its own."""

from dataclasses import replace

from core.attention.attention import Params, Result
from core.attention.attention.head_cache import HeadCache
from core.attention.attention.params import MASKS
from core.attention.attention.text_analysis import OURS
from core.numbers import count, exact
from core.text import moved
from figures.attention.attention import (
    head_views,
    layer_views,
    off_view,
    roles_view,
    softmax_view,
    steps_view,
)
from figures.plot import Download, Panel, Row, Views


def views(result: Result, params: Params) -> Views:
    """Everything that is drawn of a text in the view that is looked at."""
    match params.show:
        case "softmax":
            return softmax_view.views(result)
        case "off":
            return off_view.views(result, params.off)
        case "layers":
            main: Panel | Row = layer_views.layers(result)
        case "masks":
            main = layer_views.masks(result, params.window)
        case "roles":
            main = roles_view.views(result)
        case "steps":
            main = steps_view.steps(result)
        case _:
            main = head_views.head(result)
    return Views(main, head_views.entropies(result), head_views.headline(result), (head_views.opened(result),))


def said(result: Result, params: Params) -> list[str]:
    """What was done with the text, what is changed, and what is shown where there is less than was asked for."""
    cache, changes, sentences = result.reading.changed, params.changes, list(result.remarks)
    if (params.layer, params.head) != (result.layer, result.head):
        there_are = f"{cache.layers:,} layers of {cache.heads:,} heads"
        sentences.append(f"The model has {there_are}: {head_views.called(result)} is shown.")
    if changes.off:
        named = ", ".join(f"L{layer + 1}H{head + 1}" for layer, head in changes.off)
        sentences.append(f"Switched off: {named}; they give {_instead(result, params)} instead.")
    if params.show == "masks" and not changes.any:
        sentences.append(
            f"Nothing is changed yet: beside this head stand the same queries and keys through a window of "
            f"{changes.window:,}. Choose a mask to set it in every layer."
        )
    if changes.mask == "none":
        sentences.append("The mask is taken away in every layer.")
    elif changes.mask != "own":
        hidden = f": {moved(params.padding, 1) or 'none'}"
        more = {"window": f" of {changes.window:,}", "padding": hidden}.get(changes.mask, "")
        sentences.append(f"Mask in every layer: {MASKS[changes.mask].lower()}{more}.")
    return [*sentences, *_rule_remarks(cache, result.layer)]


def _rule_remarks(cache: HeadCache, layer: int) -> list[str]:
    """How the weights of the layer are made where that is not softmax of the scores under the mask of all layers."""
    rule, widest = cache.rules[layer], max(mask.sum() for mask in cache.masks)
    sentences, name = [], f"layer {layer + 1}"
    if rule.allowed.sum() < widest:
        most = rule.allowed.sum(1).max()
        sentences.append(
            f"{name.capitalize()} hides more than others do: a query looks at {count(most)} keys at the most."
        )
    if rule.softcap is not None:
        softcap = exact(rule.softcap)
        bent = f"{softcap}·tanh(z/{softcap})"
        sentences.append(f"{name.capitalize()} bends each score z to {bent} before the mask (a softcap).")
    if rule.sinks is not None:
        sentences.append(
            f"Each head of {name} has a sink, one more score in the softmax that stands for no token: "
            "the weights of a row sum to less than 1."
        )
    return sentences


def _instead(result: Result, params: Params) -> str:
    if params.by == "zero":
        return "0"
    return "their mean over stories" if result.model == OURS else "their mean over this text"


def downloads(result: Result) -> list[Download]:
    """The data of the page, to keep."""
    return [
        Download.table("Weights (CSV)", "attention.csv", result.table),
        Download("All heads (npz)", "attention.npz", "application/octet-stream", result.npz),
    ]


def others(result: Result, params: Params) -> dict[str, Params]:
    """Every head by name, those of the layer in sight first: a live picture takes them along."""
    cache = result.reading.changed
    layers = sorted(range(cache.layers), key=lambda layer: abs(layer - result.layer))
    return {f"layer {layer + 1}, head {head + 1}": replace(params, layer=layer, head=head)
            for layer in layers for head in range(cache.heads)}  # fmt: skip
