"""Whether a page still stands where the sentence of its preset says."""

from typing import Any

from core.explorer import Preset, as_used


def is_elsewhere(preset: Preset, params: Any) -> bool:
    """Whether ``params``, as they are used, hold another value of what the preset sets: its axis was dragged.

    False for a preset whose sentence is true along the whole axis.
    """
    its = as_used(type(params)(**preset.values))
    return not preset.along and any(getattr(its, name) != getattr(params, name) for name in preset.values)
