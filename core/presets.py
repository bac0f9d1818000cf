"""Which preset a page shows, and whether the page stands where that preset's sentence says."""

import dataclasses
from collections.abc import Hashable
from functools import cache
from typing import Any

from core.explorer import Explorer, Preset, as_used, computation_key


def standing(explorer: Explorer, params: Any) -> tuple[Preset | None, bool]:
    """The preset that a page shows, and whether the page stands elsewhere than its sentence says."""
    preset = preset_of(explorer, params)
    return preset, preset is not None and is_elsewhere(explorer, preset, params)


def preset_of(explorer: Explorer, params: Any) -> Preset | None:
    """The preset that shows what ``params`` do, wherever the swept axis stands; ``None`` where there is none.

    A view that is ``in_sentence``, such as a head, is not the axis: the preset's sentence tells of it.
    """
    params = as_used(params)
    sight = _sight(params)
    same = [(preset, its) for preset, its, key in _presets(explorer) if key == sight]  # type: ignore[arg-type]
    return next((preset for preset, its in same if its == params), same[0][0] if same else None)


def is_elsewhere(explorer: Explorer, preset: Preset, params: Any) -> bool:
    """Whether ``params``, as they are used, hold another value of what the preset sets: its axis was dragged.

    False for a preset whose sentence is true along the whole axis.
    """
    its = next(its for one, its, _ in _presets(explorer) if one is preset)  # type: ignore[arg-type]
    return not preset.along and any(getattr(its, name) != getattr(params, name) for name in preset.values)


@cache
def _presets(explorer: Explorer) -> list[tuple[Preset, Any, tuple[Hashable, ...]]]:
    """Each preset with its Params and what is looked at."""
    made = [(preset, as_used(explorer.Params(**preset.values))) for preset in explorer.PRESETS]
    return [(preset, its, _sight(its)) for preset, its in made]


def _sight(params: Any) -> tuple[Hashable, ...]:
    """What is looked at, wherever on its axis."""
    in_sentence = [field.name for field in dataclasses.fields(params) if field.metadata.get("in_sentence")]
    words = (value for value in vars(params).values() if isinstance(value, str))  # which view, not where on its axis
    return computation_key(params), *words, *(getattr(params, name) for name in in_sentence)
