"""P(word | context) opened: a line for each order, from 1/V up, with the counts of the word in focus."""

from typing import Any

import numpy as np

from core.ngrams.corpus import START
from core.ngrams.smoothing import Piece
from core.tokens.ngram_language_model.mass import Mass
from figures.opened import Line

COUNTED = ". c is how often the n-gram came, C its context"
BELOW = "₀₁₂₃₄₅₆"
NEVER = "{p}: nothing followed the context, so it is {q}"


def recursion(its: Mass) -> tuple[Line, ...]:
    """The arithmetic of the chosen smoother at each word that is shown."""
    piece, p = ([each for each in its.opened if not each.b.any()] or its.opened)[-1], its.params
    c, total = _whole(piece.count), _whole(piece.total)
    if p.method == "likelihood":
        return (Line(("P = c / C", "nothing followed the context: 0/0 is undefined, and the page takes P"),
                     ("{c} / {total}", ""), {"c": c, "total": total}, result=its.levels[-1],
                     case=np.where(total > 0, 0, 1), note=COUNTED),)  # fmt: skip
    if p.method == "added":
        return (Line("P = (c + k) / (C + k·V)", "({c} + {k}) / ({total} + {k} × {size})",
                     {"c": c, "total": total, "k": p.added, "size": its.size}, note=COUNTED),)  # fmt: skip
    lines = [Line(f"P₀ = 1 / V: every {p.noun} alike", "1 / {size}", {"size": its.size})] if p.floor else []
    below = np.full(len(its.words), 1 / its.size)
    for m, (step, level) in enumerate(zip(its.opened, its.levels, strict=True), 1):
        plain = m == 1 and not p.floor
        lines.append(_share(its, step) if plain else _level(its, m, step, below))
        below = level
    return tuple(lines)


def _share(its: Mass, piece: Piece) -> Line:
    """The shortest n-gram where nothing is below it."""
    return Line("P₁ = c / C", "{c} / {total}", {"c": _whole(piece.count), "total": _whole(piece.total)},
                note=_what(its, 1))  # fmt: skip


def _level(its: Mass, m: int, piece: Piece, below: np.ndarray) -> Line:
    """One order: what the counts say, and what it asks of the shorter n-gram."""
    p, q = f"P{BELOW[m]}", f"P{BELOW[m - 1]}"
    c, total, never = _whole(piece.count), _whole(piece.total), NEVER.format(p=p, q=q)
    numbers: dict[str, Any] = {"c": c, "total": total, "q": below}
    case = np.where(total > 0, 0, 1)
    match its.params.method:
        case "interpolation":
            return Line((f"{p} = λ·c/C + (1 − λ)·{q}", never), ("{w} × {c} / {total} + (1 − {w}) × {q}", "{q}"),
                        {**numbers, "w": its.params.weight}, case=case, note=(COUNTED, ""))  # fmt: skip
        case "katz":
            ratio = piece.a * total / np.maximum(c, 1)
            return Line((f"{p} = d·c/C", f"{p}: this n-gram was never seen, so it is α·{q}", never),
                        ("{d} × {c} / {total}", "{alpha} × {q}", "{q}"), {**numbers, "d": ratio, "alpha": piece.b},
                        case=np.select([c > 0, total > 0], [0, 1], 2), note=(COUNTED, "", ""))  # fmt: skip
    given, noun = piece.b * total, its.params.noun
    ones, twos, more = (_whole(each) for each in (piece.ones, piece.twos, piece.more))
    if its.params.method == "modified":
        of = f": D₁ for each of {{ones}} {noun}s counted once, D₂ for {{twos}} counted twice, D₃₊ for {{more}} others."
    else:
        of = f": D for each different {noun}, {{types}} in all."
    return Line((f"{p} = (c − D)/C + given on / C × {q}", f"{p} = given on / C × {q}, as c = 0", never),
                ("({c} − {taken}) / {total} + {given} / {total} × {q}", "{given} / {total} × {q}", "{q}"),
                {**numbers, "taken": piece.taken, "given": given}, case=np.select([c > 0, total > 0], [0, 1], 2),
                note=(f"{_what(its, m)}. Given on is {{given}} of {{total}}{of}",) * 2 + ("",),
                beside={"ones": ones, "twos": twos, "more": more, "types": ones + twos + more})  # fmt: skip


def _what(its: Mass, m: int) -> str:
    """What c counts: Kneser and Ney count the words before an n-gram where it is shorter than those of the model."""
    kept = its.params.one_start and its.context[:1] == (START,) and m == len(its.context) + 1
    if its.params.method not in ("kneser_ney", "modified") or m == its.order or kept:
        return COUNTED
    return f". c is how many different {its.params.noun}s came before the n-gram"


def _whole(values: np.ndarray) -> np.ndarray:
    return values.astype(np.int64)
