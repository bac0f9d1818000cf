"""Seven estimates of P(word | context) from counts, each in one form: P_m = a_m + b_m · P_{m−1}, down to P₀ = 1/V.

C is the number of times the context was seen, c that of the context followed by the word, N₁₊ how many different words
followed it; V counts the words that can be predicted. After a context that was never seen P_m = P_{m−1}.

- Maximum likelihood: a = c/C, b = 0. Add-k: a = (c + k)/(C + k·V), b = 0.
- Interpolation (Jelinek and Mercer, 1980): a = λ·c/C, b = 1 − λ.
- Absolute discounting (Ney, Essen and Kneser, 1994): a = max(c − D, 0)/C, b = D·N₁₊/C.
- Kneser–Ney (1995): the same, but below the highest order c is the number of different words before the n-gram.
- Modified Kneser–Ney (Chen and Goodman, 1999): a discount of its own for c = 1, 2, and 3 or more, from the counts.
- Katz back-off (1987): ``katz``.

Source: S. F. Chen and J. Goodman, *An empirical study of smoothing techniques for language modeling*, Computer Speech
and Language 13 (1999), 359–394.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from core.ngrams import katz
from core.ngrams.counts import Counts, Found, Grams, Tally, Words, picked
from core.ngrams.settings import DIRECT, Method, OfNgrams

NOT_COUNTED = (0.5, 1.0, 1.5)  # of modified Kneser–Ney where counts of counts give none, as KenLM takes them
NOT_ESTIMATED = 0.75  # of the other two where counts of counts give none: the textbooks' D


@dataclass(frozen=True)
class SmoothingSettings:
    """The order of the model, each smoother's own number, and whether shortest n-grams fall back on 1/V.

    With ``estimated`` each order has its own discount, from the text, in the place of ``discount``.
    """

    order: int
    discount: float = 0.75
    weight: float = 0.5
    added: float = 1.0
    floor: bool = True
    estimated: bool = False
    trusted: katz.Trusted = "katz"


def setting(params: OfNgrams, order: int = 0) -> SmoothingSettings:
    """What the smoothers are set to; another ``order`` where the context is shorter than the model's."""
    its = params
    return SmoothingSettings(
        order or its.order, its.discount, its.weight, its.added, its.floor, its.estimated, its.trusted
    )


@dataclass(frozen=True, eq=False)
class Piece:
    """P = ``a`` + ``b`` · P of the shorter n-gram, for each word, and the counts that it comes from.

    ``ones``, ``twos`` and ``more`` are how many words followed the context so often; ``taken`` is the discount.
    """

    a: Words
    b: Words
    count: Words
    total: Words
    ones: Words
    twos: Words
    more: Words
    taken: Words


Smoother = Callable[[Found], list[Piece]]


def modified_discounts(value: Grams) -> tuple[float, float, float]:
    """D₁, D₂, D₃₊ from how many n-grams occur 1, 2, 3 and 4 times: D_r = r − (r + 1)·Y·n_{r+1}/n_r, Y = n₁/(n₁ + 2n₂).

    Where one of these is 0, or the discount takes nothing or more than there is, ``NOT_COUNTED``.
    """
    n = np.bincount(np.minimum(value, 5), minlength=6).astype(np.float64)
    if not n[1:5].all():
        return NOT_COUNTED
    y = n[1] / (n[1] + 2 * n[2])
    first, second, third = (float(r - (r + 1) * y * n[r + 1] / n[r]) for r in (1, 2, 3))
    return (first, second, third) if 0 < first <= 1 and 0 < second <= 2 and 0 < third <= 3 else NOT_COUNTED


def one_discount(value: Grams) -> float:
    """D = n₁/(n₁ + 2n₂) from how many n-grams occur once and twice, ``NOT_ESTIMATED`` where one of these is 0.

    Source: H. Ney, U. Essen and R. Kneser, Computer Speech and Language 8 (1994), 1–38.
    """
    once, twice = float((value == 1).sum()), float((value == 2).sum())
    return once / (once + 2 * twice) if once and twice else NOT_ESTIMATED


def _discounts(value: Grams, method: Method, its: SmoothingSettings) -> tuple[float, float, float]:
    """What is taken from counts of 1, of 2, and of 3 or more."""
    if method == "modified":
        return modified_discounts(value)
    return (one_discount(value) if its.estimated else its.discount,) * 3


def smoother(counts: Counts, method: Method, its: SmoothingSettings) -> Smoother:
    """What gives the pieces of a smoother, from the shortest n-gram on, for words that were looked up."""
    chosen = range(its.order - 1, its.order) if method in DIRECT and not counts.one_start else range(its.order)
    backed = katz.backed_off(counts, its.order, its.floor, its.trusted) if method == "katz" else ()
    tallies = {m: _tally(counts, method, m, its.order) for m in chosen}
    discounts = {m: _discounts(tallies[m].value, method, its) for m in chosen}

    def pieces(found: Found) -> list[Piece]:
        made = []
        for m in chosen:
            c, total, ones, twos, more = found.counted(m, tallies[m])
            first, second, third = discounts[m]
            taken = np.minimum(np.where(c > 2, third, np.where(c > 1, second, np.where(c > 0, first, 0.0))), c)
            known, whole = total > 0, np.maximum(total, 1)
            match method:
                case "likelihood":
                    a, b = c / whole, np.zeros(len(c))
                case "added":
                    a, b = (c + its.added) / (total + its.added * counts.size), np.zeros(len(c))
                case "interpolation":
                    a, b = its.weight * c / whole, np.where(known, 1 - its.weight, 1.0)
                case "katz":
                    a, left = picked(backed[m].discounted, found.gram[m]), picked(backed[m].left, found.context[m])
                    b = np.where(c > 0, 0.0, np.where(known, left, 1.0))
                case _:
                    a = (c - taken) / whole
                    b = np.where(known, (first * ones + second * twos + third * more) / whole, 1.0)
            if method in DIRECT:
                a, b = np.where(found.passed[m], 0.0, a), np.where(found.passed[m], 1.0, b)
            if m == 0 and not its.floor and method not in (*DIRECT, "katz"):
                a, b, taken = c / whole, np.zeros(len(c)), np.zeros(len(c))
            made.append(Piece(a, b, c, total, ones, twos, more, taken))
        return made

    return pieces


def _tally(counts: Counts, method: Method, m: int, order: int) -> Tally:
    """Kneser and Ney count the words before an n-gram where it is shorter than those of the model."""
    level = counts.levels[m]
    return level.continuation if method in ("kneser_ney", "modified") and m + 1 < order else level.raw


def chain(pieces: list[Piece], size: int) -> list[Words]:
    """P of each piece, from the shortest n-gram on."""
    made = [np.full(len(pieces[0].a), 1 / size)]
    for piece in pieces:
        made.append(piece.a + piece.b * made[-1])
    return made[1:]


def probabilities(of: Smoother, found: Found, size: int) -> Words:
    """P(word | context) of every word that was looked up."""
    return chain(of(found), size)[-1]
