"""Results of every session, in memory up to a bound."""

import threading
from dataclasses import dataclass
from typing import Any
from weakref import WeakValueDictionary

from cachetools import LRUCache


@dataclass(frozen=True)
class Computed:
    """A result and how it came about. ``seconds`` is what the computation took when it ran, waiting left out."""

    result: Any
    seconds: float
    where: str


class Memory:
    """The least recently used are forgotten first. Keys hold parameters and digests."""

    def __init__(self, limit: int) -> None:
        self._lock = threading.Lock()
        self._results: LRUCache[Any, Computed] = LRUCache(limit, getsizeof=lambda one: one.result.nbytes)
        self._turns: WeakValueDictionary[Any, Any] = WeakValueDictionary()

    def get(self, key: Any) -> Computed | None:
        with self._lock:
            return self._results.get(key)

    def put(self, key: Any, computed: Computed) -> Computed:
        with self._lock:
            if computed.result.nbytes <= self._results.maxsize:
                self._results[key] = computed
        return computed

    def turn(self, key: Any) -> Any:
        """A lock for who computes it: whoever comes next waits, and finds it here."""
        with self._lock:
            return self._turns.setdefault(key, threading.Lock())
