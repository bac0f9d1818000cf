"""What an explorer says a link will cost, beside what it costs: seconds, and the bytes of its result.

python -m benchmarks.estimates tokenizer -n 2000 [--seed 1] [--seconds 20]

Links are drawn from nothing but the types of ``Params``, its defaults and presets: some fields of one of them are set
anew, and what an address may not say falls back as it does on the page. Told is every link

- that is computed in the server's process (``ui.compute.INLINE_SECONDS``) for longer than three times its estimate and
  0.3 s, or elsewhere for longer than three times its estimate and 1 s;
- whose estimate alone takes more than 0.05 s: the server's process asks for it;
- whose result holds more than 1.25 times its ``nbytes`` and 100 kB, which bound the memory of results;
- that ends in anything but a result or an ``InputError``.

Seconds are of the processor, so that what else the machine does is not counted; a slow link is run twice.
"""

from __future__ import annotations

import argparse
import dataclasses
import random
import signal
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, Literal, get_args, get_origin, get_type_hints

import numpy as np

from core import link, value_text
from core.errors import InputError
from core.explorer import Explorer, computation_key, find, slugs

INLINE_SECONDS = 0.1  # as ui.compute has it
WORDS = (
    "",
    "1",
    "1 2 3",
    "0.5 -2 1e3",
    "1 2\n3 4",
    "low:5 lower:2",
    "The cat sat. The cat sat on the mat.",
    "ü 🙂 \u202e",
    "0-9",
)


def links(explorer: Explorer, count: int, seed: int) -> Iterator[dict[str, str]]:
    """Queries: a preset or none, and some of the other fields at random."""
    chance, kinds = random.Random(seed), get_type_hints(explorer.Params)
    fields = [field for field in dataclasses.fields(explorer.Params) if field.init]
    pools = {field.name: _known(explorer, field) for field in fields}
    for _ in range(count):
        preset = chance.choice([None, *(preset.name for preset in explorer.PRESETS)])
        chosen = chance.sample(fields, min(len(fields), 1 + int(chance.expovariate(0.4))))
        query = {field.name: _text(kinds[field.name], pools[field.name], chance) for field in chosen}
        yield {**({"preset": preset} if preset else {}), **query}


def _known(explorer: Explorer, field: dataclasses.Field[Any]) -> list[Any]:
    """Values of the field that the explorer itself names."""
    return [field.default, *(preset.values[field.name] for preset in explorer.PRESETS if field.name in preset.values)]


def _text(kind: Any, known: list[Any], chance: random.Random) -> str:
    """A value of the annotated type, as an address holds it."""
    if get_origin(kind) is Literal:
        value = chance.choice(get_args(kind))
    elif kind is bool:
        value = chance.random() < 0.5
    elif kind in (int, float):
        value = _number(kind, chance.choice(known), chance)
    elif kind is str:
        text = chance.choice([*known, *WORDS])
        value = text * int(10 ** chance.uniform(0, 4)) if chance.random() < 0.2 else text
    else:
        value = chance.choice(known)
    return value_text.write(value, kind)


def _number(kind: type, near: float, chance: random.Random) -> float:
    """Now near a known value, now of any size."""
    scale = (abs(near) or 1.0) * 10 ** chance.gauss(0, 0.5) if chance.random() < 0.6 else 10 ** chance.uniform(-4, 6)
    value = scale if chance.random() < 0.9 else -scale if chance.random() < 0.7 else 0.0
    return kind(value) if kind is int else float(f"{value:.6g}")


def held(value: Any, known: set[int] | None = None) -> int:
    """Bytes of everything that ``value`` keeps alive; an array's memory once, however many look at it."""
    known = set() if known is None else known
    while isinstance(value, np.ndarray) and isinstance(value.base, np.ndarray):
        value = value.base
    if id(value) in known or callable(value):
        return 0
    known.add(id(value))
    if isinstance(value, np.ndarray):
        return value.nbytes + (sum(held(each, known) for each in value.flat) if value.dtype.hasobject else 0)
    size = sys.getsizeof(value)
    if hasattr(value, "memory_usage"):  # of pandas
        return int(np.sum(value.memory_usage(deep=True)))
    if hasattr(value, "untyped_storage"):  # of torch
        return int(value.untyped_storage().nbytes())
    if isinstance(value, dict):
        return size + sum(held(each, known) for pair in value.items() for each in pair)
    if isinstance(value, list | tuple | set | frozenset):
        return size + sum(held(each, known) for each in value)
    return size + held(vars(value), known) if hasattr(value, "__dict__") else size


def seconds(function: Callable[[], Any], limit: float) -> tuple[Any, float]:
    """What it returns, and the processor's time that it took.

    Raises:
        TimeoutError: it took longer than ``limit`` seconds.
    """

    def stop(*_: Any) -> None:
        raise TimeoutError

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, limit)
    start = time.process_time()
    try:
        result = function()
        return result, time.process_time() - start
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


def _run(explorer: Explorer, params: Any, limit: float) -> tuple[Any, float]:
    return seconds(lambda: explorer.compute(params, None), 3 * limit)


def fault(explorer: Explorer, params: Any, limit: float) -> tuple[float, str] | None:
    """How far the link is from what is said of it, with a clause; None where it is as said, or refused."""
    try:
        estimate, asking = seconds(lambda: explorer.estimate_seconds(params, None), limit)
        if estimate > limit:
            return None
        result, took = _run(explorer, params, limit)
        allowed = max(3 * estimate, 0.3 if estimate <= INLINE_SECONDS else 1.0)
        took = min(took, _run(explorer, params, limit)[1]) if took > allowed else took
    except InputError:
        return None
    except TimeoutError:
        return 1e3, f"still at it after {3 * limit:.0f} s"
    except Exception as error:
        return 1e6, f"{type(error).__name__}: {error}"[:150]
    if asking > 0.05:
        return asking / 0.05, f"the estimate itself takes {asking:.2f} s"
    if took > allowed:
        return took / estimate, f"{took:.2f} s, estimated {estimate:.3f} s"
    kept, bytes_said = held(result), result.nbytes
    if kept > 1.25 * bytes_said + 100_000:
        return kept / bytes_said, f"holds {kept / 1e6:.2f} MB, nbytes says {bytes_said / 1e6:.2f} MB"
    return None


def faults(slug: str, count: int, seed: int, limit: float) -> list[tuple[float, str, str]]:
    """All that is wrong among ``count`` links, the worst first: how far, what, the link."""
    explorer, found, done = find(slug), [], set()
    explorer.compute(explorer.Params())  # loads what it needs
    for query in links(explorer, count, seed):
        params = link.decode(explorer.Params, query, explorer.PRESETS).params
        if (key := computation_key(params)) not in done:
            done.add(key)
            if wrong := fault(explorer, params, limit):
                found.append((*wrong, f"{slug}?{link.query_string(link.encode(params))}"))
    print(f"{slug}: {len(done)} computations of {count} links, {len(found)} not as said")
    return sorted(found, reverse=True)


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("slugs", nargs="*", help="which explorers; all if none is named")
    reader.add_argument("-n", type=int, default=500, help="links for each")
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--seconds", type=float, default=20.0, help="longer estimates are believed")
    asked = reader.parse_args()
    for slug in asked.slugs or slugs():
        for how_far, what, where in faults(slug, asked.n, asked.seed, asked.seconds)[:20]:
            print(f"  ×{how_far:<8.1f} {what}\n            {where[:400]}")


if __name__ == "__main__":
    main()
