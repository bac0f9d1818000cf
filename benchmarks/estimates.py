"""What an explorer says a link will cost, beside what it costs: seconds, and the bytes of its result.

python -m benchmarks.estimates tokenizer -n 2000 [--seed 1] [--seconds 20] [--others 100]
python -m benchmarks.estimates --fit tokenizer [-n 600]

Links are those of ``benchmarks.links``. Told is every link

- that is computed in the server's process (``core.costs.is_quick``) for longer than three times its estimate and 0.3 s,
  or elsewhere for longer than three times its estimate and 1 s;
- whose estimate alone takes more than 0.05 s: the server's process asks for it;
- whose result holds more than 1.25 times its ``nbytes`` and 100 kB, which bound the memory of results;
- that ends in anything but a result or an ``InputError``;

and of those that are computed elsewhere, of which so many ``--others`` are, how many are within a factor of three.

With ``--fit`` the links are measured to write ``core/costs.json`` anew: for each kind of work the seconds, none below
0, that make the sum of |estimate − measured|/measured least, where one that is too low counts ``TOO_LOW`` times.

Seconds are of the processor, so that what else the machine does is not counted; those of an explorer's own threads are
halved, as two cores do. Nothing is remembered from link to link. Of a slow link the better of two runs counts.
"""

import argparse
import functools
import gc
import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import numpy as np
from scipy.optimize import linprog
from scipy.sparse import csr_array, eye_array, hstack

from benchmarks.links import Link, links
from core import costs
from core.errors import InputError
from core.explorer import computation_key, find, slugs
from core.sound import decode_cache

TOO_LOW = 1.5
LEAST = 0.01  # seconds: how far an estimate is from less does not matter
Run = tuple[Mapping[str, int], float]


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


def timed(function: Callable[..., Any], *arguments: Any, **options: Any) -> tuple[Any, float]:
    """What it returns, and the processor's time that it took, that of other threads than this one halved."""
    own, of_all = time.thread_time(), time.process_time()
    result = function(*arguments, **options)
    own, of_all = time.thread_time() - own, time.process_time() - of_all
    return result, own + max(of_all - own, 0.0) / 2


def _caches() -> list[Any]:
    """All that remembers what was asked; what is loaded once stays."""
    found = (each for each in gc.get_objects() if type(each) is functools._lru_cache_wrapper)
    return [each for each in found if each.__module__.startswith("core.") and each.cache_parameters()["maxsize"]]


def _different(slug: str, count: int, seed: int) -> Iterator[Link]:
    """Links of different computations, each with nothing remembered of those before."""
    explorer, done = find(slug), set()
    explorer.compute(explorer.Params())  # loads what it needs
    caches = _caches()
    for one in links(slug, count, seed):
        key = computation_key(one.params), hash(one.data)
        if key not in done:
            done.add(key)
            for cache in caches:
                cache.cache_clear()
            decode_cache.forget()
            yield one


def _estimate(one: Link) -> float:
    return costs.estimate_seconds(find(one.slug), one.params, one.data)


def _is_quick(one: Link) -> bool:
    return costs.is_quick(one.slug, costs.work_of(find(one.slug), one.params, one.data))


def _compute(one: Link, limit: float) -> tuple[Any, float]:
    """The result, timed.

    Raises:
        TimeoutError: it reported progress after more than ``limit`` seconds.
    """
    end = time.process_time() + limit

    def report(fraction: float) -> None:
        if time.process_time() > end:
            raise TimeoutError

    return timed(find(one.slug).compute, one.params, one.data, progress=report)


def fault(one: Link, limit: float) -> tuple[float, float, str]:
    """The seconds that it took, and how far it is from what is said of it, with a clause; "" where it is as said.

    Raises:
        InputError: the page refuses it.
    """
    try:
        estimate, asking = timed(_estimate, one)
        result, took = _compute(one, 3 * limit)
        allowed = max(3 * estimate, 0.3 if _is_quick(one) else 1.0)
        took = min(took, _compute(one, 3 * limit)[1]) if took > allowed else took
    except InputError:
        raise
    except TimeoutError:
        return 3 * limit, 1e3, f"still at it after {3 * limit:.0f} s"
    except Exception as error:
        return 0.0, 1e6, f"{type(error).__name__}: {error}"[:150]
    if asking > 0.05:
        return took, asking / 0.05, f"the estimate itself takes {asking:.2f} s"
    if took > allowed:
        return took, took / max(estimate, 1e-9), f"{took:.2f} s, estimated {estimate:.3f} s"
    kept, bytes_said = held(result), result.nbytes
    if kept > 1.25 * bytes_said + 100_000:
        return took, kept / bytes_said, f"holds {kept / 1e6:.2f} MB, nbytes says {bytes_said / 1e6:.2f} MB"
    return took, 0.0, ""


def check(slug: str, count: int, seed: int, limit: float, others: int) -> list[tuple[float, str, str]]:
    """All that is wrong among ``count`` links, the worst first: how far, what, the link."""
    found, quick, elsewhere, refused = [], [], [], 0
    for one in _different(slug, count, seed):
        at_once = _is_quick(one)
        if not at_once and (len(elsewhere) >= others or _estimate(one) > limit):
            continue
        try:
            took, far, what = fault(one, limit)
        except InputError:
            refused += 1
            continue
        (quick if at_once else elsewhere).append((took, _estimate(one)))
        if what:
            found.append((far, what, str(one)))
    near = sum(1 / 3 <= took / estimate <= 3 for took, estimate in elsewhere)
    print(f"{slug}: of {count:,} links {refused:,} refused; {len(quick):,} at once, in {max(quick)[0]:.2f} s at most; "
          f"{near:,} of {len(elsewhere):,} others within a factor of three; {len(found)} not as said",
          flush=True)  # fmt: skip
    return sorted(found, reverse=True)


def measure(slug: str, count: int, seed: int, limit: float) -> Iterator[tuple[Link, float]]:
    """The links and their seconds; those that take longer than ``limit`` are left out."""
    for one in _different(slug, count, seed):
        try:
            took = _compute(one, limit)[1]
            yield one, min(took, _compute(one, limit)[1]) if took > 3 * costs.QUICK_SECONDS else took
        except (InputError, TimeoutError):
            continue


def fitted(runs: list[Run], known: Mapping[str, float]) -> dict[str, float]:
    """The seconds of each kind of work, by the rule above; those that are ``known`` stay.

    It is a linear programme: its unknowns are the seconds, and for each run by how much it is estimated too low or too
    high.
    """
    kinds = sorted({kind for work, _ in runs for kind, count in work.items() if count and kind not in known})
    if not kinds:
        return dict(known)
    measured = np.array([max(took, LEAST) for _, took in runs])
    left = [took - sum(known.get(kind, 0.0) * count for kind, count in work.items()) for work, took in runs]
    counts = np.array([[work.get(kind, 0.0) for kind in kinds] for work, _ in runs]) / measured[:, None]
    largest, errors = counts.max(axis=0), eye_array(len(runs))
    price = np.concatenate([np.zeros(len(kinds)), np.full(len(runs), TOO_LOW), np.ones(len(runs))])
    best = linprog(price, A_eq=hstack([csr_array(counts / largest), errors, -errors]), b_eq=np.array(left) / measured)
    found = zip(kinds, best.x[: len(kinds)] / largest, strict=True)
    return {**known, **{kind: float(f"{one:.3g}") for kind, one in found}}


def fit(slug: str, count: int, seed: int, limit: float) -> None:
    """Writes the explorer's seconds anew; of kinds of work that no run had, the old ones stay.

    What a file adds is fitted last: how much of what else there is it brings is only guessed before it is read.
    """
    runs, explorer, found = list(measure(slug, count, seed, limit)), find(slug), dict[str, float]()
    for with_file in (False, True):
        some = [(costs.work_of(explorer, one.params, one.data), took) for one, took in runs
                if (one.data is not None) == with_file]  # fmt: skip
        found = fitted(some, found)
    known = json.loads(costs.FILE.read_text(encoding="utf-8"))
    known[slug] = {**known.get(slug, {}), **found}
    costs.FILE.write_text(json.dumps(known, indent=1, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8")
    print(f"{slug}: {len(runs)} runs, {len(found)} kinds of work", flush=True)


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("slugs", nargs="*", help="which explorers; all if none is named")
    reader.add_argument("--fit", action="store_true", help="measure them, and write core/costs.json")
    reader.add_argument("-n", type=int, default=600, help="links for each")
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--seconds", type=float, default=20.0, help="longer estimates are believed")
    reader.add_argument("--others", type=int, default=100, help="so many are computed that leave the server's process")
    asked = reader.parse_args()
    for slug in asked.slugs or slugs():
        if asked.fit:
            fit(slug, asked.n, asked.seed, asked.seconds / 4)
            continue
        for how_far, what, where in check(slug, asked.n, asked.seed, asked.seconds, asked.others)[:20]:
            print(f"  ×{how_far:<8.1f} {what}\n            {where}")


if __name__ == "__main__":
    main()
