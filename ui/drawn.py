"""The pictures of a state, made once for all who see it, and each packed once in each language.

The run that follows a hand draws what the short road has just drawn, and a class opens one link.
"""

import threading
import weakref
from dataclasses import dataclass, field
from typing import Any

from cachetools import LRUCache

from figures.plot import Panel, Plot, Views
from ui import compare, figure, languages, payload
from ui.memory import Computed
from ui.state import State

MOST_BYTES = 64_000_000
LEAST_BYTES = 20_000  # that the pictures of a state count for: names, dictionaries


@dataclass
class Drawn:
    """All pictures of a page, and what browsers are sent of those that someone has looked at.

    ``key`` is None where they are one reader's alone. ``of`` is the result, which they do not keep in memory.
    """

    views: Views
    of: "weakref.ref[Computed]"
    key: Any
    nbytes: int = LEAST_BYTES
    _packed: dict[tuple[str, str], bytes] = field(default_factory=dict)

    def packed(self, view: Plot | Panel) -> bytes:
        """One of the pictures, in the language that is spoken (see ``ui.payload.body``)."""
        place = view.name, languages.spoken()
        if (found := self._packed.get(place)) is None:
            header, arrays = figure.encoded(view)
            found = self._packed[place] = payload.body(header, arrays)
            self.nbytes += len(found) + sum(array.nbytes for array in arrays.values())
            _remember(self)
        return found


_lock = threading.Lock()
_known: LRUCache[Any, Drawn] = LRUCache(MOST_BYTES, getsizeof=lambda drawn: drawn.nbytes)


def drawn(state: State, computed: Computed, result: Any, params: Any) -> Drawn:
    """All pictures of the page, with what stays of a pinned state in grey; ``result`` is what was ``computed``, as
    ``params`` look at it. Needs no session.
    """
    key = id(computed), params
    with _lock:
        found = _known.get(key)
    if found is None or found.of() is not computed:  # of an earlier result that had this place in memory
        found = Drawn(state.views(result, params), weakref.ref(computed), key)
    if state.pinned is None or state.pinned.still is None:
        return found
    return Drawn(compare.beside(state, found.views, result, params), found.of, None)


def _remember(drawn: Drawn) -> None:
    """Keeps it, or what it has become since; the pictures of the largest results are made anew for each who asks."""
    if drawn.key is None:
        return
    with _lock:
        if drawn.nbytes <= MOST_BYTES // 8:
            _known[drawn.key] = drawn
        else:
            _known.pop(drawn.key, None)
