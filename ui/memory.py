"""Results of every session, in memory up to a bound."""

import threading
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from weakref import WeakValueDictionary

from cachetools import Cache

LEAST_BYTES = 10_000  # that a result counts for: its key and its place take room too


@dataclass(frozen=True)
class Computed:
    """A result and how it came about. ``seconds`` is what the computation took when it ran, waiting left out."""

    result: Any
    seconds: float
    where: str

    @cached_property
    def nbytes(self) -> int:
        """What it counts for: found once, for that takes as long as some of what it is asked for."""
        return max(LEAST_BYTES, int(self.result.nbytes))


class _GreedyDualSize(Cache[Any, Computed]):
    """Forgets first what was cheapest to compute for the room it takes, and has not been used for the longest.

    What is used is worth its seconds a byte beyond what was forgotten last. By the time of use alone, many readers'
    short questions would push out, within half a minute, what a worker needs seconds for.

    Source: P. Cao and S. Irani, "Cost-Aware WWW Proxy Caching Algorithms", USITS 1997.
    """

    def __init__(self, limit: int) -> None:
        super().__init__(limit, getsizeof=lambda one: one.nbytes)
        self._worth: dict[Any, float] = {}
        self._forgotten = 0.0  # what was forgotten last was worth this

    def __getitem__(self, key: Any) -> Computed:
        found: Computed = super().__getitem__(key)
        self._used(key, found)
        return found

    def __setitem__(self, key: Any, computed: Computed) -> None:
        super().__setitem__(key, computed)
        self._used(key, computed)

    def __delitem__(self, key: Any) -> None:
        super().__delitem__(key)
        del self._worth[key]

    def popitem(self) -> tuple[Any, Computed]:
        key = min(self._worth, key=self._worth.__getitem__)
        self._forgotten = self._worth[key]
        return key, self.pop(key)

    def _used(self, key: Any, computed: Computed) -> None:
        self._worth.pop(key, None)  # so that of those worth the same the one used last stands last
        self._worth[key] = self._forgotten + computed.seconds / computed.nbytes


class Memory:
    """Keys hold parameters and digests."""

    def __init__(self, limit: int) -> None:
        self._lock = threading.Lock()
        self._results = _GreedyDualSize(limit)
        self._turns: WeakValueDictionary[Any, Any] = WeakValueDictionary()

    def get(self, key: Any) -> Computed | None:
        with self._lock:
            return self._results.get(key)

    def put(self, key: Any, computed: Computed) -> Computed:
        with self._lock:
            if computed.nbytes <= self._results.maxsize:
                self._results[key] = computed
        return computed

    def turn(self, key: Any) -> Any:
        """A lock for who computes it: whoever comes next waits, and finds it here."""
        with self._lock:
            return self._turns.setdefault(key, threading.Lock())
